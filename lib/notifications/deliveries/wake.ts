import { sql } from "drizzle-orm";
import type { Transaction } from "@/lib/db/client";

const CHANNEL = "roadstead_notifications";

/** Tells every process that there is something to send, when the transaction commits. */
export async function wakeSenders(on: Pick<Transaction, "execute">): Promise<void> {
  await on.execute(sql`SELECT pg_notify(${CHANNEL}, '')`);
}
