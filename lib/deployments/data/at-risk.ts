import { isDeepStrictEqual } from "node:util";
import type { Service } from "@/lib/app-definition/schema";
import { mountedVolumes } from "@/lib/projects/volumes";
import { containerShape, type OpenedSnapshot } from "../run/container-spec";
import type { Snapshot } from "../snapshot";

/** A snapshot with its secrets in clear, and its images. */
type Version = Pick<OpenedSnapshot, "env" | "files"> & { snapshot: Snapshot };

/**
 * The volumes that another version can change, by the engine's names: those that a service writes to which is not the
 * same in both, or which such a service depends on, since migrations reach a database over the network.
 */
export function volumesAtRisk(before: Version, after: Version): string[] {
  const [old, next] = [before.snapshot.definition.services, after.snapshot.definition.services];
  const names = [...new Set([...old, ...next].map(({ name }) => name))];
  const changed = names.filter((name) => !isDeepStrictEqual(madeOf(before, name), madeOf(after, name)));
  const reached = withDependencies(changed, [...old, ...next]);
  const mounts = [before, after].flatMap(({ snapshot }) => mountedVolumes(snapshot));
  const written = mounts.filter(({ service, readOnly }) => !readOnly && reached.has(service));
  return [...new Set(written.map(({ name }) => name))];
}

function madeOf(version: Version, name: string) {
  const service = version.snapshot.definition.services.find((one) => one.name === name);
  return service && { image: version.snapshot.images[name]?.id, ...containerShape(version, service) };
}

function withDependencies(names: readonly string[], services: readonly Service[]): Set<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const { dependsOn } of services.filter((one) => one.name === name)) dependsOn.forEach(visit);
  };
  names.forEach(visit);
  return found;
}
