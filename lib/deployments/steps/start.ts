import type { Service } from "@/lib/app-definition/schema";
import { type EngineContainer, EngineError } from "@/lib/engine/engine";
import { LABELS } from "@/lib/servers/labels";
import { containerSpec } from "../run/container-spec";
import { type FrozenRun, generations } from "../run/context";
import { toFailure } from "../run/failure";
import { joinLinks } from "./links/join-links";

/**
 * Has one container of this deployment per service, not started yet unless it was before. What an earlier attempt
 * made is found by its labels.
 * @returns container ids by service
 */
export async function createContainers(run: FrozenRun): Promise<Map<string, string>> {
  const { own } = await generations(run);
  const ids = new Map(own.map((container) => [container.labels[LABELS.service] ?? "", container.id]));
  await Promise.all(
    run.snapshot.definition.services
      .filter((service) => !ids.has(service.name))
      .map(async (service) => {
        ids.set(service.name, await createContainer(run, service));
      }),
  );
  return ids;
}

/** Makes the container of one service, of this deployment unless another is named. @returns its id */
export async function createContainer(
  run: FrozenRun,
  service: Service,
  deploymentId?: string,
): Promise<string> {
  try {
    return await run.engine.createContainer(containerSpec(run, service, deploymentId));
  } catch (error) {
    throw explained(run, service.name, error);
  }
}

/** Starts a service's container unless it runs already. */
export async function startService(run: FrozenRun, service: Service, id: string): Promise<void> {
  const found = await run.engine.inspectContainer(id);
  if (isUp(found)) return;
  run.log.say(`Starting ${service.name}`);
  try {
    await joinLinks(run, service.name, id);
    await run.engine.startContainer(id);
  } catch (error) {
    throw explained(run, service.name, error);
  }
}

export function isUp(container: EngineContainer | undefined): boolean {
  return container?.state === "running" || container?.state === "restarting";
}

/** An engine that went away is waited for, everything else is told. */
function explained(run: FrozenRun, service: string, error: unknown) {
  if (run.signal.aborted) return run.signal.reason;
  if (error instanceof EngineError && error.kind === "unreachable") return error;
  return toFailure(error, { doing: `${service} could not be started`, service });
}
