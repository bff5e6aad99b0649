import { sql } from "drizzle-orm";
import { hearChannel } from "@/lib/db/channel";
import type { Transaction } from "@/lib/db/client";

const CHANNEL = "roadstead_backups";

/** Tells every process that a backup waits, when the transaction commits. */
export async function tellQueued(tx: Pick<Transaction, "execute">): Promise<void> {
  await tx.execute(sql`SELECT pg_notify(${CHANNEL}, 'queued')`);
}

/** Hears of backups that wait, until the returned function is called. */
export async function hearQueued(hear: () => void): Promise<() => void> {
  return await hearChannel(CHANNEL, hear);
}
