import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { refuseWhileDataIsOwed } from "@/lib/deployments/data/owed";
import { lockProject, refuseWhileDeploying } from "@/lib/deployments/queue";
import { Failure } from "@/lib/deployments/run/failure";
import { servingDeployment } from "@/lib/deployments/serving";
import { operation } from "@/lib/operation/define";
import { onEngine } from "@/lib/servers";
import { knownStatesOf, readServices } from "@/lib/services/states";
import { onProject, projectRecord } from "./on-project";
import { driftIn } from "./running/drift";
import { RunState } from "./running/lifecycle";
import { haveImages, putRight } from "./running/put-right";
import { projectStatuses } from "./runtime";
import { Drift, ProjectId } from "./schema";

export const repairProject = operation({
  id: "projects.repair",
  rest: "POST /api/projects/{projectId}/repair",
  summary:
    "Put right what somebody changed by hand on the engine: makes, starts or renames containers as they were deployed last. What is right is not touched.",
  mcp: {
    title: "Repair a project",
    about:
      "Puts right what somebody changed by hand on the engine, as `drift` of projects_show tells it: containers are made again exactly as they were deployed last. Data and secrets stay; what is right is not touched.",
    idempotent: true,
  },
  permission: "project:write",
  on: onProject,
  input: z.object({ projectId: ProjectId }),
  output: RunState.extend({ repaired: z.array(Drift).meta({ description: "What was put right." }) }),
  async run(_caller, { projectId }, signal) {
    const repaired = await repair(projectId, signal);
    await readServices(projectId);
    const status = (await projectStatuses([await projectRecord(projectId)])).get(projectId)?.status;
    if (!status) throw new Refusal("NOT_FOUND");
    return { projectId, status, repaired };
  },
});

/** @throws Refusal PROJECT_BUSY, PROJECT_NOT_DEPLOYED, DATA_NOT_BACK, ENGINE_UNAVAILABLE, ENGINE_REFUSED, SECRET_UNREADABLE */
async function repair(projectId: string, signal: AbortSignal) {
  await readServices(projectId);
  const before = await servingDeployment(projectId);
  // May take minutes, and changes nothing: before the project is held.
  const { organizationId } = await projectRecord(projectId);
  if (before) await onEngine((engine) => haveImages(engine, before.snapshot, organizationId, signal));
  return await db().transaction(async (tx) => {
    const project = await lockProject(tx, projectId);
    await refuseWhileDeploying(tx, projectId);
    await refuseWhileDataIsOwed(projectId);
    const serving = await servingDeployment(projectId, tx);
    if (!serving) throw new Refusal("PROJECT_NOT_DEPLOYED");
    const rows = (await knownStatesOf(projectId)).filter(({ deploymentId }) => deploymentId === serving.id);
    const found = driftIn(serving, rows, project.stoppedAt !== null);
    const stopped = project.stoppedAt !== null;
    await onEngine((engine) =>
      putRight({ engine, signal, serving, projectId, rows, stopped }, found).catch(refuse),
    );
    return found;
  });
}

/** What would fail a deployment, such as a project that this one uses and that is down. */
function refuse(error: unknown): never {
  if (!(error instanceof Failure)) throw error;
  throw new Refusal("ENGINE_REFUSED", { message: `${error.message} ${error.advice}`, cause: error });
}
