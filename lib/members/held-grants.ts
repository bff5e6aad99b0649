import { and, asc, eq } from "drizzle-orm";
import { grants } from "@/lib/access/table";
import { db } from "@/lib/db/client";
import { toGiven } from "@/lib/grants";
import type { MemberRecord } from "./on-member";
import type { Grants } from "./schema";

/** What a member holds, each grant with the lesser permissions that it includes. */
export async function heldGrants({ organizationId, userId }: MemberRecord): Promise<Grants["grants"]> {
  const rows = await db()
    .select()
    .from(grants)
    .where(and(eq(grants.organizationId, organizationId), eq(grants.userId, userId)))
    .orderBy(asc(grants.resourceType), asc(grants.resourceId));
  return rows.map(toGiven);
}
