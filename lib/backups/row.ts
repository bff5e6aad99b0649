import { eq, getTableColumns } from "drizzle-orm";
import type { z } from "zod";
import type { Resource } from "@/lib/access/authorize";
import { Refusal } from "@/lib/access/refusal";
import { users } from "@/lib/auth/table";
import { db } from "@/lib/db/client";
import type { Backup, BackupState } from "./schema";
import { backupDestinations, backups } from "./table";

export type BackupRecord = typeof backups.$inferSelect;

/** A worker has it, or is about to. */
export const ACTIVE_STATES: BackupState[] = ["copying", "verifying"];

/** What a backup's id leads to, for `on:`: its project; its organization once that is gone. */
export async function onBackup({ backupId }: { backupId: string }): Promise<Resource | undefined> {
  const [found] = await db().select().from(backups).where(eq(backups.id, backupId));
  if (!found) return undefined;
  const { projectId, organizationId } = found;
  return projectId
    ? { type: "project", id: projectId, organizationId }
    : { type: "organization", id: organizationId, organizationId };
}

/** Backups with the names of where they lie and of who asked for them. */
export function selectBackups() {
  return db()
    .select({ ...getTableColumns(backups), destination: backupDestinations.name, person: users.name })
    .from(backups)
    .innerJoin(backupDestinations, eq(backupDestinations.id, backups.destinationId))
    .leftJoin(users, eq(users.id, backups.createdBy));
}

type Row = BackupRecord & { destination: string; person: string | null };

/** @throws Refusal NOT_FOUND */
export async function readBackup(backupId: string): Promise<Row> {
  const [row] = await selectBackups().where(eq(backups.id, backupId));
  if (!row) throw new Refusal("NOT_FOUND");
  return row;
}

/** A backup as the API shows it. */
export function toBackup({ person, progress, parts, ...row }: Row): z.input<typeof Backup> {
  const isActive = ACTIVE_STATES.includes(row.state);
  return {
    ...row,
    doing: isActive ? (progress?.doing ?? null) : null,
    doneBytes: isActive ? (progress?.doneBytes ?? null) : null,
    parts: row.state === "verified" ? (parts ?? []) : [],
    createdBy: person ?? "Somebody who left",
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
  };
}
