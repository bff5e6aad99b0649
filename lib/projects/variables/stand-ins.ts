import { capturedPlaces } from "@/lib/app-definition/prepare/captured-places";
import type { AppDefinition } from "@/lib/app-definition/schema";
import type { Variable } from "./stored";

/**
 * The variables, and an empty one for each that a prepare step is to capture: what can be resolved with these lacks
 * nothing that the steps do not give. They are for asking only; no container ever gets one.
 */
export function withStandIns(definition: AppDefinition, variables: readonly Variable[]): Variable[] {
  const standIns = capturedPlaces(definition).map(
    ({ service, key }): Variable => ({
      ...{ service, key, text: "", secret: false },
      source: "captured",
    }),
  );
  return [...variables, ...standIns];
}
