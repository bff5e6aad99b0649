import { and, eq, gt, sql } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { refuse } from "../refuse";
import { accounts, invitations, organizations, users } from "../table";
import { addMember } from "./members";

type Invitation = typeof invitations.$inferSelect;

const open = (id: string) =>
  and(eq(invitations.id, id), eq(invitations.status, "pending"), gt(invitations.expiresAt, sql`now()`));

/** What the one who holds the link is shown before accepting. @throws APIError INVITATION_NOT_FOUND */
export async function openInvitation(id: string) {
  const [row] = await db()
    .select({
      invitation: invitations,
      organizationName: organizations.name,
      inviterName: users.name,
      hasAccount: sql<boolean>`EXISTS (SELECT 1 FROM users AS invited WHERE invited.email = ${invitations.email})`,
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .innerJoin(users, eq(users.id, invitations.inviterId))
    .where(open(id));
  if (!row) throw refuse("INVITATION_NOT_FOUND");
  return row;
}

/** Why an invitation is not open; one that nobody could give any more reads as withdrawn, and so does no invitation at all. */
export async function closedBecause(id: string): Promise<"accepted" | "expired" | "withdrawn"> {
  const [row] = await db()
    .select({ status: invitations.status, past: sql<boolean>`${invitations.expiresAt} <= now()` })
    .from(invitations)
    .where(eq(invitations.id, id));
  if (row?.status === "accepted") return "accepted";
  return row?.status === "pending" && row.past ? "expired" : "withdrawn";
}

/**
 * Makes the account that an invitation asks for and accepts it, in one transaction: of two at once one succeeds.
 * @param person.password the hash
 * @throws APIError INVITATION_NOT_FOUND, ACCOUNT_EXISTS
 */
export async function acceptAsNewPerson(
  invitation: Invitation,
  person: { name: string; password: string },
): Promise<{ userId: string }> {
  return db().transaction(async (tx) => {
    const [accepted] = await tx
      .update(invitations)
      .set({ status: "accepted" })
      .where(open(invitation.id))
      .returning({ id: invitations.id });
    if (!accepted) throw refuse("INVITATION_NOT_FOUND");
    const [user] = await tx
      .insert(users)
      .values({ name: person.name, email: invitation.email })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (!user) throw refuse("ACCOUNT_EXISTS");
    const { password } = person;
    await tx
      .insert(accounts)
      .values({ accountId: user.id, providerId: "credential", userId: user.id, password });
    await addMember(tx, {
      organizationId: invitation.organizationId,
      userId: user.id,
      role: invitation.role,
    });
    return { userId: user.id };
  });
}
