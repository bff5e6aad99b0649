import { and, eq, exists, notInArray } from "drizzle-orm";
import { db, type Transaction } from "@/lib/db/client";
import { deployments } from "@/lib/deployments/table";
import { projects } from "./table";

/** Whether a project is still a draft: never deployed, or never with success and not being deployed now. */
export async function isDraft(tx: Pick<Transaction, "select">, projectId: string): Promise<boolean> {
  const [lasting] = await tx
    .select({ id: deployments.id })
    .from(deployments)
    .where(and(eq(deployments.projectId, projectId), notInArray(deployments.state, ["failed", "cancelled"])))
    .limit(1);
  return lasting === undefined;
}

/** Whether any deployment of the project has ever worked. */
export async function hasWorked(projectId: string): Promise<boolean> {
  const [worked] = await db()
    .select({ id: deployments.id })
    .from(deployments)
    .where(and(eq(deployments.projectId, projectId), eq(deployments.state, "ready")))
    .limit(1);
  return worked !== undefined;
}

/** The condition on `projects` that a deployment of it has ever worked. */
export function everWorked() {
  const worked = and(eq(deployments.projectId, projects.id), eq(deployments.state, "ready"));
  return exists(db().select({ id: deployments.id }).from(deployments).where(worked));
}
