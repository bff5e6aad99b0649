import { sql } from "drizzle-orm";
import { hearChannel } from "@/lib/db/channel";
import type { Transaction } from "@/lib/db/client";

const CHANNEL = "roadstead_notifications";

/** Tells every process that there is something to send, when the transaction commits. */
export async function wakeSenders(on: Pick<Transaction, "execute">): Promise<void> {
  await on.execute(sql`SELECT pg_notify(${CHANNEL}, '')`);
}

/** Hears of it until the returned function is called, and after a lost connection too. */
export async function hearWaking(hear: () => void): Promise<() => void> {
  return await hearChannel(CHANNEL, () => hear());
}
