import { setTimeout as pause } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { ownConnection } from "./client";

/** The two numbers of an advisory lock (PostgreSQL, section 13.3.5). */
export type LockKey = readonly [space: number, key: number];

const RETRY_MS = 2_000;

/**
 * Waits until this process alone, of all on the database, holds the key, runs `work`, and waits again when the work
 * ends or the connection is lost. The lock lives on a connection of its own: when the process dies, however it does,
 * the next one has it at once, and nobody asks again and again.
 * @param work gets a signal that aborts when the lock is lost or not wanted any more
 * @returns once the signal has aborted and the lock is free again
 */
export async function whileHolding(
  [space, key]: LockKey,
  signal: AbortSignal,
  work: (held: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const lost = new AbortController();
    const connection = ownConnection("roadstead lock", () => lost.abort());
    const leave = () => void connection.end({ timeout: 0 });
    signal.addEventListener("abort", leave, { once: true });
    try {
      await connection`SELECT pg_advisory_lock(${space}::int, ${key}::int)`;
      // From here on the work ends first and the lock after it, so that two never do it at once.
      signal.removeEventListener("abort", leave);
      if (!signal.aborted) await work(AbortSignal.any([signal, lost.signal]));
    } catch (error) {
      if (!signal.aborted) console.info("a lock could not be held, and is waited for again:", error);
    } finally {
      signal.removeEventListener("abort", leave);
      await connection.end({ timeout: 0 });
    }
    await pause(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}

/** The condition that some process on the database holds the key now. */
export function isHeld([space, key]: LockKey): SQL<boolean> {
  return sql<boolean>`EXISTS (
    SELECT 1 FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND classid = ${space} AND objid = ${key} AND objsubid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;
}
