import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, type Transaction } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { accounts, members, organizations, passkeys, users } from "../table";
import { givenOwnerSignedIn, givenPerson } from "../testing";
import { removeMember } from "./members";
import { removeAccount, removePasskey } from "./sign-in-methods";

givenDatabase();

/** Whether somebody waits for a row that another transaction holds. */
async function isWaiting(): Promise<boolean> {
  const [row] = await db().execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return (row?.n ?? 0) > 0;
}

/**
 * Two at the same moment, in the order that does harm: `second` begins while `first` has not ended, and has looked by
 * the time `first` does what it does. @returns how `second` ended
 */
async function race(
  hold: (tx: Transaction) => Promise<unknown>,
  first: (tx: Transaction) => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<PromiseSettledResult<unknown>> {
  let ended: Promise<PromiseSettledResult<unknown>[]> | undefined;
  await db().transaction(async (tx) => {
    await hold(tx);
    let isOver = false;
    ended = Promise.allSettled([second().finally(() => (isOver = true))]);
    await expect.poll(async () => isOver || (await isWaiting()), { interval: 5 }).toBe(true);
    await first(tx);
  });
  const [result] = (await ended) ?? [];
  if (!result) throw new Error("nothing ran");
  return result;
}

const refusedAs = (code: string) => ({ status: "rejected", reason: { body: { code } } });

test("of two last owners who go at the same moment one stays", async () => {
  const { organizationId, userId } = await givenOwnerSignedIn();
  const { memberId = "" } = await givenPerson({ organizationId, role: "owner" });
  const result = await race(
    (tx) => tx.select().from(organizations).where(eq(organizations.id, organizationId)).for("update"),
    (tx) => tx.delete(members).where(eq(members.userId, userId)),
    () => removeMember(db(), memberId),
  );
  expect(result).toMatchObject(refusedAs("LAST_OWNER"));
  expect(await db().$count(members, eq(members.organizationId, organizationId))).toBe(1);
});

test("of two last ways in that are taken away at the same moment one stays", async () => {
  const { userId } = await givenPerson();
  const [passkey] = await db()
    .insert(passkeys)
    .values({
      userId,
      name: "Laptop",
      publicKey: "key",
      credentialID: userId,
      counter: 0,
      deviceType: "singleDevice",
      backedUp: false,
    })
    .returning();
  const [password] = await db().select().from(accounts).where(eq(accounts.userId, userId));
  const hold = (tx: Transaction) => tx.select().from(users).where(eq(users.id, userId)).for("update");
  const passkeyId = passkey?.id ?? "";
  const passwordGone = await race(
    hold,
    (tx) => tx.delete(accounts).where(eq(accounts.userId, userId)),
    () => removePasskey(db(), passkeyId),
  );
  expect(passwordGone).toMatchObject(refusedAs("LAST_SIGN_IN_METHOD"));

  if (password) await db().insert(accounts).values(password);
  const passkeyGone = await race(
    hold,
    (tx) => tx.delete(passkeys).where(eq(passkeys.userId, userId)),
    () => removeAccount(db(), password?.id ?? ""),
  );
  expect(passkeyGone).toMatchObject(refusedAs("LAST_SIGN_IN_METHOD"));
});
