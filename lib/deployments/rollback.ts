import { eq } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { type ProjectRecord, projectRecord } from "@/lib/projects/on-project";
import { settleVariables } from "@/lib/projects/variables/settle";
import { readVariables, sealed } from "@/lib/projects/variables/stored";
import type { Change } from "./change/change";
import { queueChange } from "./change/queue-change";
import { dataOf } from "./data/stored";
import { onDeployment } from "./row";
import { DeploymentId } from "./schema";
import { servingDeployment } from "./serving";
import type { Snapshot } from "./snapshot";
import { deployments } from "./table";

export const rollBackDeployment = operation({
  id: "deployments.rollback",
  rest: "POST /api/deployments/{deploymentId}/rollback",
  summary:
    "Go back to an earlier deployment that worked: its images, variables and files, exactly. Its data too, when a copy is kept and restoreData is true; what was stored since is then lost.",
  mcp: {
    title: "Roll back to a deployment",
    about:
      "Queues a deployment that goes back to an earlier one that worked. With restoreData the project's data becomes what it was then, and what was stored since is lost. deployments_show tells in wayBack what is possible.",
    destructive: true,
  },
  permission: "project:write",
  on: onDeployment,
  input: z.object({
    deploymentId: DeploymentId,
    restoreData: z
      .boolean()
      .default(false)
      .meta({ description: "Replace the data by the copy that was taken when this deployment was left." }),
  }),
  output: z.object({ deploymentId: z.string(), projectId: z.string() }),
  status: 201,
  async run(caller, { deploymentId, restoreData }) {
    const target = await readTarget(deploymentId);
    const project = await projectRecord(target.projectId);
    if (restoreData && (await dataOf(deploymentId)).length === 0) {
      const message = `No copy of the data of deployment ${target.number} is kept. Roll back without it.`;
      throw new Refusal("NO_WAY_BACK", { message });
    }
    const change = await changeBack(project, target, restoreData);
    // It runs beside the version that serves now, and so at the other of its ports.
    const snapshot = { ...target.snapshot, berth: undefined };
    const { id } = await queueChange(caller, project, { trigger: "rollback", change, snapshot });
    return { deploymentId: id, projectId: project.id };
  },
});

type Target = { id: string; projectId: string; number: number; snapshot: Snapshot };

async function readTarget(deploymentId: string): Promise<Target> {
  const [found] = await db().select().from(deployments).where(eq(deployments.id, deploymentId));
  if (!found) throw new Refusal("NOT_FOUND");
  const { id, projectId, number, snapshot, state } = found;
  if (state !== "ready" || !snapshot) {
    const message = `Deployment ${number} never became ready, so there is nothing to go back to.`;
    throw new Refusal("NO_WAY_BACK", { message });
  }
  if ((await servingDeployment(projectId))?.id === id) {
    throw new Refusal("NO_WAY_BACK", { message: `Deployment ${number} is the one that runs now.` });
  }
  return { id, projectId, number, snapshot };
}

/**
 * The project with the definition, endpoints and limits of then. Stored values stay what they are: those that the
 * version of then did not have are shown as not deployed.
 */
async function changeBack(project: ProjectRecord, target: Target, restoreData: boolean): Promise<Change> {
  const { definition, exposures, resources = {}, images } = target.snapshot;
  const { writes, removals } = await settleVariables(definition, await readVariables(project.id), {});
  const digests = Object.entries(images).flatMap(([name, { digest }]) => (digest ? [[name, digest]] : []));
  return {
    ...{ definition, exposures, resources },
    writes: writes.map((variable) => sealed(project.id, variable)),
    removals: removals.map(({ service, key }) => ({ service, key })),
    base: { exposures: project.exposures, resources: project.resources },
    digests: Object.fromEntries(digests),
    rollback: { deploymentId: target.id, number: target.number, restoreData },
  };
}
