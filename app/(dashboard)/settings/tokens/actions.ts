"use server";

import type { MadeOutcome } from "@/components/tokens/actions";
import { callerFromCookies } from "@/lib/auth/page-caller";
import { answer } from "@/lib/http/answer";
import { createToken, revokeToken } from "@/lib/tokens";
import type { NewToken } from "@/lib/tokens/schema";

export async function createTokenAction(input: NewToken): Promise<MadeOutcome> {
  return answer(async () => createToken(await callerFromCookies(), input));
}

export async function revokeTokenAction(tokenId: string) {
  const result = await answer(async () => revokeToken(await callerFromCookies(), { tokenId }));
  return result.ok ? { ok: true as const } : { ok: false as const, message: result.message };
}
