import { networkName, volumeNames } from "../run/container-spec";
import { type FrozenRun, projectLabels } from "../run/context";
import { openLinks } from "./links/open-links";

/** Makes the project's network, volumes and connections unless they are there. @returns what to read beside the step */
export async function network(run: FrozenRun): Promise<string> {
  const labels = projectLabels(run);
  const volumes = volumeNames(run.snapshot);
  await Promise.all([
    run.engine.ensureNetwork(networkName(run.snapshot.slug), labels),
    ...volumes.map((volume) => run.engine.ensureVolume(volume, labels)),
  ]);
  await openLinks(run);
  const { links = [] } = run.snapshot;
  return [counted(1, "network"), counted(volumes.length, "volume"), counted(links.length, "connection")]
    .filter(Boolean)
    .join(", ");
}

function counted(count: number, what: string): string {
  return count === 0 ? "" : `${count} ${what}${count === 1 ? "" : "s"}`;
}
