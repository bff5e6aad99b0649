import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { displayVersion } from "@/lib/app-definition/images";
import { volumesOnEngine } from "@/lib/apps/engine-volumes";
import { plannedSecrets } from "@/lib/apps/planned-secrets";
import { plannedSteps } from "@/lib/apps/planned-steps";
import { networkName } from "@/lib/deployments/run/container-spec";
import { servingDeployment } from "@/lib/deployments/serving";
import { operation } from "@/lib/operation/define";
import { measureFit } from "../fit";
import { freezeState } from "../freeze";
import { onProject, type ProjectRecord, projectRecord } from "../on-project";
import { ProjectId } from "../schema";
import { fileChanges, limitChanges, linkChanges, routeChanges, variableChanges } from "./diff";
import { plannedContainers, plannedVolumes } from "./planned-containers";
import { type Proposed, proposeChange } from "./proposed";
import { ChangePlan, Proposal } from "./schema";
import { openVersion, type Version } from "./version";

export const planChange = operation({
  id: "projects.plan",
  rest: "POST /api/projects/{projectId}/plan",
  summary:
    "Tell everything that the next deployment of a project would do, with changes that are not saved yet; touch nothing.",
  mcp: {
    title: "Plan a change",
    about:
      "Tells what the project's next deployment would change, with changes to settings, endpoints or limits that are not saved yet. Touches nothing.",
  },
  permission: "project:read",
  on: onProject,
  mutates: false,
  input: Proposal.extend({ projectId: ProjectId }),
  output: ChangePlan,
  async run(caller, { projectId, ...change }) {
    return await planOf(caller, await projectRecord(projectId), change);
  },
});

async function planOf(caller: Caller, project: ProjectRecord, change: Proposal) {
  const proposed = await proposeChange(caller, project, change);
  const after = frozen(proposed);
  const serving = await servingDeployment(project.id);
  const running = serving && { serving, version: openVersion(project.id, serving.snapshot) };
  const before = running?.version;
  const { definition, slug, resources } = proposed.state;
  const [services, onEngine, fit] = await Promise.all([
    plannedContainers(running, after),
    volumesOnEngine(),
    measureFit(definition, resources),
  ]);
  return {
    projectId: project.id,
    name: project.name,
    running: serving ? { deploymentId: serving.id, number: serving.number } : null,
    version: {
      from: serving ? displayVersion(serving.snapshot.definition) : null,
      to: displayVersion(definition),
    },
    services,
    network: networkName(slug),
    links: linkChanges(before, after),
    volumes: plannedVolumes(before, after, onEngine),
    routes: routeChanges(before, after),
    variables: variableChanges(before, after),
    files: fileChanges(before, after),
    limits: limitChanges(before, after),
    secrets: plannedSecrets(definition, proposed.generated),
    prepare: plannedSteps(definition, project.preparedOnce),
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
