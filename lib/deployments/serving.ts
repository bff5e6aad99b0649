import { and, desc, eq } from "drizzle-orm";
import { db, type Transaction } from "@/lib/db/client";
import type { Snapshot } from "./snapshot";
import { deployments } from "./table";

export type Serving = { id: string; number: number; snapshot: Snapshot; finishedAt: Date | null };

/** The deployment whose containers serve a project: the newest that became ready. */
export async function servingDeployment(
  projectId: string,
  source: Pick<Transaction, "select"> = db(),
): Promise<Serving | undefined> {
  const [found] = await source
    .select({
      id: deployments.id,
      number: deployments.number,
      snapshot: deployments.snapshot,
      finishedAt: deployments.finishedAt,
    })
    .from(deployments)
    .where(and(eq(deployments.projectId, projectId), eq(deployments.state, "ready")))
    .orderBy(desc(deployments.number))
    .limit(1);
  return found?.snapshot ? { ...found, snapshot: found.snapshot } : undefined;
}
