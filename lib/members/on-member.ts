import { eq } from "drizzle-orm";
import type { Resource } from "@/lib/access/authorize";
import type { Role } from "@/lib/access/permissions";
import { Refusal } from "@/lib/access/refusal";
import { members, users } from "@/lib/auth/table";
import { db } from "@/lib/db/client";

export type MemberRecord = {
  id: string;
  organizationId: string;
  userId: string;
  role: Role;
  name: string;
};

/** The organization that a membership belongs to, as the resource of its operations. */
export async function onMember({ memberId }: { memberId: string }): Promise<Resource | undefined> {
  const found = await findMember(memberId);
  return found && { type: "organization", id: found.organizationId, organizationId: found.organizationId };
}

/** @throws Refusal NOT_FOUND */
export async function memberRecord(memberId: string): Promise<MemberRecord> {
  const found = await findMember(memberId);
  if (!found) throw new Refusal("NOT_FOUND");
  return found;
}

async function findMember(memberId: string): Promise<MemberRecord | undefined> {
  const { id, organizationId, userId, role } = members;
  const [found] = await db()
    .select({ id, organizationId, userId, role, name: users.name })
    .from(members)
    .innerJoin(users, eq(users.id, userId))
    .where(eq(id, memberId));
  return found;
}
