import { and, eq, inArray } from "drizzle-orm";
import { displayVersion } from "@/lib/app-definition/images";
import type { Transaction } from "@/lib/db/client";
import { newId } from "@/lib/db/columns";
import type { ProjectRecord } from "@/lib/projects/on-project";
import { tellQueued } from "./news";
import { fileName } from "./storage/store";
import { backups } from "./table";

type Order = { destinationId: string; createdBy: string; trigger: "manual" | "schedule" };

/**
 * Puts a backup of a project into the queue, inside the caller's transaction. One that waits or is under way already is
 * answered instead of a second one.
 */
export async function queueBackup(
  tx: Transaction,
  project: ProjectRecord,
  { destinationId, createdBy, trigger }: Order,
): Promise<{ id: string; isNew: boolean }> {
  const id = newId("bkp");
  const { id: projectId, organizationId, name: projectName, definition } = project;
  const [made] = await tx
    .insert(backups)
    .values({
      ...{ id, organizationId, projectId, projectName, destinationId, createdBy, trigger },
      ...{ appName: definition.name, logo: definition.logo, version: displayVersion(definition) },
      file: fileName(project, id, new Date()),
    })
    .onConflictDoNothing()
    .returning({ id: backups.id });
  if (made) {
    await tellQueued(tx);
    return { id: made.id, isNew: true };
  }
  const active = inArray(backups.state, ["queued", "copying", "verifying"]);
  const [found] = await tx
    .select({ id: backups.id })
    .from(backups)
    .where(and(eq(backups.projectId, projectId), active));
  if (!found) throw new Error("the backup under way ended at this very moment");
  return { id: found.id, isNew: false };
}
