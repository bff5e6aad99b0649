import type { Engine, Labels } from "@/lib/engine/engine";
import { LABELS } from "@/lib/servers/labels";

/**
 * Takes connections down: everybody leaves their networks, running or not, so that both projects stop and start as
 * before, and the networks go.
 * @param labels of the networks, such as those that carry this project's id
 * @param keep names of networks that are still wanted
 * @returns the names of the networks that are gone
 */
export async function closeLinks(
  engine: Engine,
  labels: Labels,
  keep: readonly string[] = [],
): Promise<string[]> {
  const networks = (await engine.listNetworks(labels)).filter(
    (network) => network.labels[LABELS.source] !== undefined && !keep.includes(network.name),
  );
  for (const { name, labels: on } of networks) {
    for (const projectId of [on[LABELS.project], on[LABELS.source]]) {
      if (!projectId) continue;
      const containers = await engine.listContainers({ [LABELS.project]: projectId });
      const joined = containers.filter((container) => container.networks.includes(name));
      await Promise.all(joined.map(({ id }) => engine.disconnectNetwork(id, name)));
    }
    await engine.removeNetwork(name);
  }
  return networks.map(({ name }) => name);
}
