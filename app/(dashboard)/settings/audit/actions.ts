"use server";

import { verifyAudit } from "@/lib/audit";
import type { Verified } from "@/lib/audit/schema";
import { callerFromCookies } from "@/lib/auth/page-caller";
import { answer } from "@/lib/http/answer";

/** Follows the log to its end, and tells what is not as it was. */
export async function verifyAuditAction(of: "organization" | "instance"): Promise<Verified> {
  const result = await answer(async () => verifyAudit(await callerFromCookies(), { of }));
  return result.ok ? { ok: true, value: result.value } : { ok: false, message: result.message };
}
