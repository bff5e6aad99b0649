import { and, eq, inArray, max, sql } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { isHeldByBackup } from "@/lib/backups/holding";
import type { Transaction } from "@/lib/db/client";
import { projects } from "@/lib/projects/table";
import type { Change } from "./change/change";
import { ACTIVE_STATES } from "./machine";
import { notify } from "./notices";
import { STEP_NAMES, type Step, type Trigger } from "./schema";
import type { Snapshot } from "./snapshot";
import { deployments } from "./table";

type Order = {
  projectId: string;
  organizationId: string;
  trigger: Trigger;
  createdBy: string;
  through: string | null;
  /** What becomes of the project with it, and what it runs: the project as it is when left out. */
  change?: Change;
  snapshot?: Snapshot;
};

/** Who asked for it, and what spoke for them. */
export function askedBy({ userId, credential }: Caller): Pick<Order, "createdBy" | "through"> {
  return { createdBy: userId, through: credential?.name ?? null };
}

/**
 * Puts a deployment of a project into the queue, inside the caller's transaction; a worker takes it once that commits.
 * @param order createdBy is a user's id, `through` what spoke for them
 * @throws Refusal NOT_FOUND when the project is gone
 */
export async function queueDeployment(tx: Transaction, order: Order): Promise<{ id: string }> {
  await lockProject(tx, order.projectId);
  const [last] = await tx
    .select({ number: max(deployments.number) })
    .from(deployments)
    .where(eq(deployments.projectId, order.projectId));
  const [made] = await tx
    .insert(deployments)
    .values({ ...order, number: (last?.number ?? 0) + 1, steps: freshSteps(order) })
    .returning({ id: deployments.id });
  if (!made) throw new Error("The deployment was not stored.");
  await tx
    .update(projects)
    .set({ installedAt: sql`coalesce(${projects.installedAt}, now())` })
    .where(eq(projects.id, order.projectId));
  await notify(tx, { kind: "queued", deploymentId: made.id });
  return made;
}

/**
 * Holds the project until the transaction ends: meanwhile no worker takes a deployment of it, and nobody queues one.
 * @throws Refusal NOT_FOUND when the project is gone
 */
export async function lockProject(tx: Transaction, projectId: string) {
  const [project] = await tx.select().from(projects).where(eq(projects.id, projectId)).for("no key update");
  if (!project) throw new Refusal("NOT_FOUND");
  return project;
}

/**
 * @throws Refusal PROJECT_BUSY while a deployment of this project is under way, or waits unless that may be, and while a
 * backup has its services in its hand
 */
export async function refuseWhileDeploying(
  tx: Transaction,
  projectId: string,
  options: { mayWait?: boolean } = {},
): Promise<void> {
  const states = options.mayWait ? [...ACTIVE_STATES] : (["queued", ...ACTIVE_STATES] as const);
  const [active] = await tx
    .select({ number: deployments.number })
    .from(deployments)
    .where(and(eq(deployments.projectId, projectId), inArray(deployments.state, [...states])));
  if (active) {
    throw new Refusal("PROJECT_BUSY", {
      message: `Deployment ${active.number} of this project is still running. Wait for it, or cancel it.`,
    });
  }
  if (await isHeldByBackup(projectId, tx)) {
    const message = "The data of this project is being copied for a backup. Wait until that is over.";
    throw new Refusal("PROJECT_BUSY", { message });
  }
}

const OF_CHANGES: Step["name"][] = ["data", "watch"];

function freshSteps({ change }: Order): Step[] {
  const names = STEP_NAMES.filter((name) => change !== undefined || !OF_CHANGES.includes(name));
  return names.map((name) => ({ name, state: "waiting" as const, startedAt: null, finishedAt: null }));
}
