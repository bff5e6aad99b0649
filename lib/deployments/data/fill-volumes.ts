import { openForRestore } from "@/lib/backups/restore/open";
import type { Restore } from "../change/change";
import { volumeNames } from "../run/container-spec";
import { type FrozenRun, projectLabels } from "../run/context";
import { anyImage, helperLabels } from "./put-in-place";

/**
 * Gives the project's volumes what a backup holds of them. Those that it holds nothing of are made anew and empty: a
 * database whose own dump was kept begins with none. An interruption does no harm: it is done again from the start.
 * @throws Failure, EngineError
 */
export async function fillVolumes(run: FrozenRun, restore: Restore): Promise<void> {
  const { engine, signal, snapshot } = run;
  const labels = projectLabels(run);
  const there = await engine.listContainers(labels);
  await Promise.all(there.map(({ id }) => engine.removeContainer(id)));
  const image = await anyImage(run, snapshot);
  const left = new Set(volumeNames(snapshot));
  const { parts } = await openForRestore(restore.backupId, signal);
  for await (const { kind, name, content } of parts) {
    const volume = `${snapshot.slug}_${name}`;
    if (kind !== "volume" || !left.delete(volume)) continue;
    run.log.say(`Bringing back the files of the volume ${volume}`);
    run.progress.item("data", { name: volume, state: "running", detail: "Bringing back its files" });
    const options = { image, labels, helperLabels: helperLabels(run, volume), signal };
    await engine.writeVolume(volume, content, options);
    run.progress.item("data", { name: volume, state: "done", detail: "as in the backup" });
  }
  for (const volume of left) {
    await engine.removeVolume(volume);
    await engine.ensureVolume(volume, labels);
  }
  restore.filled = true;
  await run.lease.write({ change: run.lease.row.change });
}
