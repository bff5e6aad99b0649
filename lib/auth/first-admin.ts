import { ne, sql } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { recordAudit } from "@/lib/audit/record";
import { db } from "@/lib/db/client";
import { hashPassword } from "./password";
import { NewPassword } from "./password-rule";
import { PersonName } from "./person-name";
import { createFirstOrganization } from "./store/organizations";
import { accounts, users } from "./table";
import { LOCAL_ADMIN } from "./zero-auth/local-admin";

export const FirstAdminInput = z.object({
  name: PersonName,
  email: z
    .email("Write an e-mail address, such as maren@example.org.")
    .max(254)
    .transform((email) => email.toLowerCase()),
  password: NewPassword,
});

/** Whether the first admin is still to be made. Nobody can sign in as the local admin, who does not count. */
export async function setupNeeded(): Promise<boolean> {
  const [row] = await db()
    .select({ any: sql<boolean>`true` })
    .from(users)
    .where(ne(users.id, LOCAL_ADMIN))
    .limit(1);
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
  const made = await db().transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE ${users} IN EXCLUSIVE MODE`);
    const [someone] = await tx.select({ id: users.id }).from(users).where(ne(users.id, LOCAL_ADMIN)).limit(1);
    if (someone) throw new Refusal("ALREADY_SET_UP");
    const [user] = await tx
      .insert(users)
      .values({ name: input.name, email: input.email, emailVerified: true, instanceAdmin: true })
      .returning({ id: users.id, name: users.name });
    if (!user) throw new Error("an insert returned no row");
    await tx
      .insert(accounts)
      .values({ accountId: user.id, providerId: "credential", userId: user.id, password });
    return { userId: user.id, organizationId: await createFirstOrganization(tx, user) };
  });
  const event = { operation: "auth.createFirstAdmin", resourceId: made.userId, outcome: "done" };
  await recordAudit({ kind: "terminal", organizationId: made.organizationId }, event);
  return made;
}
