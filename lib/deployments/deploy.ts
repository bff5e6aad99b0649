import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { db, type Transaction } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { assertDeployable } from "@/lib/projects/completeness";
import { freezeProject } from "@/lib/projects/freeze";
import { onProject, projectRecord } from "@/lib/projects/on-project";
import { fillProfiles } from "@/lib/projects/resources/fill";
import { ProjectId } from "@/lib/projects/schema";
import { dueRestore } from "./due-restore";
import { askedBy, lockProject, queueDeployment, refuseWhileDeploying } from "./queue";
import { deployments } from "./table";

export const deployProject = operation({
  id: "deployments.create",
  rest: "POST /api/projects/{projectId}/deployments",
  summary:
    "Deploy a project as it is configured now. A deployment that is still waiting is answered instead of a second one.",
  mcp: {
    title: "Deploy a project",
    about:
      "Deploys a project as it is configured now: its containers are made anew. Call projects_plan first; deployments_show follows it.",
    destructive: true,
  },
  permission: "project:write",
  on: onProject,
  input: z.object({
    projectId: ProjectId,
    trigger: z.enum(["manual", "retry", "settings"]).default("manual"),
  }),
  output: z.object({ deploymentId: z.string(), projectId: z.string() }),
  status: 201,
  async run(caller, { projectId, trigger }) {
    const project = await projectRecord(projectId);
    await assertDeployable(project);
    // What cannot be resolved is said to the person who asks, not to a log that nobody reads.
    const frozen = await freezeProject(projectId);
    const { organizationId } = project;
    const { id } = await db().transaction(async (tx) => {
      const locked = await lockProject(tx, projectId);
      const due = await dueRestore(tx, project, frozen);
      if (due) await refuseWhileDeploying(tx, projectId);
      else await fillProfiles(tx, locked);
      const order = { projectId, organizationId, trigger, ...askedBy(caller), ...due };
      return (await waiting(tx, projectId)) ?? (await queueDeployment(tx, order));
    });
    return { deploymentId: id, projectId };
  },
});

/**
 * A deployment that has not begun will run the newest settings anyway: a second click adds nothing. One that changes
 * the project runs what was decided with it. @throws Refusal PROJECT_BUSY
 */
async function waiting(tx: Transaction, projectId: string): Promise<{ id: string } | undefined> {
  const [found] = await tx
    .select({ id: deployments.id, change: deployments.change })
    .from(deployments)
    .where(and(eq(deployments.projectId, projectId), eq(deployments.state, "queued")))
    .limit(1);
  if (found?.change) await refuseWhileDeploying(tx, projectId);
  return found;
}
