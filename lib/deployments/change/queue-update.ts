import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import type { AppDefinition } from "@/lib/app-definition/schema";
import type { SettingValues } from "@/lib/app-definition/settings-form";
import { freezeState } from "@/lib/projects/freeze";
import type { ProjectRecord } from "@/lib/projects/on-project";
import { proposeChange } from "@/lib/projects/plan/proposed";
import { sealed } from "@/lib/projects/variables/stored";
import { queueChange } from "./queue-change";

export type Update = {
  /** What the project is to run. */
  definition: AppDefinition;
  /** Digests that people were shown, by service; an image that turns out to be another one fails the update. */
  digests?: Record<string, string>;
  /** Answers to settings that the definition asks for and the project does not have. */
  answers?: SettingValues;
};

/**
 * Queues the deployment of another definition. Everything is thought through now, secrets of the new definition are
 * generated once and for all, and the project itself stays as it is until the new version works.
 * @throws Refusal VALIDATION_ERROR with everything that is open, PROJECT_PINNED, PROJECT_BUSY, PROJECT_NOT_DEPLOYED
 */
export async function queueUpdate(
  caller: Caller,
  project: ProjectRecord,
  { definition, digests, answers }: Update,
): Promise<{ id: string }> {
  if (project.pinnedAt) throw new Refusal("PROJECT_PINNED");
  const proposed = await proposeChange(caller, project, { settings: answers ?? {} }, definition);
  if (proposed.issues.length > 0) {
    const message = `${project.name} cannot be updated yet: the new version asks for something first.`;
    throw new Refusal("VALIDATION_ERROR", { message, issues: proposed.issues });
  }
  const { state, stored } = proposed;
  const change = {
    definition: state.definition,
    exposures: state.exposures,
    resources: state.resources,
    writes: stored.writes.map((variable) => sealed(project.id, variable)),
    base: { exposures: project.exposures, resources: project.resources },
    removals: stored.removals.map(({ service, key }) => ({ service, key })),
    ...(digests && { digests }),
  };
  const snapshot = { ...freezeState(state, proposed.variables, proposed.links), images: {} };
  return await queueChange(caller, project, { trigger: "update", change, snapshot });
}
