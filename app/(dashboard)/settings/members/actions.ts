"use server";

import { headers } from "next/headers";
import type { InviteOutcome, Outcome } from "@/components/members/actions";
import type { Role } from "@/lib/access/permissions";
import { askLibrary } from "@/lib/auth";
import { callerFromCookies } from "@/lib/auth/page-caller";
import type { GivenGrant } from "@/lib/grants/schema";
import { answer } from "@/lib/http/answer";
import { makeResetLink, replaceGrants, showGrants } from "@/lib/members";

/** Asks the auth library about the organization that is shown, as who is signed in. */
async function askHere<T>(
  ask: (
    api: Parameters<Parameters<typeof askLibrary>[0]>[0],
    organizationId: string,
    from: Headers,
  ) => Promise<T>,
) {
  return answer(async () => {
    const { organizationId } = await callerFromCookies();
    const from = await headers();
    return askLibrary((api) => ask(api, organizationId, from));
  });
}

const outcome = (result: { ok: true } | { ok: false; message: string }): Outcome =>
  result.ok ? { ok: true } : { ok: false, message: result.message };

/** Invites; what was wrong comes back with what was typed. */
export async function inviteAction(_last: InviteOutcome | undefined, form: FormData): Promise<InviteOutcome> {
  const email = String(form.get("email") ?? "").trim();
  const role = String(form.get("role") ?? "") as Role;
  const result = await askHere((api, organizationId, from) =>
    api.createInvitation({ body: { email, role, organizationId }, headers: from }),
  );
  if (!result.ok) {
    const wrong = result.issues?.find(({ path }) => path === "email")?.message;
    return { ok: false, email, role, message: result.message, wrong };
  }
  // The route's answer has both beside what the library says; see the membership plugin.
  const { url, mailed } = result.value as unknown as { url: string; mailed: boolean };
  return { ok: true, email: email.toLowerCase(), role, url, mailed };
}

export async function cancelInvitationAction(invitationId: string): Promise<Outcome> {
  return outcome(
    await askHere((api, _id, from) => api.cancelInvitation({ body: { invitationId }, headers: from })),
  );
}

export async function changeRoleAction(memberId: string, role: Role): Promise<Outcome> {
  return outcome(
    await askHere((api, organizationId, from) =>
      api.updateMemberRole({ body: { memberId, role, organizationId }, headers: from }),
    ),
  );
}

export async function removeMemberAction(memberId: string): Promise<Outcome> {
  return outcome(
    await askHere((api, organizationId, from) =>
      api.removeMember({ body: { memberIdOrEmail: memberId, organizationId }, headers: from }),
    ),
  );
}

export async function leaveAction(): Promise<Outcome> {
  return outcome(
    await askHere((api, organizationId, from) =>
      api.leaveOrganization({ body: { organizationId }, headers: from }),
    ),
  );
}

export async function transferAction(memberId: string): Promise<Outcome> {
  return outcome(
    await askHere((api, organizationId, from) =>
      api.transferOwnership({ body: { organizationId, memberId }, headers: from }),
    ),
  );
}

export async function showGrantsAction(memberId: string) {
  const result = await answer(async () => showGrants(await callerFromCookies(), { memberId }));
  return result.ok
    ? { ok: true as const, grants: result.value.grants }
    : { ok: false as const, message: result.message };
}

export async function replaceGrantsAction(memberId: string, grants: GivenGrant[]): Promise<Outcome> {
  return outcome(await answer(async () => replaceGrants(await callerFromCookies(), { memberId, grants })));
}

export async function resetLinkAction(memberId: string) {
  const result = await answer(async () => makeResetLink(await callerFromCookies(), { memberId }));
  return result.ok
    ? { ok: true as const, url: result.value.url }
    : { ok: false as const, message: result.message };
}
