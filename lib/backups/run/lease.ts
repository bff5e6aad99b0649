import { and, eq, inArray, sql } from "drizzle-orm";
import { db, type Transaction } from "@/lib/db/client";
import { persistently } from "@/lib/deployments/run/persistently";
import { Stopped } from "@/lib/deployments/run/stopped";
import { ACTIVE_STATES, type BackupRecord } from "../row";
import { backups } from "../table";

const LEASE_SECONDS = 30;
const lease = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

type Values = Partial<Omit<BackupRecord, "id" | "projectId" | "organizationId">>;

/** One worker's right to carry one backup. Every write goes through it and fails once the right is gone. */
export type Lease = ReturnType<typeof openLease>;

export function openLease(row: BackupRecord, worker: string) {
  const over = new AbortController();
  const stop = (why: "lost" | "shutdown") => over.abort(new Stopped(why));
  let last: Promise<unknown> = Promise.resolve();

  async function store(values: Values, also?: (tx: Transaction) => Promise<void>): Promise<void> {
    over.signal.throwIfAborted();
    const mine = and(
      eq(backups.id, row.id),
      eq(backups.worker, worker),
      inArray(backups.state, ACTIVE_STATES),
    );
    const kept = await persistently(over.signal, () =>
      db().transaction(async (tx) => {
        const changed = await tx.update(backups).set(values).where(mine).returning({ id: backups.id });
        if (changed.length > 0) await also?.(tx);
        return changed;
      }),
    );
    if (kept.length === 0) stop("lost");
    over.signal.throwIfAborted();
    Object.assign(row, values);
  }

  return {
    row,
    /** Aborts when the row is not ours any more, or this process ends. */
    signal: over.signal,
    stop,
    /** One after the other; `also` happens in the same transaction. @throws Stopped when another worker has it */
    write(values: Values, also?: (tx: Transaction) => Promise<void>): Promise<void> {
      const turn = last.then(() => store(values, also));
      last = turn.catch(() => {});
      return turn;
    },
  };
}

/**
 * Takes the next backup for a worker: the oldest that waits and whose project no deployment waits for or changes, or one
 * whose worker has not been heard of for 30 seconds. Two workers never get the same one.
 */
export async function claimNext(worker: string): Promise<BackupRecord | undefined> {
  const [taken] = await db().execute<{ id: string }>(sql`
    UPDATE backups SET
      worker = ${worker},
      lease_until = ${lease},
      started_at = coalesce(started_at, now()),
      attempts = attempts + 1,
      state = CASE state WHEN 'queued' THEN 'copying' ELSE state END
    WHERE id = (
      SELECT waiting.id FROM backups waiting
      WHERE (waiting.state = 'queued' AND NOT EXISTS (
          SELECT 1 FROM deployments
          WHERE deployments.project_id = waiting.project_id
            AND deployments.state IN ('queued', 'building', 'deploying')))
        OR (waiting.state IN ('copying', 'verifying')
          AND (waiting.lease_until IS NULL OR waiting.lease_until < now()))
      ORDER BY waiting.created_at
      LIMIT 1
      FOR UPDATE OF waiting SKIP LOCKED)
    RETURNING id`);
  if (!taken) return undefined;
  const [row] = await db().select().from(backups).where(eq(backups.id, taken.id));
  return row;
}

/** Prolongs a worker's leases. @returns the ids that it still has */
export async function renewLeases(worker: string, ids: string[]): Promise<string[]> {
  const kept = await db()
    .update(backups)
    .set({ leaseUntil: lease })
    .where(and(eq(backups.worker, worker), inArray(backups.id, ids), inArray(backups.state, ACTIVE_STATES)))
    .returning({ id: backups.id });
  return kept.map(({ id }) => id);
}

/** Lets go of everything a worker carries, so that another may take it at once. */
export async function releaseLeases(worker: string): Promise<void> {
  await db()
    .update(backups)
    .set({ leaseUntil: sql`now()` })
    .where(and(eq(backups.worker, worker), inArray(backups.state, ACTIVE_STATES)));
}
