import { eq } from "drizzle-orm";
import { startOrder } from "@/lib/app-definition/start-order";
import { db } from "@/lib/db/client";
import type { EngineContainer } from "@/lib/engine/engine";
import { closeLinks } from "@/lib/projects/connections/networks";
import { projects } from "@/lib/projects/table";
import { LABELS } from "@/lib/servers/labels";
import { putDataBack } from "../data/put-back";
import { type Serving, servingDeployment } from "../serving";
import type { Snapshot } from "../snapshot";
import { openSnapshot } from "../steps/freeze";
import { awaitHealthy } from "../steps/health";
import { joinLinks } from "../steps/links/join-links";
import { createContainer, isUp } from "../steps/start";
import { giveRoutesBack } from "../steps/take-routes";
import { deployments } from "../table";
import { networkName, stopGraceMs } from "./container-spec";
import { type FrozenRun, generations, projectLabels, type Run } from "./context";

/** Stops the project's containers of other deployments, dependents first. They stay, to be started again if need be. */
export async function stopOthers(run: FrozenRun): Promise<void> {
  const { others } = await generations(run);
  const running = others.filter(isUp);
  if (running.length === 0) return;
  run.log.say(
    running.length === 1
      ? "Stopping the container that ran before"
      : `Stopping the ${running.length} containers that ran before`,
  );
  const { services } = run.snapshot.definition;
  const isKnown = (container: EngineContainer) =>
    services.some(({ name }) => name === container.labels[LABELS.service]);
  const waves = startOrder(services).map((wave) => wave.map(({ name }) => name));
  await stopAll(
    run,
    running.filter((container) => !isKnown(container)),
    services,
  );
  for (const wave of waves.reverse()) {
    await stopAll(
      run,
      running.filter((container) => wave.includes(container.labels[LABELS.service] ?? "")),
      services,
    );
  }
}

async function stopAll(
  { engine }: Run,
  containers: EngineContainer[],
  services: Snapshot["definition"]["services"],
) {
  await Promise.all(
    containers.map((container) => {
      const service = services.find(({ name }) => name === container.labels[LABELS.service]);
      return engine.stopContainer(container.id, stopGraceMs(service));
    }),
  );
}

/** Stops what ran before as far as it holds ports that a service is about to publish. */
export async function makeRoom(run: FrozenRun, ports: readonly number[]): Promise<void> {
  if (ports.length === 0) return;
  const { others } = await generations(run);
  const inTheWay = others.filter(
    (one) => isUp(one) && one.ports.some(({ hostPort }) => ports.includes(hostPort)),
  );
  await stopAll(run, inTheWay, run.snapshot.definition.services);
}

/** Removes what other deployments of the project left, once this one works. What still runs is asked to stop first. */
export async function removeOthers(run: Run): Promise<void> {
  const { others } = await generations(run);
  await stopAll(run, others.filter(isUp), []);
  await Promise.all(others.map(({ id }) => run.engine.removeContainer(id)));
}

/** Takes down the connections that the version which serves does not have. */
export async function closeStaleLinks(run: Run, serving: Snapshot | undefined): Promise<void> {
  const wanted = serving?.links ?? [];
  await closeLinks(
    run.engine,
    projectLabels(run),
    wanted.map(({ network }) => network),
  );
}

/** What a deployment froze; undefined when it did not come so far. */
export async function snapshotOf(id: string): Promise<Snapshot | undefined> {
  const [found] = await db()
    .select({ snapshot: deployments.snapshot })
    .from(deployments)
    .where(eq(deployments.id, id));
  return found?.snapshot ?? undefined;
}

/**
 * Takes back what this deployment made on the engine, so that a retry finds nothing in its way, and starts what
 * served before, if anything did. Volumes stay.
 * @returns the deployment that serves again; undefined when there is none, or people had stopped the project
 * @throws Failure when what served before does not come up again
 */
export async function takeBack(run: Run): Promise<Serving | undefined> {
  await giveRoutesBack(run);
  const { own, others } = await generations(run);
  await Promise.all(own.map(({ id }) => run.engine.removeContainer(id)));
  await removeMade(run);
  const before = await servingDeployment(run.lease.row.projectId);
  if (before && (await putDataBack(run, before))) {
    await closeStaleLinks(run, before.snapshot);
    return await serveMadeAnew(run, before);
  }
  const old = before ? others.filter(({ labels }) => labels[LABELS.deployment] === before.id) : [];
  const leftOver = others.filter((container) => !old.includes(container));
  await Promise.all(leftOver.map(({ id }) => run.engine.removeContainer(id)));
  await closeStaleLinks(run, old.length > 0 ? before?.snapshot : undefined);
  if (!before || old.length === 0) {
    const [project] = await db()
      .select({ slug: projects.slug })
      .from(projects)
      .where(eq(projects.id, run.lease.row.projectId));
    if (project) await run.engine.removeNetwork(networkName(project.slug));
    return undefined;
  }
  return (await isStopped(run)) ? undefined : await serveAgain(run, before, old);
}

/** The volumes that only the version which failed had. */
async function removeMade(run: Run): Promise<void> {
  for (const volume of run.lease.row.change?.made ?? []) await run.engine.removeVolume(volume);
}

/** The volumes were made anew, and the containers went with them: they are made from what was frozen. */
async function serveMadeAnew(run: Run, before: Serving): Promise<Serving | undefined> {
  const { snapshot } = before;
  const opened = { ...run, snapshot, ...openSnapshot(run.lease.row.projectId, snapshot) };
  await run.engine.ensureNetwork(networkName(snapshot.slug), projectLabels(run));
  const there = await run.engine.listContainers(projectLabels(run));
  for (const service of snapshot.definition.services) {
    if (there.some(({ labels }) => labels[LABELS.service] === service.name)) continue;
    const id = await createContainer(opened, service, before.id);
    await joinLinks(opened, service.name, id);
  }
  if (await isStopped(run)) return undefined;
  return await serveAgain(run, before, await run.engine.listContainers(projectLabels(run)));
}

async function isStopped(run: Run): Promise<boolean> {
  const { projectId } = run.lease.row;
  const [project] = await db()
    .select({ stoppedAt: projects.stoppedAt })
    .from(projects)
    .where(eq(projects.id, projectId));
  return project?.stoppedAt !== null;
}

async function serveAgain(run: Run, before: Serving, old: EngineContainer[]): Promise<Serving> {
  run.log.say(`Starting what ran before (deployment ${before.number})`, "warn");
  for (const wave of startOrder(before.snapshot.definition.services)) {
    await Promise.all(
      wave.map(async (service) => {
        const container = old.find(({ labels }) => labels[LABELS.service] === service.name);
        if (!container) return;
        if (!isUp(container)) await run.engine.startContainer(container.id);
        await awaitHealthy({
          engine: run.engine,
          service,
          containerId: container.id,
          imageCheck: (await run.engine.findImage(container.imageId))?.healthcheck,
          limits: run.limits,
          signal: run.lease.held,
          lastLine: async () => undefined,
        });
        run.log.say(`${service.name} serves again`, "ok");
      }),
    );
  }
  return before;
}
