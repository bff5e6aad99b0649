import { sql } from "drizzle-orm";
import type { Transaction } from "@/lib/db/client";

/**
 * Waits until this transaction alone may give out names, slugs and host ports of this instance. Two people who
 * install the same thing at the same time then see each other's choice.
 */
export async function lockNamesAndPorts(tx: Pick<Transaction, "execute">): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(1919897956, 20)`);
}
