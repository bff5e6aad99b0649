import { and, eq, isNull, lt, lte, or, sql } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { refuse } from "../refuse";
import { twoFactors } from "../table";

const MOST_FAILURES = 10;
const LOCK = sql`now() + interval '15 minutes'`;

/**
 * Counts an attempt before it is looked at, so that guesses sent at once cannot outrun the count. After ten without a
 * right one the account takes no codes for 15 minutes, whatever challenge they come from.
 * @throws APIError TOO_MANY_ATTEMPTS
 */
export async function countAttempt(userId: string): Promise<void> {
  const { failedVerificationCount: failures, lockedUntil } = twoFactors;
  // A lock that is over starts the count anew.
  const next = sql<number>`CASE WHEN ${lockedUntil} IS NULL THEN ${failures} + 1 ELSE 1 END`;
  const [counted] = await db()
    .update(twoFactors)
    .set({
      failedVerificationCount: next,
      lockedUntil: sql`CASE WHEN ${next} >= ${MOST_FAILURES} THEN ${LOCK} ELSE NULL END`,
    })
    .where(and(eq(twoFactors.userId, userId), or(isNull(lockedUntil), lte(lockedUntil, sql`now()`))))
    .returning({ id: twoFactors.id });
  if (!counted) throw refuse("TOO_MANY_ATTEMPTS");
}

/** A right code: the count begins anew. */
export async function forgetAttempts(userId: string): Promise<void> {
  await db()
    .update(twoFactors)
    .set({ failedVerificationCount: 0, lockedUntil: null })
    .where(eq(twoFactors.userId, userId));
}

/**
 * Spends the code of a time step, and with it every older one; of two at the same moment one succeeds.
 * @throws APIError INVALID_CODE when it is spent
 */
export async function spendStep(userId: string, step: number): Promise<void> {
  const { lastUsedStep } = twoFactors;
  const [spent] = await db()
    .update(twoFactors)
    .set({ lastUsedStep: step })
    .where(and(eq(twoFactors.userId, userId), or(isNull(lastUsedStep), lt(lastUsedStep, step))))
    .returning({ id: twoFactors.id });
  if (!spent) throw refuse("INVALID_CODE");
}
