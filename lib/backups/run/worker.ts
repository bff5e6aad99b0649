import { randomUUID } from "node:crypto";
import { engine, installationId } from "@/lib/servers";
import { hearQueued } from "../news";
import { queueWhatIsDue } from "../schedule/due";
import { carryBackup, type Surroundings } from "./carry-out";
import { claimNext, type Lease, openLease, releaseLeases, renewLeases } from "./lease";
import { applyRetention } from "./retention";

const AT_ONCE = 2;
const POLL_MS = 5_000;
const RENEW_MS = 10_000;
const DUE_MS = 30_000;

export type BackupWorker = { stop(): Promise<void> };

/** Begins to carry backups of this database, and takes over those whose worker is gone. */
export async function openBackupWorker(options: Partial<Surroundings> = {}): Promise<BackupWorker> {
  const id = randomUUID();
  const surroundings = { engine: options.engine ?? engine, installation: await installationId() };
  const carried = new Map<string, { lease: Lease; done: Promise<void> }>();
  let filling: Promise<void> | undefined;
  let isStopped = false;

  async function takeAll(): Promise<void> {
    while (!isStopped && carried.size < AT_ONCE) {
      const row = await claimNext(id);
      if (!row) return;
      const lease = openLease(row, id);
      const done = carryBackup(lease, surroundings)
        .then(() => applyRetention(row.projectId, row.destinationId))
        .catch((error: unknown) => console.error(`backup ${row.id} was interrupted:`, error))
        .finally(() => {
          carried.delete(row.id);
          fill();
        });
      carried.set(row.id, { lease, done });
    }
  }
  function fill(): void {
    if (isStopped) return;
    filling ??= takeAll()
      .catch((error: unknown) => console.error("backups cannot be taken from the queue right now:", error))
      .finally(() => {
        filling = undefined;
      });
  }
  async function renew(): Promise<void> {
    if (carried.size === 0) return;
    const ids = [...carried.keys()];
    const kept = await renewLeases(id, ids).catch(() => ids);
    for (const one of ids) if (!kept.includes(one)) carried.get(one)?.lease.stop("lost");
  }
  const due = () =>
    void queueWhatIsDue().then(fill, (error: unknown) =>
      console.error("scheduled backups cannot be looked for right now:", error),
    );
  const stopHearing = await hearQueued(fill);
  const timers = [
    setInterval(fill, POLL_MS),
    setInterval(() => void renew(), RENEW_MS),
    setInterval(due, DUE_MS),
  ];
  fill();
  due();
  return {
    async stop() {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      stopHearing();
      await filling;
      for (const { lease } of carried.values()) lease.stop("shutdown");
      await Promise.all([...carried.values()].map(({ done }) => done));
      await releaseLeases(id);
    },
  };
}

// Next loads this module several times; a process has one worker.
const shared = globalThis as typeof globalThis & { roadsteadBackups?: Promise<BackupWorker> };

/** Starts this process's worker for backups, once. */
export async function startBackups(): Promise<void> {
  shared.roadsteadBackups ??= openBackupWorker();
  await shared.roadsteadBackups;
}

/** Stops it: services that a backup has stopped are started again first, and the backup is made anew later. */
export async function stopBackups(): Promise<void> {
  const running = shared.roadsteadBackups;
  shared.roadsteadBackups = undefined;
  await (await running)?.stop();
}
