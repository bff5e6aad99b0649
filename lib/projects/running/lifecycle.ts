import { eq } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import type { Service } from "@/lib/app-definition/schema";
import { startOrder } from "@/lib/app-definition/start-order";
import { db, type Transaction } from "@/lib/db/client";
import { refuseWhileDataIsOwed } from "@/lib/deployments/data/owed";
import { lockProject, refuseWhileDeploying } from "@/lib/deployments/queue";
import { stopGraceMs } from "@/lib/deployments/run/container-spec";
import { LIMITS } from "@/lib/deployments/run/limits";
import { servingDeployment } from "@/lib/deployments/serving";
import { awaitHealthy } from "@/lib/deployments/steps/health";
import type { Engine, EngineContainer } from "@/lib/engine/engine";
import { installationId, LABELS, onEngine } from "@/lib/servers";
import { readServices } from "@/lib/services/states";
import { projectRecord } from "../on-project";
import { projectStatuses } from "../runtime";
import { ProjectStatus } from "../schema";
import { projects } from "../table";

/** What stop, start and restart answer. */
export const RunState = z.object({ projectId: z.string(), status: ProjectStatus });

/** One service with its container; in waves, those that others depend on first. */
type Waves = { service: Service; container: EngineContainer }[][];
export type Running = { engine: Engine; waves: Waves };

/**
 * Acts on the containers that serve a project, while no deployment can begin.
 * @throws Refusal PROJECT_BUSY, PROJECT_NOT_DEPLOYED, DATA_NOT_BACK, ENGINE_UNAVAILABLE
 */
export async function actOnContainers(
  projectId: string,
  act: (running: Running) => Promise<void>,
  stoppedAt: Date | null,
): Promise<z.input<typeof RunState>> {
  await db().transaction(async (tx) => {
    await lockProject(tx, projectId);
    await refuseWhileDeploying(tx, projectId);
    if (stoppedAt === null) await refuseWhileDataIsOwed(projectId);
    await onEngine(async (engine) => act(await findRunning(tx, engine, projectId)));
    await noteStopped(tx, projectId, stoppedAt);
  });
  await readServices(projectId);
  const statuses = await projectStatuses([await projectRecord(projectId)]);
  const status = statuses.get(projectId)?.status;
  if (!status) throw new Refusal("NOT_FOUND");
  return { projectId, status };
}

async function noteStopped(tx: Transaction, projectId: string, stoppedAt: Date | null): Promise<void> {
  await tx.update(projects).set({ stoppedAt, updatedAt: new Date() }).where(eq(projects.id, projectId));
}

async function findRunning(tx: Transaction, engine: Engine, projectId: string): Promise<Running> {
  const serving = await servingDeployment(projectId, tx);
  if (!serving) throw new Refusal("PROJECT_NOT_DEPLOYED");
  const containers = await engine.listContainers({
    [LABELS.installation]: await installationId(),
    [LABELS.project]: projectId,
    [LABELS.deployment]: serving.id,
  });
  const waves = startOrder(serving.snapshot.definition.services).map((wave) =>
    wave.flatMap((service) => {
      const container = containers.find(({ labels }) => labels[LABELS.service] === service.name);
      return container ? [{ service, container }] : [];
    }),
  );
  const gone = serving.snapshot.definition.services.filter(
    ({ name }) => !containers.some(({ labels }) => labels[LABELS.service] === name),
  );
  if (gone.length > 0) {
    const names = gone.map(({ name }) => name).join(", ");
    const message = `The engine has no container any more for ${names}. Deploy the project to make it again.`;
    throw new Refusal("PROJECT_NOT_DEPLOYED", { message });
  }
  return { engine, waves };
}

/** Stops every container, dependents first. */
export async function stopAll({ engine, waves }: Running): Promise<void> {
  for (const wave of waves.toReversed()) {
    await Promise.all(
      wave.map(({ service, container }) => engine.stopContainer(container.id, stopGraceMs(service))),
    );
  }
}

// A person waits for the answer: whatever takes longer goes on by itself, and the status tells.
const PATIENCE_MS = 20_000;

/** Starts every container, those that others depend on first; each wave is given a while to become healthy. */
export async function startAll({ engine, waves }: Running): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  for (const [at, wave] of waves.entries()) {
    await Promise.all(
      wave.map(async ({ service, container }) => {
        if (at < waves.length - 1) await startOne(engine, service, container.id, signal);
        else await engine.startContainer(container.id);
      }),
    );
  }
}

/** Starts one container and gives it a while to become healthy, before what depends on it starts. */
export async function startOne(
  engine: Engine,
  service: Service,
  id: string,
  until: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([until, AbortSignal.timeout(PATIENCE_MS)]);
  await engine.startContainer(id);
  try {
    await awaitHealthy({
      engine,
      service,
      containerId: id,
      imageCheck: await imageCheck(engine, id),
      limits: { ...LIMITS, settleMs: 500 },
      signal,
      lastLine: async () => undefined,
    });
  } catch {
    // It was asked to start; how it fares is the status's to tell.
  }
}

async function imageCheck(engine: Engine, id: string) {
  const container = await engine.inspectContainer(id);
  return container && (await engine.findImage(container.imageId))?.healthcheck;
}
