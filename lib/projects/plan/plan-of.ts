import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { displayVersion } from "@/lib/app-definition/images";
import type { AppDefinition } from "@/lib/app-definition/schema";
import { volumesOnEngine } from "@/lib/apps/engine-volumes";
import { plannedSecrets } from "@/lib/apps/planned-secrets";
import { plannedSteps } from "@/lib/apps/planned-steps";
import { networkName } from "@/lib/deployments/run/container-spec";
import { servingDeployment } from "@/lib/deployments/serving";
import { measureFit } from "../fit";
import { freezeState } from "../freeze";
import type { ProjectRecord } from "../on-project";
import { fileChanges, limitChanges, linkChanges, routeChanges, variableChanges } from "./diff";
import { plannedContainers, plannedVolumes } from "./planned-containers";
import { type Proposed, proposeChange } from "./proposed";
import type { ChangePlan, Proposal } from "./schema";
import { openVersion, type Version } from "./version";

/**
 * Everything that a project's next deployment would do.
 * @param definition to plan for in place of its own
 * @throws Refusal as `proposeChange` does, and VALIDATION_ERROR when something open keeps it from being thought through
 */
export async function planOf(
  caller: Caller,
  project: ProjectRecord,
  change: Proposal,
  definition?: AppDefinition,
): Promise<ChangePlan> {
  const proposed = await proposeChange(caller, project, change, definition);
  const after = frozen(proposed);
  const serving = await servingDeployment(project.id);
  const running = serving && { serving, version: openVersion(project.id, serving.snapshot) };
  const before = running?.version;
  const { slug, resources } = proposed.state;
  const [services, onEngine, fit] = await Promise.all([
    plannedContainers(running, after),
    volumesOnEngine(),
    measureFit(proposed.state.definition, resources),
  ]);
  return {
    projectId: project.id,
    name: project.name,
    running: serving ? { deploymentId: serving.id, number: serving.number } : null,
    version: {
      from: serving ? displayVersion(serving.snapshot.definition) : null,
      to: displayVersion(proposed.state.definition),
    },
    services,
    network: networkName(slug),
    links: linkChanges(before, after),
    volumes: plannedVolumes(before, after, onEngine),
    routes: routeChanges(before, after),
    variables: variableChanges(before, after),
    files: fileChanges(before, after),
    limits: limitChanges(before, after),
    secrets: plannedSecrets(proposed.state.definition, proposed.generated),
    prepare: plannedSteps(proposed.state.definition, project.preparedOnce),
    fit,
    issues: proposed.issues,
  };
}

/** The snapshot that the deployment would freeze. @throws Refusal VALIDATION_ERROR with everything that is open */
function frozen({ state, variables, links, issues }: Proposed): Version {
  try {
    return openVersion(state.id, freezeState(state, variables, links));
  } catch (error) {
    if (!(error instanceof Refusal) || issues.length === 0) throw error;
    throw new Refusal("VALIDATION_ERROR", {
      message: error.message,
      issues: [...issues, ...(error.issues ?? [])],
    });
  }
}
