import { and, desc, eq } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { readDestination } from "../destinations/on-destination";
import type { BackupRecord } from "../row";
import { openStore } from "../storage/open";
import { backupSchedules, backups } from "../table";

const DAY_MS = 86_400_000;
/** Of those that failed, so many are remembered. */
const FAILED_KEPT = 10;
const REMOVE_MS = 60_000;

type Limits = { keepLast: number | null; keepDays: number | null };

/** Which backups of one project at one place are too many; pure. The newest good one never is. @param all newest first */
export function tooMany(
  all: readonly BackupRecord[],
  { keepLast, keepDays }: Limits,
  now: Date,
): BackupRecord[] {
  const good = all.filter(({ state }) => state === "verified");
  const failed = all.filter(({ state }) => state === "failed");
  const isOver = ({ verifiedAt }: BackupRecord, at: number) =>
    (keepLast !== null && at >= keepLast) ||
    (keepDays !== null && now.getTime() - (verifiedAt?.getTime() ?? 0) > keepDays * DAY_MS);
  return [...good.filter((backup, at) => at > 0 && isOver(backup, at)), ...failed.slice(FAILED_KEPT)];
}

/** Removes what the project's schedule says is too many. What cannot be removed now is tried again after the next one. */
export async function applyRetention(projectId: string | null, destinationId: string, now = new Date()) {
  if (!projectId) return;
  const [schedule] = await db()
    .select()
    .from(backupSchedules)
    .where(eq(backupSchedules.projectId, projectId));
  const all = await db()
    .select()
    .from(backups)
    .where(and(eq(backups.projectId, projectId), eq(backups.destinationId, destinationId)))
    .orderBy(desc(backups.createdAt));
  for (const backup of tooMany(all, schedule ?? { keepLast: null, keepDays: null }, now))
    await removeBackup(backup);
}

/** Removes the file first, then the row: what is interrupted in between is found again. @throws StoreError */
export async function removeBackup({ id, destinationId, file }: BackupRecord): Promise<void> {
  const store = openStore(await readDestination(destinationId));
  await store.remove(file, AbortSignal.timeout(REMOVE_MS));
  await db().delete(backups).where(eq(backups.id, id));
}
