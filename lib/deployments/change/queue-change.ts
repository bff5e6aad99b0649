import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import type { ProjectRecord } from "@/lib/projects/on-project";
import { askedBy, lockProject, queueDeployment, refuseWhileDeploying } from "../queue";
import { servingDeployment } from "../serving";
import type { Snapshot } from "../snapshot";
import type { Change } from "./change";

/**
 * Queues a deployment that changes its project, unless another is under way: of two people one wins.
 * @param project as it was when the change was thought through
 * @throws Refusal PROJECT_BUSY, PROJECT_NOT_DEPLOYED
 */
export async function queueChange(
  caller: Caller,
  project: ProjectRecord,
  what: { trigger: "update" | "rollback" | "restore"; change: Change; snapshot: Snapshot },
): Promise<{ id: string }> {
  const { id: projectId, organizationId } = project;
  return await db().transaction(async (tx) => {
    const now = await lockProject(tx, projectId);
    await refuseWhileDeploying(tx, projectId);
    if (!(await servingDeployment(projectId, tx))) throw new Refusal("PROJECT_NOT_DEPLOYED");
    if (now.updatedAt.getTime() !== project.updatedAt.getTime()) {
      const message = `${project.name} was changed by somebody at this very moment. Look at it again, then repeat this.`;
      throw new Refusal("PROJECT_BUSY", { message });
    }
    return await queueDeployment(tx, { projectId, organizationId, ...askedBy(caller), ...what });
  });
}
