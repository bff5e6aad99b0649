import { Refusal } from "@/lib/access/refusal";
import { createMask } from "@/lib/deployments/log/mask";
import { Failure } from "@/lib/deployments/run/failure";
import { servingDeployment } from "@/lib/deployments/serving";
import { openSnapshot } from "@/lib/deployments/steps/freeze";
import { type Engine, EngineError } from "@/lib/engine/engine";
import { announce } from "@/lib/notifications";
import { LABELS } from "@/lib/servers/labels";
import { describeProject } from "../contents/describe";
import { readDestination } from "../destinations/on-destination";
import { ArchiveRefused } from "../format/check-archive";
import { verifyBackup } from "../format/read";
import { SealBroken } from "../format/seal";
import { writeBackup } from "../format/write";
import { backupKey } from "../key";
import type { BackupPart } from "../schema";
import { openStore } from "../storage/open";
import { StoreError } from "../storage/store";
import { gather } from "./gather";
import { BackupFailure, isDeploying, type Job, projectOf, putUp } from "./job";
import type { Lease } from "./lease";
import { tellProgress } from "./progress";

export type Surroundings = {
  /** Finds the engine. @throws Refusal ENGINE_UNAVAILABLE */
  engine(): Promise<Engine>;
  installation: string;
};

/** Whoever is interrupted so often would be for ever. */
const MOST_ATTEMPTS = 3;

/**
 * Carries a claimed backup to its end: verified, or failed with the reason. What an earlier worker left is cleared first:
 * its services start again, its half file and its copies go.
 * @returns once the row has its final state, waits again, or is not this worker's any more
 */
export async function carryBackup(lease: Lease, { engine, installation }: Surroundings): Promise<void> {
  const over = new AbortController();
  const signal = AbortSignal.any([lease.signal, over.signal]);
  let job: Job | undefined;
  try {
    const found = await engine();
    await putUp({ lease, engine: found });
    const destination = await readDestination(lease.row.destinationId);
    job = { lease, signal, installation, engine: found, store: openStore(destination) };
    if (lease.row.attempts > MOST_ATTEMPTS) {
      throw new BackupFailure(`This backup was interrupted ${MOST_ATTEMPTS} times and is given up.`);
    }
    if (lease.row.state === "copying") {
      await clearUp(job);
      if (await mustWait(job)) return await lease.write({ state: "queued", worker: null, leaseUntil: null });
      await make(job);
    }
    await verify(job);
  } catch (error) {
    over.abort(error);
    await fail(lease, job, error);
  } finally {
    over.abort();
    if (job) await removeCopies(job).catch(() => {});
  }
}

/** A deployment that was quicker goes first. One that comes later sees this backup, and waits. */
async function mustWait(job: Job): Promise<boolean> {
  return await isDeploying(projectOf(job));
}

async function make(job: Job): Promise<void> {
  const { lease, store, signal } = job;
  const projectId = projectOf(job);
  const serving = await servingDeployment(projectId);
  if (!serving)
    throw new BackupFailure("Nothing of this project was ever deployed, so there is nothing to keep.");
  const manifest = await describeProject(projectId, serving, lease.row.id);
  const parts: BackupPart[] = [];
  const sources = await gather(job, serving);
  try {
    const told = { part: (part: BackupPart) => void parts.push(part), bytes: tellProgress(lease, "Writing") };
    const content = writeBackup(await backupKey(), manifest, sources, told);
    const { bytes } = await store.write(lease.row.file, content, signal);
    await lease.write({ state: "verifying", sizeBytes: bytes, parts });
  } finally {
    // Of what was read while its services were down, and broke off.
    await putUp(job);
  }
}

/** Reads the file back from where it lies, whole: only then is it a backup. */
async function verify({ lease, store, signal }: Job): Promise<void> {
  const { id: backupId, file, parts } = lease.row;
  const told = tellProgress(lease, "Reading it back");
  async function* counted() {
    let bytes = 0;
    for await (const chunk of store.read(file, signal)) {
      bytes += chunk.length;
      told(bytes);
      yield chunk;
    }
  }
  await verifyBackup(await backupKey(), counted(), { backupId, parts: parts ?? [] });
  const now = new Date();
  await lease.write({ state: "verified", verifiedAt: now, finishedAt: now, reason: null, progress: null });
}

async function fail(lease: Lease, job: Job | undefined, error: unknown): Promise<void> {
  if (lease.signal.aborted) return;
  // Its services are still down, and whoever takes it next begins with them: in half a minute, again and again.
  if (lease.row.stopped.length > 0) throw error;
  const reason = await reasonOf(lease, error);
  if (job) await clearUp(job).catch(() => {});
  const { id: key, organizationId, projectId, createdAt } = lease.row;
  const path = projectId && `/projects/${projectId}/backups`;
  const about = { backup: `of ${createdAt.toISOString().slice(0, 16).replace("T", " ")} UTC`, reason, path };
  const over = { state: "failed" as const, reason, finishedAt: new Date(), parts: null, progress: null };
  await lease.write(over, (tx) =>
    announce(tx, { event: "backup.failed", organizationId, projectId, key, about }),
  );
}

const TOLD = [BackupFailure, StoreError, EngineError, SealBroken, ArchiveRefused, Refusal, Failure];

/** What is known is told, without the project's secrets; anything else is in the server's log. */
async function reasonOf({ row }: Lease, error: unknown): Promise<string> {
  const isKnown = TOLD.some((kind) => error instanceof kind);
  if (!isKnown) console.error(`backup ${row.id} failed:`, error);
  const message =
    isKnown && error instanceof Error ? error.message : "Something went wrong here; see the server's log.";
  const serving = row.projectId ? await servingDeployment(row.projectId) : undefined;
  try {
    return serving
      ? createMask(openSnapshot(row.projectId ?? "", serving.snapshot).secrets)(message)
      : message;
  } catch {
    // Nobody can tell what to hide.
    return error instanceof Refusal ? message : "It failed, and the project's secrets cannot be opened.";
  }
}

/** Takes away what is half: the file, and copies of volumes. */
async function clearUp(job: Job): Promise<void> {
  await job.store.remove(job.lease.row.file, AbortSignal.timeout(60_000));
  await removeCopies(job);
}

async function removeCopies({ engine, lease, installation }: Job): Promise<void> {
  const labels = { [LABELS.installation]: installation, [LABELS.backup]: lease.row.id };
  for (const { id } of await engine.listContainers(labels)) await engine.removeContainer(id);
  for (const { name } of await engine.listVolumes(labels)) await engine.removeVolume(name);
}
