import type { FrozenRun } from "../run/context";
import { Failure } from "../run/failure";

/** Refuses what has to be built first: this version runs prebuilt images only. */
export function build(run: FrozenRun): void {
  const [service] = run.snapshot.definition.services.filter(({ build }) => build !== undefined);
  if (!service) return;
  throw new Failure(
    `The service ${service.name} has to be built from source, and this version of Roadstead cannot build images yet.`,
    {
      advice: "Choose an app whose services are prebuilt images.",
      service: service.name,
    },
  );
}
