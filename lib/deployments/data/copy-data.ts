import { LABELS } from "@/lib/servers/labels";
import { type FrozenRun, projectLabels, type Run } from "../run/context";
import { Failure } from "../run/failure";
import { fillVolumes } from "./fill-volumes";
import { anyImage, helperLabels, putInPlace } from "./put-in-place";
import { restoring } from "./restoring";
import { sizeInWords } from "./size-words";
import { copiesBy, dataOf, stamp, type VolumeSnapshot } from "./stored";

/**
 * The step data: copies the volumes while nothing runs that writes to them, and brings the data of the version that a
 * rollback goes back to. What an earlier attempt has copied whole stays.
 * @throws Failure, EngineError
 */
export async function copyData(run: FrozenRun): Promise<void> {
  const copies = await copiesBy(run.lease.row.id);
  const { restore } = run.lease.row.change ?? {};
  if (copies.length === 0 && !restore) return;
  run.progress.begin("data");
  for (const copy of copies) if (!copy.takenAt) await take(run, copy);
  await restoreForRollback(run, copies);
  if (restore && !restore.filled) {
    await markUsed(run, copies);
    await restoring(() => fillVolumes(run, restore));
  }
  const copied = copies.length === 1 ? "1 volume copied" : `${copies.length} volumes copied`;
  run.progress.end("data", "done", restore ? "Brought back from the backup" : copied);
  await markUsed(run, copies);
}

async function take(run: FrozenRun, copy: VolumeSnapshot): Promise<void> {
  const { volume: name } = copy;
  const tell = (state: "running" | "done" | "failed", detail: string) =>
    run.progress.item("data", { name, state, detail });
  run.log.say(`Copying the data of the volume ${name}`);
  tell("running", "Copying");
  let sizeBytes = 0;
  try {
    await run.engine.copyVolume(name, copy.name, {
      image: await anyImage(run, run.snapshot),
      labels: { ...projectLabels(run), [LABELS.copyOf]: name },
      helperLabels: helperLabels(run, name),
      signal: run.signal,
      onProgress: ({ doneBytes }) => {
        sizeBytes = doneBytes;
        tell("running", sizeInWords(doneBytes));
      },
    });
  } catch (error) {
    tell("failed", "Could not be copied");
    throw error;
  }
  tell("done", sizeInWords(sizeBytes));
  const takenAt = new Date();
  await run.lease.write({ steps: run.progress.steps }, (tx) => stamp(tx, [copy], { takenAt, sizeBytes }));
}

/** From here on a volume may hold what the version before cannot read: only its copy leads back. */
async function markUsed({ lease, progress }: Run, copies: readonly VolumeSnapshot[]): Promise<void> {
  const usedAt = new Date();
  await lease.write({ steps: progress.steps }, (tx) => stamp(tx, copies, { usedAt }));
}

async function restoreForRollback(run: FrozenRun, copies: readonly VolumeSnapshot[]): Promise<void> {
  const { change } = run.lease.row;
  if (!change?.rollback?.restoreData || change.rollback.restored) return;
  const { deploymentId, number } = change.rollback;
  const data = await dataOf(deploymentId);
  if (data.length === 0) {
    throw new Failure(`The copy of the data of deployment ${number} is gone.`, {
      advice: "Roll back without the data.",
    });
  }
  await markUsed(run, copies);
  await putInPlace(run, run.snapshot, data, run.signal);
  change.rollback.restored = true;
  await run.lease.write({ change });
}
