import { organization } from "better-auth/plugins";
import { createAccessControl } from "better-auth/plugins/access";
import { adminAc, defaultStatements, ownerAc } from "better-auth/plugins/organization/access";
import { and, eq } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { refuse } from "../refuse";
import { members, sessions } from "../table";

const ac = createAccessControl(defaultStatements);

// What the labels may do with the organization itself. Everything else is decided by grants.
const roles = {
  owner: ac.newRole(ownerAc.statements),
  admin: ac.newRole(adminAc.statements),
  member: ac.newRole({}),
  restricted: ac.newRole({}),
};

const INVITATION_DAYS = 7;

/** Organizations with their members and invitations, as the auth library serves them. */
export const organizations = () =>
  organization({
    ac,
    roles,
    creatorRole: "owner",
    membershipLimit: 1000,
    invitationExpiresIn: INVITATION_DAYS * 24 * 3600,
    // The id is the secret of the link, with 103 random bits: who has it was given it.
    requireEmailVerificationOnInvitation: false,
    organizationHooks: {
      beforeAcceptInvitation: ({ invitation }) => requireStandingInviter(invitation),
      // Grants are gone with the membership; the sessions end too, as for anybody who was shown the door.
      afterRemoveMember: async ({ member }) => {
        await db().delete(sessions).where(eq(sessions.userId, member.userId));
      },
    },
  });

/**
 * An invitation is worth what its inviter could give today, not on the day it was written.
 * @throws APIError INVITATION_NOT_FOUND
 */
export async function requireStandingInviter(invitation: {
  inviterId: string;
  organizationId: string;
  role: string;
}): Promise<void> {
  const [inviter] = await db()
    .select({ role: members.role })
    .from(members)
    .where(
      and(eq(members.userId, invitation.inviterId), eq(members.organizationId, invitation.organizationId)),
    );
  const mayGive = inviter?.role === "owner" || (inviter?.role === "admin" && invitation.role !== "owner");
  if (!mayGive) throw refuse("INVITATION_NOT_FOUND");
}
