import { and, asc, eq, gt, lte } from "drizzle-orm";
import { auditChains, auditEvents } from "@/lib/access/table";
import { db, type Transaction } from "@/lib/db/client";
import { dataKey } from "@/lib/secrets/data-key";
import type { Damage } from "../schema";
import type { AuditRow } from "./entry";
import { ofChain } from "./head";
import { BEGINNING, isIntact, isSigned } from "./sign";

const PAGE = 1000;
// Somebody who rewrote the whole log is told once, not a million times.
const MOST_DAMAGES = 50;

/** What was found: rows that were read, rows older than the chain, and every place where it does not hold. */
export type Checked = { rows: number; older: number; lastSeq: number; lastHash: string; damages: Damage[] };

/** Follows a chain from its first row to its last, as it was at one moment, a thousand rows in memory at a time. */
export async function checkChain(chain: string): Promise<Checked> {
  const key = await dataKey("audit");
  return db().transaction(
    async (tx) => {
      const [head] = await tx.select().from(auditChains).where(eq(auditChains.id, chain));
      const from = head?.removedSeq ?? 0;
      const walk = openWalk(key, head?.removedHash ?? BEGINNING);
      let rows = 0;
      for await (const page of pages(tx, chain, from)) {
        rows += page.length;
        for (const row of page) walk.step(row);
        if (walk.damages.length >= MOST_DAMAGES) break;
      }
      const older = await tx.$count(auditEvents, and(ofChain(chain), lte(auditEvents.seq, from)));
      if (!head) {
        if (rows > 0) walk.damages.push({ kind: "ends-moved", seq: null, at: null });
        return { rows, older, lastSeq: 0, lastHash: BEGINNING, damages: walk.damages };
      }
      walk.end(head.lastHash);
      if (!isSigned(key, head)) walk.damages.push({ kind: "ends-moved", seq: null, at: null });
      const { lastSeq, lastHash } = head;
      return { rows, older, lastSeq, lastHash, damages: walk.damages.slice(0, MOST_DAMAGES) };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

async function* pages(tx: Transaction, chain: string, from: number): AsyncGenerator<AuditRow[]> {
  let last = from;
  for (;;) {
    const page = await tx
      .select()
      .from(auditEvents)
      .where(and(ofChain(chain), gt(auditEvents.seq, last)))
      .orderBy(asc(auditEvents.seq))
      .limit(PAGE);
    if (page.length === 0) return;
    yield page;
    last = page.at(-1)?.seq ?? last;
  }
}

/**
 * A row that is intact and follows the one before it is right. Rows that are not are held until the next right one, since
 * only that tells what became of them.
 */
function openWalk(key: Buffer, beginning: string) {
  const damages: Damage[] = [];
  let before = beginning;
  let last: Pick<AuditRow, "seq" | "at"> | undefined;
  let wrong: AuditRow[] = [];

  function settle(next: string) {
    const kind = wrong.length > 0 && kindOf(wrong, before, next);
    if (kind) damages.push(...wrong.map(({ seq, at }) => ({ kind, seq, at: at.toISOString() })));
    else if (next !== before)
      damages.push({ kind: "removed", seq: last?.seq ?? null, at: last?.at.toISOString() ?? null });
    wrong = [];
  }

  return {
    damages,
    step(row: AuditRow) {
      if (isIntact(key, row)) {
        settle(row.previousHash ?? BEGINNING);
        before = row.hash ?? BEGINNING;
        last = row;
      } else if (wrong.length < MOST_DAMAGES) wrong.push(row);
    },
    end: (lastHash: string) => settle(lastHash),
  };
}

/** What became of rows that are not what they were, between the hash they stand behind and the one they stand before. */
function kindOf(wrong: AuditRow[], before: string, next: string): Damage["kind"] {
  if (next === before) return "inserted";
  const hashes = [before, ...wrong.map(({ hash }) => hash ?? "")];
  const inOrder = wrong.every(({ previousHash }, index) => previousHash === hashes[index]);
  return inOrder ? "altered" : "reordered";
}
