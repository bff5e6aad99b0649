import { servingDeployment } from "@/lib/deployments/serving";
import type { Snapshot } from "@/lib/deployments/snapshot";
import { knownStatesOf } from "@/lib/services/states";
import type { StateRow } from "@/lib/services/store";

export type ServiceContainer = { service: string; container: { id: string; state: StateRow["state"] } };
export type ServingNow = { deploymentId: string; snapshot: Snapshot; containers: ServiceContainer[] };

/**
 * The containers that serve a project right now, and what they were made from; undefined when nothing was ever ready.
 * @throws EngineError "unreachable" when the engine cannot be asked
 */
export async function servingNow(projectId: string): Promise<ServingNow | undefined> {
  const serving = await servingDeployment(projectId);
  if (!serving) return undefined;
  const rows = await knownStatesOf(projectId, serving.finishedAt?.getTime());
  const containers = rows
    .filter(({ deploymentId, state }) => deploymentId === serving.id && state !== "gone")
    .map(({ service, containerId, state }) => ({ service, container: { id: containerId, state } }));
  return { deploymentId: serving.id, snapshot: serving.snapshot, containers };
}
