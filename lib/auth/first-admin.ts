import { sql } from "drizzle-orm";
import { z } from "zod";
import { seedGrants } from "@/lib/access/permissions";
import { Refusal } from "@/lib/access/refusal";
import { grants } from "@/lib/access/table";
import { db } from "@/lib/db/client";
import { hashPassword } from "./password";
import { accounts, members, organizations, users } from "./table";

export const FirstAdminInput = z.object({
  name: z
    .string({ error: "Write your name." })
    .trim()
    .min(1, "Write your name.")
    .max(80, "Use at most 80 characters."),
  email: z
    .email("Write an e-mail address, such as maren@example.org.")
    .max(254)
    .transform((email) => email.toLowerCase()),
  password: z
    .string({ error: "Choose a password." })
    .min(8, "Use 8 to 128 characters.")
    .max(128, "Use 8 to 128 characters."),
});

/** Whether the first admin is still to be made. */
export async function setupNeeded(): Promise<boolean> {
  const [row] = await db().select({ any: sql<boolean>`true` }).from(users).limit(1);
  return !row;
}

/**
 * Makes the first person, who owns a first organization and administers the instance.
 * Of two at the same moment one succeeds.
 * @throws Refusal ALREADY_SET_UP when there is anybody already
 */
export async function createFirstAdmin(
  input: z.output<typeof FirstAdminInput>,
): Promise<{ userId: string; organizationId: string }> {
  const password = await hashPassword(input.password);
  return db().transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE ${users} IN EXCLUSIVE MODE`);
    const [someone] = await tx.select({ id: users.id }).from(users).limit(1);
    if (someone) throw new Refusal("ALREADY_SET_UP");
    const [user] = await tx
      .insert(users)
      .values({ name: input.name, email: input.email, emailVerified: true, instanceAdmin: true })
      .returning({ id: users.id });
    const [organization] = await tx
      .insert(organizations)
      .values({ name: `${input.name}'s harbour`, slug: "first" })
      .returning({ id: organizations.id });
    if (!user || !organization) throw new Error("an insert returned no row");
    await tx
      .insert(accounts)
      .values({ accountId: user.id, providerId: "credential", userId: user.id, password });
    await tx.insert(members).values({ organizationId: organization.id, userId: user.id, role: "owner" });
    await tx
      .insert(grants)
      .values(
        seedGrants("owner").map((grant) => ({ ...grant, organizationId: organization.id, userId: user.id })),
      );
    return { userId: user.id, organizationId: organization.id };
  });
}
