"use server";

import { callerFromCookies } from "@/lib/auth/page-caller";
import { answer } from "@/lib/http/answer";
import { changeMcpClient, disconnectMcpClient } from "@/lib/mcp-clients";
import type { ChangedLimits } from "@/lib/mcp-clients/schema";

export async function changeClientAction(input: ChangedLimits) {
  const result = await answer(async () => changeMcpClient(await callerFromCookies(), input));
  return result.ok ? { ok: true as const } : result;
}

export async function disconnectClientAction(clientId: string) {
  const result = await answer(async () => disconnectMcpClient(await callerFromCookies(), { clientId }));
  return result.ok ? { ok: true as const } : { ok: false as const, message: result.message };
}
