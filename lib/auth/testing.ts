import type { Caller } from "@/lib/access/caller";
import { seedGrants } from "@/lib/access/permissions";
import { grants } from "@/lib/access/table";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/db/columns";
import { members, organizations, users } from "./table";

/** A person in an organization of their own, with the grants of their role. */
export async function givenOwner(
  role: "owner" | "admin" | "member" | "restricted" = "owner",
): Promise<Caller> {
  const slug = newId("t");
  const [user] = await db()
    .insert(users)
    .values({ name: "Maren Hallberg", email: `${slug}@example.org` })
    .returning();
  const [organization] = await db()
    .insert(organizations)
    .values({ name: "Hallberg Studio", slug })
    .returning();
  if (!user || !organization) throw new Error("an insert returned no row");
  await db().insert(members).values({ organizationId: organization.id, userId: user.id, role });
  const rows = seedGrants(role).map((grant) => ({
    ...grant,
    organizationId: organization.id,
    userId: user.id,
  }));
  if (rows.length > 0) await db().insert(grants).values(rows);
  return {
    kind: "session",
    userId: user.id,
    name: user.name,
    email: user.email,
    organizationId: organization.id,
    instanceAdmin: false,
    readOnly: false,
    grants: rows,
  };
}
