"use server";

import { callerFromCookies } from "@/lib/auth/page-caller";
import { addDomain, checkDomain, removeDomain } from "@/lib/domains";
import type { NewDomain } from "@/lib/domains/schema";
import { answer } from "@/lib/http/answer";

/** Has a domain lead to the project. */
export async function addDomainAction(projectId: string, domain: NewDomain) {
  const result = await answer(async () => addDomain(await callerFromCookies(), { projectId, ...domain }));
  return result.ok ? { ok: true as const } : result;
}

/** Looks at a domain now. */
export async function checkDomainAction(projectId: string, domainId: string) {
  const result = await answer(async () => checkDomain(await callerFromCookies(), { projectId, domainId }));
  return result.ok ? { ok: true as const } : result;
}

/** Takes a domain away from the project. */
export async function removeDomainAction(projectId: string, domainId: string) {
  const result = await answer(async () => removeDomain(await callerFromCookies(), { projectId, domainId }));
  return result.ok ? { ok: true as const } : result;
}
