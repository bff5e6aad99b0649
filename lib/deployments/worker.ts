import { randomUUID } from "node:crypto";
import type { Engine } from "@/lib/engine/engine";
import { engine, installationId } from "@/lib/servers";
import { listen, type Notice } from "./notices";
import { createFiller } from "./run/filler";
import {
  claimNext,
  type DeploymentRecord,
  type Lease,
  openLease,
  releaseLeases,
  renewLeases,
} from "./run/lease";
import { LIMITS, type Limits } from "./run/limits";
import { carryOut } from "./run/run";
import { sweep } from "./run/sweep";

export type WorkerOptions = {
  /** Deployments carried at a time, each of another project. */
  atOnce?: number;
  limits?: Partial<Limits>;
  engine?: () => Promise<Engine>;
};
export type DeploymentWorker = { id: string; stop(): Promise<void> };

const AT_ONCE = 4;
// Notices wake a worker at once; the poll is for those that got lost.
const POLL_MS = 2_000;
const RENEW_MS = 10_000;
// A lease lasts 30 s: whoever cannot renew it stops before another worker may begin.
const SURE_MS = 25_000;

type Carried = { lease: Lease; done: Promise<void>; renewedAt: number };

/** Begins to carry deployments of this database, and takes over those whose worker is gone. */
export async function openWorker(options: WorkerOptions = {}): Promise<DeploymentWorker> {
  const id = randomUUID();
  const surroundings = {
    engine: options.engine ?? engine,
    installation: await installationId(),
    limits: { ...LIMITS, ...options.limits },
  };
  const carried = new Map<string, Carried>();
  const room = () => carried.size < (options.atOnce ?? AT_ONCE);
  const filler = createFiller("deployments", room, async () => {
    const row = await claimNext(id);
    if (row) carry(row);
    return row !== undefined;
  });

  function carry(row: DeploymentRecord) {
    const lease = openLease(row, id);
    if (row.cancelRequested) lease.stop("cancelled");
    const done = carryOut(lease, surroundings)
      .catch((error: unknown) =>
        console.error(`deployment ${row.id} was interrupted, and goes on later:`, error),
      )
      .finally(() => {
        carried.delete(row.id);
        filler.fill();
      });
    carried.set(row.id, { lease, done, renewedAt: performance.now() });
  }

  const stopListening = await listen((notice: Notice | "reconnected") => {
    if (notice === "reconnected" || notice.kind === "queued") filler.fill();
    if (notice === "reconnected") void renew(id, carried);
    else if (notice.kind === "cancel") carried.get(notice.deploymentId)?.lease.stop("cancelled");
  });
  const timers = [setInterval(filler.fill, POLL_MS), setInterval(() => void renew(id, carried), RENEW_MS)];
  filler.fill();
  return {
    id,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopListening();
      await filler.stop();
      for (const { lease } of carried.values()) lease.stop("shutdown");
      await Promise.all([...carried.values()].map(({ done }) => done));
      await releaseLeases(id);
    },
  };
}

/** Prolongs the leases, and hears of cancels whose notice got lost. */
async function renew(worker: string, carried: Map<string, Carried>): Promise<void> {
  if (carried.size === 0) return;
  const askedAt = performance.now();
  const before = [...carried];
  try {
    const kept = new Map(
      (
        await renewLeases(
          worker,
          before.map(([id]) => id),
        )
      ).map((row) => [row.id, row.cancelRequested]),
    );
    for (const [id, one] of before) {
      if (!kept.has(id)) one.lease.stop("lost");
      else if (kept.get(id)) one.lease.stop("cancelled");
      one.renewedAt = askedAt;
    }
  } catch (error) {
    console.error("the leases of running deployments cannot be renewed right now:", error);
    for (const { lease, renewedAt } of carried.values()) {
      if (performance.now() - renewedAt > SURE_MS) lease.stop("lost");
    }
  }
}

// Next loads this module several times; a process has one worker.
type Running = { worker: Promise<DeploymentWorker>; sweeping: NodeJS.Timeout };
const shared = globalThis as typeof globalThis & { roadsteadWorker?: Running };

// What could not be taken back because the engine was away is nobody's for no longer than this.
const SWEEP_MS = 300_000;

/** Starts this process's worker, once. What is nobody's any more on the engine is looked for in the background. */
export async function startWorker(): Promise<void> {
  shared.roadsteadWorker ??= { worker: openWorker(), sweeping: setInterval(() => void sweep(), SWEEP_MS) };
  await shared.roadsteadWorker.worker;
  void sweep({ tellStrange: true });
}

/** Stops it: deployments under way stay as they are, for the next worker to go on with. */
export async function stopWorker(): Promise<void> {
  const running = shared.roadsteadWorker;
  shared.roadsteadWorker = undefined;
  clearInterval(running?.sweeping);
  await (await running?.worker)?.stop();
}
