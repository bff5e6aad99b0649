import { and, asc, eq } from "drizzle-orm";
import { includes, LEVELS } from "@/lib/access/permissions";
import { grants } from "@/lib/access/table";
import { db } from "@/lib/db/client";
import type { MemberRecord } from "./on-member";
import type { Grants } from "./schema";

/** What a member holds, each grant with the lesser permissions that it includes. */
export async function heldGrants({ organizationId, userId }: MemberRecord): Promise<Grants["grants"]> {
  const rows = await db()
    .select()
    .from(grants)
    .where(and(eq(grants.organizationId, organizationId), eq(grants.userId, userId)))
    .orderBy(asc(grants.resourceType), asc(grants.resourceId));
  return rows.map(({ resourceType, resourceId, permission }) => ({
    resourceType,
    resourceId,
    permissions: LEVELS.filter((level) => includes(permission, level)),
  }));
}
