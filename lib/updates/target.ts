import type { UpdateTarget } from "./compare/compare";
import { proposedUpdate } from "./proposed-update";

/** What a project would run after its update, or in words why there is none. */
export async function updateTarget(projectId: string): Promise<UpdateTarget | { reason: string }> {
  const proposed = await proposedUpdate(projectId);
  if (!proposed) return { reason: "It has not been deployed yet." };
  const { running, target, comparison } = proposed;
  if (target) return target;
  const { reason, note } = comparison;
  return { reason: reason ?? note ?? `${running.definition.name} runs the newest version that is known.` };
}
