"use server";

import { redirect } from "next/navigation";
import { callerFromCookies } from "@/lib/auth/page-caller";
import { createBackup, deleteBackup, restoreBackup, setSchedule } from "@/lib/backups";
import type { NewSchedule } from "@/lib/backups/schema";
import { answer } from "@/lib/http/answer";

/** Queues a backup of the project. */
export async function backUpAction(projectId: string, destinationId: string) {
  const result = await answer(async () =>
    createBackup(await callerFromCookies(), { projectId, destinationId }),
  );
  return result.ok ? { ok: true as const } : result;
}

export async function deleteBackupAction(backupId: string) {
  const result = await answer(async () => deleteBackup(await callerFromCookies(), { backupId }));
  return result.ok ? { ok: true as const } : result;
}

/** Restores a backup, and goes to the deployment that does it. */
export async function restoreAction(backupId: string, how: { as?: string; confirm?: string[] }) {
  const result = await answer(async () => restoreBackup(await callerFromCookies(), { backupId, ...how }));
  if (!result.ok) return result;
  redirect(`/deployments/${result.value.deploymentId}`);
}

export async function setScheduleAction(projectId: string, schedule: NewSchedule | null) {
  const result = await answer(async () => setSchedule(await callerFromCookies(), { projectId, schedule }));
  return result.ok ? { ok: true as const } : result;
}
