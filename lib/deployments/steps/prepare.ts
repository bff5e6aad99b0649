import type { FrozenRun } from "../run/context";

/** What to read beside the step: commands inside containers are not run by this version. */
export function prepare({ snapshot }: FrozenRun): string {
  return snapshot.definition.prepare?.length ? "Not run by this version of Roadstead" : "Nothing to prepare";
}
