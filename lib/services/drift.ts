import type { Observed } from "./observed";

/** How the container of a service has to be. */
export type Expected = {
  service: string;
  name: string;
  imageId: string | undefined;
  networks: string[];
  memoryMb: number | null;
  cpuCores: number | null;
  restart: string;
};
export type DriftFound = {
  service: string;
  kind: "missing" | "stopped" | "renamed" | "changed";
  what: string;
};

/**
 * What somebody changed by hand: what runs, compared with what was deployed. What failed by itself is none of it, and
 * neither are networks that other projects put a container on. Pure.
 * @param stopped whether people want the project down
 */
export function driftBetween(
  expected: readonly Expected[],
  seen: ReadonlyMap<string, Observed>,
  stopped: boolean,
): DriftFound[] {
  return expected.flatMap((wanted) => {
    const { service } = wanted;
    const container = seen.get(service);
    if (!container || container.state === "gone")
      return [{ service, kind: "missing", what: `The container of ${service} was removed.` } as const];
    const { shape, state } = container;
    const found: DriftFound[] = changes(wanted, shape).map((change) => ({
      ...{ service, kind: "changed" as const, what: `${change} of ${service} was changed.` },
    }));
    if (shape.name !== wanted.name)
      found.push({
        service,
        kind: "renamed",
        what: `The container of ${service} was renamed to ${shape.name}.`,
      });
    if (!stopped && state === "paused")
      found.push({ service, kind: "stopped", what: `${service} was paused by hand.` });
    if (!stopped && state === "exited" && container.ends.at(-1)?.asked && !container.oomKilled)
      found.push({ service, kind: "stopped", what: `${service} was stopped by hand.` });
    return found;
  });
}

function changes(wanted: Expected, shape: Observed["shape"]): string[] {
  const differs = [
    ["The image", wanted.imageId !== undefined && wanted.imageId !== shape.imageId],
    ["The memory limit", wanted.memoryMb !== shape.memoryMb],
    ["The CPU limit", wanted.cpuCores !== shape.cpuCores],
    ["The restart rule", shape.restart !== null && wanted.restart !== shape.restart],
    ["The network", wanted.networks.some((network) => !shape.networks.includes(network))],
  ] as const;
  return differs.flatMap(([what, isSo]) => (isSo ? [what] : []));
}
