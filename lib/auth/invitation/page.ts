import { headers } from "next/headers";
import type { Role } from "@/lib/access/permissions";
import { Refusal } from "@/lib/access/refusal";
import { limitAuthAttempts } from "@/lib/rate-limits";
import { askLibrary } from "../ask-library";
import { closedBecause } from "../store/invitations";

export type OpenInvitation = {
  email: string;
  role: Role;
  organizationName: string;
  inviterName: string;
  hasAccount: boolean;
};

/** What the page of an invitation shows: what it is for, or why it cannot be accepted any more. */
export async function lookAtInvitation(
  id: string,
): Promise<{ open: OpenInvitation } | { closed: "accepted" | "expired" | "withdrawn" }> {
  try {
    const found = await askLibrary((api) => api.previewInvitation({ query: { id } }));
    return { open: found };
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "INVITATION_NOT_FOUND")) throw error;
    return { closed: await closedBecause(id) };
  }
}

/**
 * Joins as somebody new, signed in from then on.
 * @throws Refusal VALIDATION_ERROR naming the field, INVITATION_NOT_FOUND, ACCOUNT_EXISTS, RATE_LIMITED
 */
export async function joinAsNewPerson(body: { invitationId: string; name: string; password: string }) {
  const from = await headers();
  await limitAuthAttempts(from);
  await askLibrary((api) => api.acceptAsNewPerson({ body, headers: from }));
}

/** Joins as who is signed in; the organization is the active one from then on. @throws Refusal INVITATION_NOT_FOUND, INVITATION_NOT_YOURS */
export async function joinSignedIn(invitationId: string) {
  const from = await headers();
  await askLibrary((api) => api.acceptInvitation({ body: { invitationId }, headers: from }));
}
