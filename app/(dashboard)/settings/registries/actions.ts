"use server";

import { callerFromCookies } from "@/lib/auth/page-caller";
import { answer } from "@/lib/http/answer";
import { removeRegistry, setRegistry } from "@/lib/registries";
import type { SetRegistry } from "@/lib/registries/schema";

export async function setRegistryAction(input: SetRegistry) {
  return await answer(async () => setRegistry(await callerFromCookies(), input));
}

export async function removeRegistryAction(registryId: string) {
  const result = await answer(async () => removeRegistry(await callerFromCookies(), { registryId }));
  return result.ok ? { ok: true as const } : result;
}
