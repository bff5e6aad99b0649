import { createHmac, timingSafeEqual } from "node:crypto";
import type { auditChains } from "@/lib/access/table";
import { type AuditEntry, type AuditRow, chainOf } from "./entry";

/** Where a chain begins and ends. */
export type ChainHead = typeof auditChains.$inferSelect;

/** What the first row of a chain follows. */
export const BEGINNING = "";

/**
 * The hash of a row: HMAC-SHA-256 (RFC 2104), hex, over all that it says, its number and the hash before it. A JSON
 * list keeps the boundaries: no two rows read alike, whatever their texts contain.
 */
export function hashOf(key: Buffer, seq: number, entry: AuditEntry, previousHash: string): string {
  const details =
    entry.details && Object.entries(entry.details).sort(([one], [other]) => (one < other ? -1 : 1));
  return mac(key, [
    "roadstead/audit/row/v1",
    chainOf(entry.organizationId),
    seq,
    entry.at.toISOString(),
    entry.userId,
    entry.callerKind,
    entry.credentialId,
    entry.address,
    entry.operation,
    entry.resourceId,
    entry.outcome,
    details,
    previousHash,
  ]);
}

/** Whether a row says what it said when it was written. */
export function isIntact(key: Buffer, row: AuditRow): boolean {
  return row.hash !== null && isSame(row.hash, hashOf(key, row.seq, row, row.previousHash ?? BEGINNING));
}

/** The signature of a chain's ends: without it, cutting rows off and moving the end would leave no trace. */
export function signHead(key: Buffer, head: Omit<ChainHead, "mac">): string {
  const { id, lastSeq, lastHash, removedSeq, removedHash } = head;
  return mac(key, ["roadstead/audit/ends/v1", id, lastSeq, lastHash, removedSeq, removedHash]);
}

/** Whether the ends are where this instance put them. */
export function isSigned(key: Buffer, head: ChainHead): boolean {
  return isSame(head.mac, signHead(key, head));
}

/** What stands for the signature of ends that somebody else has moved: they never count as ours again. */
export const FOREIGN = "foreign";

function mac(key: Buffer, parts: unknown[]): string {
  return createHmac("sha256", key).update(JSON.stringify(parts)).digest("hex");
}

function isSame(given: string, right: string): boolean {
  return given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));
}
