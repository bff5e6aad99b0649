import { and, eq, inArray, max, sql } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { db, type Transaction } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { ACTIVE_STATES, moved } from "./machine";
import { notify } from "./notices";
import { onDeployment, readDeployment } from "./row";
import { Deployment, DeploymentId } from "./schema";
import { deploymentLogs, deployments } from "./table";

export const cancelDeployment = operation({
  id: "deployments.cancel",
  rest: "POST /api/deployments/{deploymentId}/cancel",
  summary:
    "Cancel a deployment. One that waits ends at once, one under way takes back what it made and then ends.",
  mcp: {
    title: "Cancel a deployment",
    about:
      "Cancels a deployment that waits or is under way; what it made is taken back, and the version before goes on.",
    destructive: true,
    idempotent: true,
  },
  permission: "project:write",
  on: onDeployment,
  input: z.object({ deploymentId: DeploymentId }),
  output: Deployment,
  async run(_caller, { deploymentId }) {
    await db().transaction((tx) => cancel(tx, deploymentId));
    const found = await readDeployment(deploymentId);
    if (!found) throw new Refusal("NOT_FOUND");
    return found;
  },
});

/** Either statement finds it in its state or not at all: a worker that takes it in between is heard by the second. */
async function cancel(tx: Transaction, deploymentId: string): Promise<void> {
  if (await cancelQueued(tx, eq(deployments.id, deploymentId))) return;
  const asked = await tx
    .update(deployments)
    .set({ cancelRequested: true })
    .where(and(eq(deployments.id, deploymentId), inArray(deployments.state, [...ACTIVE_STATES])))
    .returning({ id: deployments.id });
  if (asked.length === 0) throw new Refusal("DEPLOYMENT_FINISHED");
  await notify(tx, { kind: "cancel", deploymentId });
}

/** Ends queued deployments that nobody carries yet. @returns how many */
export async function cancelQueued(tx: Transaction, which: ReturnType<typeof eq>): Promise<number> {
  const ended = await tx
    .update(deployments)
    .set({
      state: moved("queued", "cancel"),
      cancelRequested: true,
      reason: "Cancelled before it began.",
      finishedAt: sql`now()`,
    })
    .where(and(which, eq(deployments.state, "queued")))
    .returning({ id: deployments.id });
  for (const { id } of ended) {
    const [last] = await tx
      .select({ seq: max(deploymentLogs.seq) })
      .from(deploymentLogs)
      .where(eq(deploymentLogs.deploymentId, id));
    const line = {
      seq: (last?.seq ?? 0) + 1,
      at: new Date(),
      level: "warn" as const,
      text: "Cancelled before it began.",
    };
    await tx.insert(deploymentLogs).values({ ...line, deploymentId: id });
    await notify(tx, { kind: "row", deploymentId: id });
  }
  return ended.length;
}
