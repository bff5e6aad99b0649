import { and, eq } from "drizzle-orm";
import { Refusal } from "@/lib/access/refusal";
import { grants } from "@/lib/access/table";
import { members } from "@/lib/auth/table";
import { db, type Transaction } from "@/lib/db/client";
import { checkGrants } from "@/lib/grants";
import { operation } from "@/lib/operation/define";
import { heldGrants } from "./held-grants";
import { type MemberRecord, memberRecord, onMember } from "./on-member";
import { Grants, MemberId } from "./schema";

export const replaceGrants = operation({
  id: "members.replaceGrants",
  rest: "PUT /api/members/{memberId}/grants",
  summary:
    "Decide what a member may do, in place of what they may do now; an empty list takes everything away.",
  permission: "organization:admin",
  on: onMember,
  input: Grants.extend({ memberId: MemberId }),
  output: Grants,
  async run(caller, { memberId, grants: wanted }) {
    const member = await memberRecord(memberId);
    const rows = await checkGrants(caller, wanted, member.organizationId);
    await db().transaction(async (tx) => {
      await lockChangeable(tx, member);
      const { organizationId, userId } = member;
      const held = and(eq(grants.organizationId, organizationId), eq(grants.userId, userId));
      await tx.delete(grants).where(held);
      if (rows.length > 0)
        await tx.insert(grants).values(rows.map((row) => ({ ...row, organizationId, userId })));
    });
    return { grants: await heldGrants(member) };
  },
});

/** Holds the membership still: a change of its label meanwhile would seed grants of its own. */
async function lockChangeable(tx: Transaction, { id }: MemberRecord): Promise<void> {
  const [member] = await tx
    .select({ role: members.role })
    .from(members)
    .where(eq(members.id, id))
    .for("update");
  if (!member) throw new Refusal("NOT_FOUND");
  if (member.role === "owner") {
    throw new Refusal("FORBIDDEN", {
      message: "An owner may do everything in the organization. Give this person another role first.",
    });
  }
}
