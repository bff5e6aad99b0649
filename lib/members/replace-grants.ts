import { and, eq, inArray } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { allows, type Grant, LEVELS } from "@/lib/access/permissions";
import { Refusal } from "@/lib/access/refusal";
import { grants } from "@/lib/access/table";
import { members } from "@/lib/auth/table";
import { db, type Transaction } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { projects } from "@/lib/projects/table";
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
    const rows = wanted.map((grant) => inTable(grant, member.organizationId));
    requireDistinct(rows);
    requireNotAbove(caller, rows);
    await db().transaction(async (tx) => {
      await lockChangeable(tx, member);
      await requireProjects(tx, rows, member.organizationId);
      const held = and(eq(grants.organizationId, member.organizationId), eq(grants.userId, member.userId));
      await tx.delete(grants).where(held);
      if (rows.length > 0)
        await tx.insert(grants).values(rows.map((row) => ({ ...row, userId: member.userId })));
    });
    return { grants: await heldGrants(member) };
  },
});

function inTable({ permissions, ...grant }: Grants["grants"][number], organizationId: string): Grant {
  const permission = LEVELS.findLast((level) => permissions.includes(level)) ?? "read";
  const resourceId = grant.resourceType === "organization" ? "*" : grant.resourceId;
  return { ...grant, organizationId, resourceId, permission };
}

function requireDistinct(rows: readonly Grant[]): void {
  const names = rows.map(({ resourceType, resourceId }) => `${resourceType} ${resourceId}`);
  const issues = names.flatMap((name, at) =>
    names.indexOf(name) < at
      ? { path: `grants.${at}`, message: "This names the same as one before it. Name each once." }
      : [],
  );
  if (issues.length > 0) throw new Refusal("VALIDATION_ERROR", { issues });
}

function requireNotAbove(caller: Caller, rows: readonly Grant[]): void {
  const above = rows.some(
    ({ organizationId, resourceType: type, resourceId: id, permission }) =>
      !allows(caller.grants, { organizationId, type, id }, permission),
  );
  if (above) throw new Refusal("GRANT_EXCEEDS_ACCESS");
}

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

async function requireProjects(
  tx: Transaction,
  rows: readonly Grant[],
  organizationId: string,
): Promise<void> {
  const named = rows.map(({ resourceType, resourceId }) =>
    resourceType === "project" && resourceId !== "*" ? resourceId : "",
  );
  const ids = named.filter(Boolean);
  if (ids.length === 0) return;
  const found = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), inArray(projects.id, ids)));
  const known = new Set(found.map(({ id }) => id));
  const issues = named.flatMap((id, at) =>
    id && !known.has(id)
      ? { path: `grants.${at}.resourceId`, message: "The organization has no such project." }
      : [],
  );
  if (issues.length > 0) throw new Refusal("VALIDATION_ERROR", { issues });
}
