import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { auditChains, auditEvents } from "@/lib/access/table";
import type { Transaction } from "@/lib/db/client";
import { INSTANCE_CHAIN } from "./entry";
import { BEGINNING, type ChainHead, FOREIGN, isSigned, signHead } from "./sign";

/** The rows of one chain. */
export const ofChain = (chain: string) =>
  chain === INSTANCE_CHAIN ? isNull(auditEvents.organizationId) : eq(auditEvents.organizationId, chain);

/** The ends of a chain, locked until the transaction ends: whoever adds or removes rows takes turns. */
export async function lockHead(tx: Transaction, key: Buffer, chain: string): Promise<ChainHead> {
  const find = () => tx.select().from(auditChains).where(eq(auditChains.id, chain)).for("update");
  const [found] = await find();
  if (found) return found;
  await tx
    .insert(auditChains)
    .values(await firstHead(tx, key, chain))
    .onConflictDoNothing();
  const [made] = await find();
  if (!made) throw new Error("an insert left no row");
  return made;
}

/** Moves the ends. Where somebody else had moved them before, that stays to be seen. */
export async function moveHead(
  tx: Transaction,
  key: Buffer,
  head: ChainHead,
  ends: Partial<Omit<ChainHead, "id" | "mac">>,
): Promise<void> {
  const mac = isSigned(key, head) ? signHead(key, { ...head, ...ends }) : FOREIGN;
  await tx
    .update(auditChains)
    .set({ ...ends, mac })
    .where(eq(auditChains.id, head.id));
}

/** A chain begins after the rows that were written before there were chains. With hashed rows it was there, and is lost. */
async function firstHead(tx: Transaction, key: Buffer, chain: string): Promise<ChainHead> {
  const [last] = await tx
    .select({ seq: auditEvents.seq, hash: auditEvents.hash })
    .from(auditEvents)
    .where(and(ofChain(chain), sql`${auditEvents.hash} IS NOT NULL`))
    .orderBy(desc(auditEvents.seq))
    .limit(1);
  if (last?.hash) {
    const ends = { id: chain, lastSeq: last.seq, lastHash: last.hash, removedSeq: null, removedHash: null };
    return { ...ends, mac: FOREIGN };
  }
  const [older] = await tx
    .select({ seq: sql<number | null>`max(${auditEvents.seq})`.mapWith(Number) })
    .from(auditEvents)
    .where(ofChain(chain));
  const seq = older?.seq ?? 0;
  const ends = { id: chain, lastSeq: seq, lastHash: BEGINNING, removedSeq: seq, removedHash: BEGINNING };
  return { ...ends, mac: signHead(key, ends) };
}
