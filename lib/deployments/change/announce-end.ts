import { and, desc, eq, sql } from "drizzle-orm";
import { displayVersion } from "@/lib/app-definition/images";
import type { AppDefinition } from "@/lib/app-definition/schema";
import type { Transaction } from "@/lib/db/client";
import { announce, type Fact } from "@/lib/notifications";
import type { DeploymentState } from "../schema";
import { deploymentLogs, deployments } from "../table";

type Ended = Pick<
  typeof deployments.$inferSelect,
  "id" | "projectId" | "organizationId" | "number" | "trigger" | "change"
> & { state: DeploymentState; reason?: string | null; failedService?: string | null };

const MOST_LINES = 8;
const LONGEST_LINE = 300;

/** Announces how an update ended, in the transaction that ends it. What a person deploys, they see themselves. */
export async function announceEnd(tx: Transaction, ended: Ended): Promise<void> {
  const { id, projectId, organizationId, number, trigger, change, state } = ended;
  if (trigger !== "update" || !change) return;
  const from = await versionBefore(tx, ended);
  const shared = { from, to: displayVersion(change.definition), deploymentId: id, number };
  const fact = { organizationId, projectId, key: id } as const;
  if (state === "ready") return await announce(tx, { ...fact, event: "update.done", about: shared });
  if (state !== "failed" && state !== "rolled_back") return;
  const service = ended.failedService ?? null;
  const about = { ...shared, reason: ended.reason ?? "", service, lines: await lastLines(tx, id, service) };
  const event: Fact["event"] = state === "failed" ? "update.failed" : "update.rolled_back";
  await announce(tx, { ...fact, event, about });
}

async function versionBefore(tx: Transaction, { projectId, number }: Ended): Promise<string> {
  const [before] = await tx
    .select({ definition: sql<AppDefinition | null>`${deployments.snapshot}->'definition'` })
    .from(deployments)
    .where(
      and(
        eq(deployments.projectId, projectId),
        eq(deployments.state, "ready"),
        sql`${deployments.number} < ${number}`,
      ),
    )
    .orderBy(desc(deployments.number))
    .limit(1);
  return before?.definition ? displayVersion(before.definition) : "";
}

/** What the failing service wrote last, as the deployment's log has it: secrets are hidden there. */
async function lastLines(tx: Transaction, deploymentId: string, service: string | null): Promise<string[]> {
  if (service === null) return [];
  const rows = await tx
    .select({ text: deploymentLogs.text })
    .from(deploymentLogs)
    .where(and(eq(deploymentLogs.deploymentId, deploymentId), eq(deploymentLogs.service, service)))
    .orderBy(desc(deploymentLogs.seq))
    .limit(MOST_LINES);
  return rows.reverse().map(({ text }) => text.slice(0, LONGEST_LINE));
}
