import { randomUUID } from "node:crypto";
import { createFiller } from "@/lib/deployments/run/filler";
import { engine, installationId } from "@/lib/servers";
import { hearQueued } from "../news";
import type { BackupRecord } from "../row";
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
  const room = () => carried.size < AT_ONCE;
  const filler = createFiller("backups", room, async () => {
    const row = await claimNext(id);
    if (row) carry(row);
    return row !== undefined;
  });

  function carry(row: BackupRecord) {
    const lease = openLease(row, id);
    const done = carryBackup(lease, surroundings)
      .then(() => applyRetention(row.projectId, row.destinationId))
      .catch((error: unknown) => console.error(`backup ${row.id} was interrupted:`, error))
      .finally(() => {
        carried.delete(row.id);
        filler.fill();
      });
    carried.set(row.id, { lease, done });
  }
  async function renew(): Promise<void> {
    if (carried.size === 0) return;
    const ids = [...carried.keys()];
    const kept = await renewLeases(id, ids).catch(() => ids);
    for (const one of ids) if (!kept.includes(one)) carried.get(one)?.lease.stop("lost");
  }
  const due = () =>
    void queueWhatIsDue().then(filler.fill, (error: unknown) =>
      console.error("scheduled backups cannot be looked for right now:", error),
    );
  const stopHearing = await hearQueued(filler.fill);
  const timers = [
    setInterval(filler.fill, POLL_MS),
    setInterval(() => void renew(), RENEW_MS),
    setInterval(due, DUE_MS),
  ];
  filler.fill();
  due();
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopHearing();
      await filler.stop();
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
