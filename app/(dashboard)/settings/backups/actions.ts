"use server";

import { callerFromCookies } from "@/lib/auth/page-caller";
import { addDestination, checkDestination, removeDestination, showBackupKey } from "@/lib/backups";
import type { NewDestination } from "@/lib/backups/schema";
import { answer } from "@/lib/http/answer";

export async function addStorageAction(input: NewDestination) {
  const result = await answer(async () => addDestination(await callerFromCookies(), input));
  return result.ok ? { ok: true as const } : result;
}

export async function checkStorageAction(destinationId: string) {
  const result = await answer(async () => checkDestination(await callerFromCookies(), { destinationId }));
  return result.ok ? { ok: true as const } : result;
}

export async function removeStorageAction(destinationId: string) {
  const result = await answer(async () => removeDestination(await callerFromCookies(), { destinationId }));
  return result.ok ? { ok: true as const } : result;
}

/** The key of backups, for the admin of the instance. */
export async function showKeyAction() {
  const result = await answer(async () => showBackupKey(await callerFromCookies(), {}));
  return result.ok ? { ok: true as const, key: result.value.key } : result;
}
