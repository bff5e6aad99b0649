import { and, eq, ne } from "drizzle-orm";
import { type Role, seedGrants } from "@/lib/access/permissions";
import { grants } from "@/lib/access/table";
import type { Database, Transaction } from "@/lib/db/client";
import { refuse } from "../refuse";
import { members, organizations } from "../table";

/**
 * The one place that writes memberships: each change is one transaction with the grants its label seeds, under a
 * lock on the organization, so that it never loses its last owner, however many leave at once.
 */
type On = Database | Transaction;
type Member = typeof members.$inferSelect;

/** Makes a person a member, with the grants of the role. */
export async function addMember(
  on: On,
  member: { organizationId: string; userId: string; role: Role },
): Promise<Member> {
  return on.transaction(async (tx) => {
    const [added] = await tx
      .insert(members)
      .values({ organizationId: member.organizationId, userId: member.userId, role: member.role })
      .returning();
    if (!added) throw new Error("an insert returned no row");
    await seed(tx, added);
    return added;
  });
}

/**
 * Gives a member another label, and with it the label's grants instead of those held.
 * @returns undefined when there is no such member
 * @throws APIError LAST_OWNER
 */
export async function changeRole(on: On, memberId: string, role: Role): Promise<Member | undefined> {
  return on.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    if (!member) return undefined;
    if (member.role === role) return member;
    if (member.role === "owner") await requireAnotherOwner(tx, member);
    const [changed] = await tx.update(members).set({ role }).where(eq(members.id, memberId)).returning();
    if (changed) await seed(tx, changed);
    return changed;
  });
}

/** Ends a membership; its grants go with it. @throws APIError LAST_OWNER */
export async function removeMember(on: On, memberId: string): Promise<void> {
  await on.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member?.role === "owner") await requireAnotherOwner(tx, member);
    await tx.delete(members).where(eq(members.id, memberId));
  });
}

/**
 * Makes another member the owner; the owner so far becomes an admin.
 * @param from the owner's person
 * @throws APIError FORBIDDEN when `from` owns nothing here, NOT_FOUND when `memberId` is nobody of this organization
 */
export async function transferOwnership(
  on: On,
  { organizationId, from, memberId }: { organizationId: string; from: string; memberId: string },
): Promise<void> {
  await on.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const all = await tx.select().from(members).where(eq(members.organizationId, organizationId));
    const owner = all.find(({ userId, role }) => userId === from && role === "owner");
    const heir = all.find(({ id }) => id === memberId);
    if (!owner) throw refuse("FORBIDDEN", { message: "Only an owner can hand the organization over." });
    if (!heir) throw refuse("NOT_FOUND");
    if (heir.id === owner.id) return;
    await changeRole(tx, heir.id, "owner");
    await changeRole(tx, owner.id, "admin");
  });
}

async function lockMember(tx: Transaction, memberId: string): Promise<Member | undefined> {
  const [found] = await tx.select().from(members).where(eq(members.id, memberId));
  if (!found) return undefined;
  await lockOrganization(tx, found.organizationId);
  // Read again: while this waited for the lock, somebody else may have changed it.
  const [member] = await tx.select().from(members).where(eq(members.id, memberId));
  return member;
}

async function lockOrganization(tx: Transaction, organizationId: string): Promise<void> {
  await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for("update");
}

async function requireAnotherOwner(tx: Transaction, { id, organizationId }: Member): Promise<void> {
  const [other] = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.organizationId, organizationId), eq(members.role, "owner"), ne(members.id, id)))
    .limit(1);
  if (!other) throw refuse("LAST_OWNER");
}

async function seed(tx: Transaction, { organizationId, userId, role }: Member): Promise<void> {
  await tx.delete(grants).where(and(eq(grants.organizationId, organizationId), eq(grants.userId, userId)));
  const rows = seedGrants(role).map((grant) => ({ ...grant, organizationId, userId }));
  if (rows.length > 0) await tx.insert(grants).values(rows);
}
