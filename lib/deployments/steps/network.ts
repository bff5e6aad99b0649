import { networkName, volumeNames } from "../run/container-spec";
import { type FrozenRun, type Making, projectLabels } from "../run/context";
import { openLinks } from "./links/open-links";

/** Makes the project's network, volumes and connections unless they are there. @returns what to read beside the step */
export async function network(run: FrozenRun): Promise<string> {
  const volumes = volumeNames(run.snapshot);
  await noteMade(run, volumes);
  await makeNetwork(run);
  const { links = [] } = run.snapshot;
  return [counted(1, "network"), counted(volumes.length, "volume"), counted(links.length, "connection")]
    .filter(Boolean)
    .join(", ");
}

/** The same, of whichever version. @throws Failure when a project that it uses does not run */
export async function makeNetwork(run: Making): Promise<void> {
  const labels = projectLabels(run);
  await Promise.all([
    run.engine.ensureNetwork(networkName(run.snapshot.slug), labels),
    ...volumeNames(run.snapshot).map((volume) => run.engine.ensureVolume(volume, labels)),
  ]);
  await openLinks(run);
}

/** A change that fails takes the volumes with it that it made: what was there before is known from here on. */
async function noteMade(run: FrozenRun, volumes: string[]): Promise<void> {
  const { change } = run.lease.row;
  if (!change || change.made) return;
  const there = await run.engine.listVolumes({});
  change.made = volumes.filter((volume) => !there.some(({ name }) => name === volume));
  await run.lease.write({ change });
}

function counted(count: number, what: string): string {
  return count === 0 ? "" : `${count} ${what}${count === 1 ? "" : "s"}`;
}
