"use server";

import { callerFromCookies } from "@/lib/auth/page-caller";
import { addDestination, checkDestination, removeDestination } from "@/lib/backups";
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
