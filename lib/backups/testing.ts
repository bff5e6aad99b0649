import { eq } from "drizzle-orm";
import { afterEach } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { db } from "@/lib/db/client";
import type { ImageScript } from "@/lib/engine/memory/image-script";
import type { BackupRecord } from "./row";
import type { Surroundings } from "./run/carry-out";
import { type BackupWorker, openBackupWorker } from "./run/worker";
import type { Place } from "./schema";
import { givenFolder } from "./storage/testing";
import { backupDestinations, backups } from "./table";

/** Workers that stop after each test of the file. Call it at top level. */
export function givenBackupWorkers(): (options: Partial<Surroundings>) => Promise<BackupWorker> {
  const open: BackupWorker[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((worker) => worker.stop()));
  });
  return async (options) => {
    const worker = await openBackupWorker(options);
    open.push(worker);
    return worker;
  };
}

/** A place of the owner's organization: a folder, unless another is given. */
export async function givenDestination({ organizationId, userId }: Caller, place?: Place) {
  const folder = await givenFolder();
  const [made] = await db()
    .insert(backupDestinations)
    .values({
      ...{ organizationId, name: folder, kind: "folder", createdBy: userId },
      place: place ?? { folder },
    })
    .returning();
  if (!made) throw new Error("The destination was not stored.");
  return { ...made, folder };
}

/** The backup once `is` holds for it, looked at often. @throws after `withinMs` */
export async function untilBackup(
  id: string,
  is: (backup: BackupRecord) => boolean,
  withinMs = 15_000,
): Promise<BackupRecord> {
  const giveUpAt = Date.now() + withinMs;
  for (;;) {
    const [found] = await db().select().from(backups).where(eq(backups.id, id));
    if (found && is(found)) return found;
    if (Date.now() > giveUpAt) throw new Error(`Still ${JSON.stringify(found, null, 1)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export const untilOver = (id: string, withinMs?: number) =>
  untilBackup(id, ({ state }) => state === "verified" || state === "failed", withinMs);

/** A database whose data is one file: it dumps it, and reads a dump back. */
export const DATABASE: ImageScript = {
  writes: [],
  pipe: (argv, input, files) => {
    if (argv[0] === "dump")
      return { exitCode: 0, stdout: `dump of ${files.read("/db/rows") ?? ""}`, stderr: "" };
    if (argv[0] === "fail") return { exitCode: 1, stdout: "", stderr: "password hunter2-hunter2 is wrong\n" };
    if (argv[0] !== "load") return undefined;
    files.write("/db/rows", `${input}`.replace("dump of ", ""));
    return { exitCode: 0, stdout: "", stderr: "" };
  },
};
export const DB_SERVICE = {
  ...{ name: "db", image: "db:1", volumes: ["rows:/db"] },
  backup: { dump: ["dump"], restore: ["load"] },
};
