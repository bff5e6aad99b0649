import { startOrder } from "@/lib/app-definition/start-order";
import type { Snapshot } from "@/lib/deployments/snapshot";
import { mountedVolumes } from "@/lib/projects/volumes";

/** What a backup holds, and which services must not write meanwhile. */
export type Contents = {
  /** Services whose own dump is taken, while they run. */
  dumps: { service: string; argv: string[] }[];
  /** Volumes that are copied as files: as the app calls them, and as the engine does. */
  volumes: { name: string; engineName: string }[];
  /** Services that are stopped while volumes are copied, those first that depend on others. */
  stopped: string[];
};

/**
 * Thinks a backup through. A service's own dump stands for its volumes, unless another service has them too, or it does
 * not run and can make none. Who writes to a volume that is copied stops meanwhile, and who depends on such a service.
 * @param isUp whether a service runs right now
 */
export function planContents(
  { slug, definition }: Pick<Snapshot, "slug" | "definition">,
  isUp: (service: string) => boolean,
): Contents {
  const { services } = definition;
  const mounts = mountedVolumes({ slug, definition });
  const isAlone = (name: string) =>
    mounts.every(
      (mount) =>
        mount.service !== name || mounts.every((one) => one.name !== mount.name || one.service === name),
    );
  const dumping = services.filter(({ name, backup }) => backup && isUp(name) && isAlone(name));
  const dumped = new Set(dumping.map(({ name }) => name));
  const files = mounts.filter(({ service }) => !dumped.has(service));
  const copied = [...new Set(files.map(({ name }) => name))];
  const writers = files.filter(({ readOnly }) => !readOnly);
  const stopped = withDependents(
    writers.map(({ service }) => service),
    services,
  );
  const order = startOrder(services).flat().reverse();
  return {
    dumps: dumping.map(({ name, backup }) => ({ service: name, argv: backup?.dump ?? [] })),
    volumes: copied.map((engineName) => ({ engineName, name: engineName.slice(slug.length + 1) })),
    stopped: order.map(({ name }) => name).filter((name) => stopped.has(name) && !dumped.has(name)),
  };
}

function withDependents(
  names: readonly string[],
  services: readonly { name: string; dependsOn: string[] }[],
): Set<string> {
  const found = new Set(names);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const { name, dependsOn } of services) if (dependsOn.some((one) => found.has(one))) found.add(name);
  }
  return found;
}
