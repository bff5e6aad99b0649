import { type Resources, resourcesOf } from "./profiles";
import type { LimitChange } from "./schema";

/** The limits of containers that differ between two settings; disk requests limit nothing on an engine. */
export function limitsBetween(
  services: readonly string[],
  before: Resources | undefined,
  after: Resources | undefined,
): LimitChange[] {
  return services.flatMap((service) =>
    (["cpuCores", "memoryMb"] as const).flatMap((figure) => {
      const from = resourcesOf(before, service)[figure] ?? null;
      const to = resourcesOf(after, service)[figure] ?? null;
      return from === to ? [] : [{ service, figure, from, to }];
    }),
  );
}
