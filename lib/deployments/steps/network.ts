import { networkName, volumeNames } from "../run/container-spec";
import { type FrozenRun, projectLabels } from "../run/context";

/** Makes the project's network and volumes unless they are there. @returns what to read beside the step */
export async function network(run: FrozenRun): Promise<string> {
  const labels = projectLabels(run);
  const volumes = volumeNames(run.snapshot);
  await Promise.all([
    run.engine.ensureNetwork(networkName(run.snapshot.slug), labels),
    ...volumes.map((volume) => run.engine.ensureVolume(volume, labels)),
  ]);
  if (volumes.length === 0) return "1 network";
  return volumes.length === 1 ? "1 network, 1 volume" : `1 network, ${volumes.length} volumes`;
}
