import { eq } from "drizzle-orm";
import { Refusal } from "@/lib/access/refusal";
import { users } from "@/lib/auth/table";
import { db, type Transaction } from "@/lib/db/client";
import type { Person } from "./schema";

type Row = typeof users.$inferSelect;

/** What is told of a row of people. */
export function toPerson({
  id,
  name,
  email,
  instanceAdmin,
  twoFactorEnabled,
  bannedAt,
  createdAt,
}: Row): Person {
  return {
    id,
    name,
    email,
    instanceAdmin,
    twoFactorEnabled,
    blockedAt: bannedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** Sets since when a person is blocked; null lets them in again. @throws Refusal NOT_FOUND */
export async function setBlocked(
  userId: string,
  bannedAt: Date | null,
  on: Pick<Transaction, "update"> = db(),
): Promise<Person> {
  const [row] = await on.update(users).set({ bannedAt }).where(eq(users.id, userId)).returning();
  if (!row) throw new Refusal("NOT_FOUND");
  return toPerson(row);
}
