import { newId } from "@/lib/db/columns";
import { volumeNames } from "../run/container-spec";
import type { FrozenRun } from "../run/context";
import { Failure } from "../run/failure";
import { servingDeployment } from "../serving";
import { openSnapshot } from "../steps/freeze";
import { volumeSnapshots } from "../table";
import { volumesAtRisk } from "./at-risk";
import { sizeInWords } from "./size-words";
import { copiesBy, dataOf } from "./stored";

// What an app may still write while its data is measured.
const SPARE_BYTES = 64 * 1024 * 1024;

/**
 * Decides which volumes a deployment copies, once: those that the other version can change, and those that the way
 * back replaces. Refuses before anything has stopped when the copies would not fit.
 * @throws Failure with the figures
 */
export async function planCopies(run: FrozenRun): Promise<void> {
  const { change, id: deploymentId, projectId } = run.lease.row;
  const serving = await servingDeployment(projectId);
  if (!change || !serving || (await copiesBy(deploymentId)).length > 0) return;
  run.progress.begin("data");
  const before = { snapshot: serving.snapshot, ...openSnapshot(projectId, serving.snapshot) };
  const back = change.rollback?.restoreData ? await dataOf(change.rollback.deploymentId) : [];
  const refilled = change.restore ? volumeNames(run.snapshot) : [];
  const wanted = new Set([...volumesAtRisk(before, run), ...back.map(({ volume }) => volume), ...refilled]);
  const there = (await run.engine.listVolumes({})).map(({ name }) => name);
  const volumes = there.filter((name) => wanted.has(name) && !change.made?.includes(name));
  if (volumes.length === 0) {
    run.progress.end("data", "skipped", "No stored data can change");
    return;
  }
  await refuseFullDisk(run, volumes);
  const rows = volumes.map((volume) => ({
    ...{ projectId, deploymentId, ofDeploymentId: serving.id, volume },
    name: `${run.snapshot.slug}_copy_${newId("vsn").slice(-10)}`,
  }));
  await run.lease.write({ steps: run.progress.steps }, (tx) => tx.insert(volumeSnapshots).values(rows));
}

async function refuseFullDisk({ engine, signal }: FrozenRun, volumes: string[]): Promise<void> {
  const { usedBytes, freeBytes } = await engine.measureVolumes(volumes, signal);
  if (freeBytes === undefined || usedBytes + SPARE_BYTES <= freeBytes) return;
  const [held, free] = [sizeInWords(usedBytes), sizeInWords(freeBytes)];
  throw new Failure(`The data to copy takes ${held}, and the engine's disk has only ${free} free.`, {
    advice: "Free some space on the engine's disk, then try again. Nothing was stopped.",
  });
}
