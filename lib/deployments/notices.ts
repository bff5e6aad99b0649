import { sql } from "drizzle-orm";
import { hearChannel } from "@/lib/db/channel";
import type { Transaction } from "@/lib/db/client";

/** What processes on one database tell each other: a hint to look, never the news itself. */
export type Notice = { kind: "queued" | "cancel" | "row" | "log"; deploymentId: string };
type Hear = (notice: Notice | "reconnected") => void;

const CHANNEL = "roadstead_deployments";

/** Tells every process, when the transaction commits. */
export async function notify(on: Pick<Transaction, "execute">, notice: Notice): Promise<void> {
  await on.execute(sql`SELECT pg_notify(${CHANNEL}, ${`${notice.kind}:${notice.deploymentId}`})`);
}

/**
 * Hears notices until the returned function is called. After a lost connection `reconnected` is heard: what was
 * said in between is gone, so look.
 */
export async function listen(hear: Hear): Promise<() => void> {
  return await hearChannel(CHANNEL, (text) => {
    if (text === undefined) return hear("reconnected");
    const at = text.indexOf(":");
    hear({ kind: text.slice(0, at) as Notice["kind"], deploymentId: text.slice(at + 1) });
  });
}
