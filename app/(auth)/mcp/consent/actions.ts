"use server";

import type { Route } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { signOut } from "@/lib/auth";
import { answerConsent, readConsentRequest } from "@/lib/auth/mcp-oauth/consent";
import { callerFromCookies } from "@/lib/auth/page-caller";
import { answer } from "@/lib/http/answer";
import { connectClient } from "@/lib/mcp-clients";
import type { Limits } from "@/lib/mcp-clients/schema";

/** Lets the client do what was chosen, then tells it; without limits it is told that it was denied. */
export async function answerConsentAction(query: string, limits?: Limits) {
  const result = await answer(async () => {
    const caller = await callerFromCookies();
    const { clientId } = await readConsentRequest(query);
    if (limits) await connectClient(caller, clientId, limits);
    return answerConsent(query, limits !== undefined, await headers());
  });
  return result.ok ? { ok: true as const, url: result.value } : result;
}

/** Leaves the wrong account and comes back to the request. */
export async function changePersonAction(query: string) {
  await signOut(await headers());
  redirect(`/sign-in?next=${encodeURIComponent(`/mcp/consent?${query}`)}` as Route);
}
