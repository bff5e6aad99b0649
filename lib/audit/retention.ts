import { and, asc, gt, lte } from "drizzle-orm";
import { auditChains, auditEvents } from "@/lib/access/table";
import { db } from "@/lib/db/client";
import { dataKey } from "@/lib/secrets/data-key";
import { settings } from "@/lib/settings";
import { lockHead, moveHead, ofChain } from "./chain/head";
import { BEGINNING, isIntact } from "./chain/sign";

const BATCH = 1000;
const DAY_MS = 24 * 3600_000;

/**
 * Removes rows older than ROADSTEAD_AUDIT_DAYS from the beginning of every chain, a thousand at a time. The chain
 * keeps what its first row follows, so that it can be verified as before. A row that is not what it was stays: it and
 * all after it are what somebody will want to look at.
 * @returns how many rows are gone
 */
export async function removeOldEvents(now = new Date(), days = settings().auditDays): Promise<number> {
  const cutoff = new Date(now.getTime() - days * DAY_MS);
  const chains = await db().select({ id: auditChains.id }).from(auditChains);
  let removed = 0;
  for (const { id } of chains) {
    for (;;) {
      const gone = await removeBatch(id, cutoff);
      removed += gone;
      if (gone < BATCH) break;
    }
  }
  return removed;
}

async function removeBatch(chain: string, cutoff: Date): Promise<number> {
  const key = await dataKey("audit");
  return db().transaction(async (tx) => {
    const head = await lockHead(tx, key, chain);
    const from = head.removedSeq ?? 0;
    const page = await tx
      .select()
      .from(auditEvents)
      .where(and(ofChain(chain), gt(auditEvents.seq, from)))
      .orderBy(asc(auditEvents.seq))
      .limit(BATCH);
    const stays = page.findIndex((row) => row.at >= cutoff || !isIntact(key, row));
    const gone = stays === -1 ? page : page.slice(0, stays);
    const last = gone.at(-1);
    if (!last) return 0;
    await tx.delete(auditEvents).where(and(ofChain(chain), lte(auditEvents.seq, last.seq)));
    await moveHead(tx, key, head, { removedSeq: last.seq, removedHash: last.hash ?? BEGINNING });
    return gone.length;
  });
}

const HOUR_MS = 3600_000;
type Retention = { timer: NodeJS.Timeout; underWay: Promise<void> };
const shared = globalThis as typeof globalThis & { roadsteadAuditRetention?: Retention };

/** Removes old rows now and then once an hour, for as long as the process lives. Of several processes each may do it. */
export function startRetention(): void {
  if (shared.roadsteadAuditRetention) return;
  const retention: Retention = {
    timer: setInterval(() => {
      retention.underWay = remove();
    }, HOUR_MS).unref(),
    underWay: remove(),
  };
  shared.roadsteadAuditRetention = retention;
}

/** No more of it. @returns once what is under way has come to its end, so that the database may be closed */
export async function stopRetention(): Promise<void> {
  const retention = shared.roadsteadAuditRetention;
  shared.roadsteadAuditRetention = undefined;
  clearInterval(retention?.timer);
  await retention?.underWay;
}

async function remove(): Promise<void> {
  await removeOldEvents().catch((cause) =>
    console.error("old rows of the audit log could not be removed:", cause),
  );
}
