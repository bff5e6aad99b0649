import { and, eq, inArray, sql } from "drizzle-orm";
import { db, type Transaction } from "@/lib/db/client";
import { announceEnd } from "../change/announce-end";
import { ACTIVE_STATES, type DeploymentEvent, isFinal, moved } from "../machine";
import { notify } from "../notices";
import type { DeploymentState } from "../schema";
import { deployments } from "../table";
import { persistently } from "./persistently";
import { type StopCause, Stopped } from "./stopped";

export type DeploymentRecord = typeof deployments.$inferSelect;
type Values = Partial<
  Pick<DeploymentRecord, "steps" | "snapshot" | "change" | "reason" | "advice" | "failedService" | "routedAt">
>;

export const LEASE_SECONDS = 30;

/** One worker's right to carry one deployment. Every write goes through it and fails once the right is gone. */
export type Lease = ReturnType<typeof openLease>;

export function openLease(row: DeploymentRecord, worker: string) {
  const wanted = new AbortController();
  const held = new AbortController();
  let state: DeploymentState = row.state;

  function stop(why: StopCause) {
    (why === "cancelled" ? wanted : held).abort(new Stopped(why));
  }

  /** One after the other: a write that overtakes a change of state would find the row in another state than it asks for. */
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<T>(write: () => Promise<T>): Promise<T> {
    const turn = last.then(write);
    last = turn.catch(() => {});
    return turn;
  }

  async function store(values: Values & { state?: DeploymentState; finishedAt?: Date }, also?: Also) {
    held.signal.throwIfAborted();
    const mine = and(
      eq(deployments.id, row.id),
      eq(deployments.worker, worker),
      eq(deployments.state, state),
    );
    const kept = await persistently(held.signal, () =>
      db().transaction(async (tx) => {
        const changed = await tx
          .update(deployments)
          .set(values)
          .where(mine)
          .returning({ id: deployments.id });
        if (changed.length === 0) return false;
        if (values.state && isFinal(values.state))
          await announceEnd(tx, { ...row, ...values, state: values.state });
        await also?.(tx);
        await notify(tx, { kind: "row", deploymentId: row.id });
        return true;
      }),
    );
    if (!kept) stop("lost");
    held.signal.throwIfAborted();
    state = values.state ?? state;
  }

  return {
    row,
    worker,
    /** Aborts when the work is not wanted any more, for whatever cause. */
    working: AbortSignal.any([held.signal, wanted.signal]),
    /** Aborts only when the row is not ours any more; clearing up after a cancel runs under this one. */
    held: held.signal,
    cancelled: wanted.signal,
    stop,
    state: () => state,
    /** `also` happens in the same transaction. @throws Stopped when another worker has the deployment */
    write: (values: Values, also?: Also) => inTurn(() => store(values, also)),
    /** Moves the deployment along; `also` happens in the same transaction. @throws Stopped, Error for a wrong event */
    advance: (event: DeploymentEvent, values: Values & { finishedAt?: Date } = {}, also?: Also) =>
      inTurn(async () => {
        await store({ ...values, state: moved(state, event) }, also);
      }),
  };
}
type Also = (tx: Transaction) => Promise<unknown>;

/**
 * Takes the next deployment for a worker: the oldest queued one of a project that has none under way, or one whose
 * worker has not been heard of for 30 seconds. Two workers never get the same one.
 */
export async function claimNext(worker: string): Promise<DeploymentRecord | undefined> {
  const [taken] = await db().execute<{ id: string }>(sql`
    UPDATE deployments SET
      worker = ${worker},
      lease_until = now() + make_interval(secs => ${LEASE_SECONDS}),
      started_at = coalesce(started_at, now()),
      attempts = attempts + 1,
      state = CASE state WHEN 'queued' THEN ${moved("queued", "claim")} ELSE state END
    WHERE id = (
      SELECT waiting.id FROM deployments waiting JOIN projects ON projects.id = waiting.project_id
      WHERE (waiting.state = 'queued' AND NOT EXISTS (
          SELECT 1 FROM deployments earlier
          WHERE earlier.project_id = waiting.project_id
            AND (earlier.state IN ('building', 'deploying')
              OR (earlier.state = 'queued' AND earlier.number < waiting.number))))
        OR (waiting.state IN ('building', 'deploying')
          AND (waiting.lease_until IS NULL OR waiting.lease_until < now()))
      ORDER BY waiting.created_at, waiting.number
      LIMIT 1
      FOR UPDATE OF waiting SKIP LOCKED
      FOR NO KEY UPDATE OF projects SKIP LOCKED)
    RETURNING id`);
  if (!taken) return undefined;
  const [row] = await db().select().from(deployments).where(eq(deployments.id, taken.id));
  if (row) await notify(db(), { kind: "row", deploymentId: row.id });
  return row;
}

/**
 * Prolongs a worker's leases on these deployments; what it does not carry any more is left to run out.
 * @returns the ones it still has, and whether people want them cancelled
 */
export async function renewLeases(worker: string, ids: string[]) {
  return await db()
    .update(deployments)
    .set({ leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where(
      and(
        eq(deployments.worker, worker),
        inArray(deployments.id, ids),
        inArray(deployments.state, [...ACTIVE_STATES]),
      ),
    )
    .returning({ id: deployments.id, cancelRequested: deployments.cancelRequested });
}

/** Lets go of everything a worker carries, so that another may take it at once. */
export async function releaseLeases(worker: string): Promise<void> {
  await db()
    .update(deployments)
    .set({ leaseUntil: sql`now()` })
    .where(and(eq(deployments.worker, worker), inArray(deployments.state, [...ACTIVE_STATES])));
}
