import { asc, eq } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { members, organizations } from "@/lib/auth/table";
import { db } from "@/lib/db/client";
import type { MyOrganization } from "./schema";

/** The organizations that the caller belongs to, by name, with the caller's label in each. */
export async function myOrganizations({ userId }: Pick<Caller, "userId">): Promise<MyOrganization[]> {
  return db()
    .select({ id: organizations.id, name: organizations.name, role: members.role })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(eq(members.userId, userId))
    .orderBy(asc(organizations.name), asc(organizations.id));
}
