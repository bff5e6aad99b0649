import { servingDeployment } from "@/lib/deployments/serving";
import type { Snapshot } from "@/lib/deployments/snapshot";
import { type EngineContainer, EngineError } from "@/lib/engine/engine";
import { LABELS } from "@/lib/servers";
import { containersNow } from "./engine-answer";

export type ServiceContainer = { service: string; container: EngineContainer };
export type ServingNow = { deploymentId: string; snapshot: Snapshot; containers: ServiceContainer[] };

/**
 * The containers that serve a project right now, and what they were made from; undefined when nothing was ever ready.
 * @throws EngineError "unreachable" when the engine cannot be asked
 */
export async function servingNow(projectId: string): Promise<ServingNow | undefined> {
  const serving = await servingDeployment(projectId);
  if (!serving) return undefined;
  const answer = await containersNow(serving.finishedAt?.getTime());
  if (!("containers" in answer)) throw new EngineError("unreachable", answer.missing);
  const containers = answer.containers.flatMap((container) =>
    container.labels[LABELS.deployment] === serving.id
      ? [{ service: container.labels[LABELS.service] ?? "", container }]
      : [],
  );
  return { deploymentId: serving.id, snapshot: serving.snapshot, containers };
}
