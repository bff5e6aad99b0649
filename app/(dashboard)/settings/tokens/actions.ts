"use server";

import type { MadeOutcome } from "@/components/tokens/actions";
import { callerFromCookies } from "@/lib/auth/page-caller";
import { answer } from "@/lib/http/answer";
import { createToken, revokeToken } from "@/lib/tokens";
import type { NewToken } from "@/lib/tokens/schema";

export async function createTokenAction(input: NewToken): Promise<MadeOutcome> {
  const result = await answer(async () => createToken(await callerFromCookies(), input));
  if (result.ok || result.code !== "EMPTY_GRANTS") return result;
  return { ...result, issues: [{ path: "grants", message: "Choose what it may reach, or everything." }] };
}

export async function revokeTokenAction(tokenId: string) {
  const result = await answer(async () => revokeToken(await callerFromCookies(), { tokenId }));
  return result.ok ? { ok: true as const } : { ok: false as const, message: result.message };
}
