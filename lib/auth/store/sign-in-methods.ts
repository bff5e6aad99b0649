import { and, eq, inArray, isNotNull, ne, or } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/db/client";
import { refuse } from "../refuse";
import { configuredProviders } from "../social";
import { accounts, passkeys, users } from "../table";

type On = Database | Transaction;

/** Removes a passkey; of two last ones removed at once, one stays. @throws APIError LAST_SIGN_IN_METHOD */
export async function removePasskey(on: On, id: string): Promise<void> {
  await on.transaction(async (tx) => {
    const [passkey] = await tx.select().from(passkeys).where(eq(passkeys.id, id));
    if (!passkey) return;
    await requireAnother(tx, passkey.userId, id);
    await tx.delete(passkeys).where(eq(passkeys.id, id));
  });
}

/** Removes a password or a provider's account. @throws APIError LAST_SIGN_IN_METHOD */
export async function removeAccount(on: On, id: string): Promise<void> {
  await on.transaction(async (tx) => {
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, id));
    if (!account) return;
    await requireAnother(tx, account.userId, id);
    await tx.delete(accounts).where(eq(accounts.id, id));
  });
}

/** A provider that is not configured any more lets nobody in, so its accounts do not count. */
async function requireAnother(tx: Transaction, userId: string, removed: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  const password = and(eq(accounts.providerId, "credential"), isNotNull(accounts.password));
  const [account] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        eq(accounts.userId, userId),
        ne(accounts.id, removed),
        or(password, inArray(accounts.providerId, configuredProviders())),
      ),
    )
    .limit(1);
  if (account) return;
  const [passkey] = await tx
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), ne(passkeys.id, removed)))
    .limit(1);
  if (!passkey) throw refuse("LAST_SIGN_IN_METHOD");
}
