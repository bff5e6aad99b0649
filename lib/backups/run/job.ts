import { and, eq, inArray } from "drizzle-orm";
import { startOrder } from "@/lib/app-definition/start-order";
import { db } from "@/lib/db/client";
import { ACTIVE_STATES as DEPLOYING } from "@/lib/deployments/machine";
import { pause } from "@/lib/deployments/run/stopped";
import { type Serving, servingDeployment } from "@/lib/deployments/serving";
import { isUp } from "@/lib/deployments/steps/start";
import { deployments } from "@/lib/deployments/table";
import { type Engine, type EngineContainer, EngineError } from "@/lib/engine/engine";
import { startOne } from "@/lib/projects/running/lifecycle";
import { LABELS } from "@/lib/servers/labels";
import type { Store } from "../storage/store";
import type { Lease } from "./lease";

/** Everything that the steps of one backup share. */
export type Job = {
  lease: Lease;
  engine: Engine;
  installation: string;
  store: Store;
  /** Aborts with the lease, and when the job is over: what still reads then ends. */
  signal: AbortSignal;
};
export type ServiceContainer = { service: string; container: EngineContainer };

/** What is wrong, in a sentence for people. */
export class BackupFailure extends Error {
  override name = "BackupFailure";
}

/** The project that a backup under way is of; one that is uninstalled meanwhile takes it along. */
export function projectOf({ lease }: Pick<Job, "lease">): string {
  if (lease.row.projectId) return lease.row.projectId;
  throw new BackupFailure("The project was uninstalled meanwhile.");
}

/** The containers that serve the project, by service. */
export async function containersOf(job: Job, serving: Serving): Promise<ServiceContainer[]> {
  const found = await job.engine.listContainers({
    [LABELS.installation]: job.installation,
    [LABELS.project]: projectOf(job),
    [LABELS.deployment]: serving.id,
  });
  return found.map((container) => ({ service: container.labels[LABELS.service] ?? "", container }));
}

/** Whether a deployment of the project is under way. */
export async function isDeploying(projectId: string): Promise<boolean> {
  const [active] = await db()
    .select({ id: deployments.id })
    .from(deployments)
    .where(and(eq(deployments.projectId, projectId), inArray(deployments.state, [...DEPLOYING])));
  return active !== undefined;
}

const AGAIN_MS = 2_000;

/**
 * Starts again what was stopped for this backup, those first that others depend on, and does not give up while the
 * engine is away: nothing of a project may stay down because it was backed up.
 * @param signal ends only the waiting for an engine
 */
export async function startAgain({ lease, engine }: Pick<Job, "lease" | "engine">, signal: AbortSignal) {
  const { projectId, stopped } = lease.row;
  if (stopped.length === 0) return;
  const serving = projectId ? await servingDeployment(projectId) : undefined;
  for (;;) {
    try {
      await startInOrder(engine, stopped, serving);
      return;
    } catch (error) {
      if (!(error instanceof EngineError) || error.kind !== "unreachable" || signal.aborted) throw error;
      await pause(AGAIN_MS, signal);
    }
  }
}

/** The same, and notes that nothing is stopped any more, unless the backup is not ours any more: then others do. */
export async function putUp({ lease, engine }: Pick<Job, "lease" | "engine">): Promise<void> {
  if (lease.row.stopped.length === 0) return;
  await startAgain({ lease, engine }, new AbortController().signal);
  if (!lease.signal.aborted) await lease.write({ stopped: [] });
}

async function startInOrder(engine: Engine, ids: readonly string[], serving: Serving | undefined) {
  const found = (await Promise.all(ids.map((id) => engine.inspectContainer(id)))).flatMap((one) => one ?? []);
  const down = found.filter((container) => !isUp(container));
  const services = startOrder(serving?.snapshot.definition.services ?? []).flat();
  for (const service of services) {
    const container = down.find(({ labels }) => labels[LABELS.service] === service.name);
    if (container) await startOne(engine, service, container.id, AbortSignal.timeout(START_MS));
  }
  // Of a version that does not serve any more: whoever replaced it has seen to it, or it is better up than down.
  const known = new Set(services.map(({ name }) => name));
  for (const { id, labels } of down)
    if (!known.has(labels[LABELS.service] ?? "")) await engine.startContainer(id);
}

const START_MS = 20_000;
