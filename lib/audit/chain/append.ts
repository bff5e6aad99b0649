import { sql } from "drizzle-orm";
import { auditEvents } from "@/lib/access/table";
import { db, type Transaction } from "@/lib/db/client";
import { dataKey } from "@/lib/secrets/data-key";
import { type AuditEntry, chainOf } from "./entry";
import { lockHead, moveHead } from "./head";
import { hashOf } from "./sign";

/**
 * Writing takes turns on a chain's ends. What one process has to write while a turn is under way goes together with
 * the next one, so that many writers cost one transaction and not one each.
 */
type Waiting = { entry: AuditEntry; done: () => void; failed: (cause: unknown) => void };
const waiting = new Map<string, Waiting[]>();

const MOST_AT_ONCE = 200;

/** Writes one event at the end of its chain; it is durable when this returns. @throws the database's error */
export function appendEvent(entry: AuditEntry): Promise<void> {
  return new Promise((done, failed) => {
    const chain = chainOf(entry.organizationId);
    const queue = waiting.get(chain);
    if (queue) return void queue.push({ entry, done, failed });
    waiting.set(chain, [{ entry, done, failed }]);
    void drain(chain);
  });
}

async function drain(chain: string): Promise<void> {
  for (;;) {
    const turn = waiting.get(chain)?.splice(0, MOST_AT_ONCE) ?? [];
    if (turn.length === 0) break;
    try {
      await appendAll(
        chain,
        turn.map(({ entry }) => entry),
      );
      for (const { done } of turn) done();
    } catch (cause) {
      for (const { failed } of turn) failed(cause);
    }
  }
  waiting.delete(chain);
}

async function appendAll(chain: string, entries: AuditEntry[]): Promise<void> {
  const key = await dataKey("audit");
  await db().transaction(async (tx) => {
    // Sent together: the numbers are drawn under the lock, so their order is that of the chain.
    const [head, drawn] = await Promise.all([lockHead(tx, key, chain), drawNumbers(tx, entries.length)]);
    // Only the first row of all may find that another process began the chain in between.
    const inOrder = (drawn[0] as number) > head.lastSeq;
    const numbers = inOrder ? drawn : await drawNumbers(tx, entries.length);
    let lastHash = head.lastHash;
    const rows = entries.map((entry, index) => {
      const seq = numbers[index] as number;
      const previousHash = lastHash;
      lastHash = hashOf(key, seq, entry, previousHash);
      return { ...entry, seq, previousHash, hash: lastHash };
    });
    const lastSeq = rows.at(-1)?.seq ?? head.lastSeq;
    await Promise.all([tx.insert(auditEvents).values(rows), moveHead(tx, key, head, { lastSeq, lastHash })]);
  });
}

async function drawNumbers(tx: Transaction, count: number): Promise<number[]> {
  const rows = await tx.execute<{ seq: string }>(
    sql`SELECT nextval('audit_events_seq_seq') AS seq FROM generate_series(1, ${count}::int)`,
  );
  return rows.map(({ seq }) => Number(seq)).sort((one, other) => one - other);
}
