import type { Service } from "@/lib/app-definition/schema";
import { startOrder } from "@/lib/app-definition/start-order";
import type { EngineContainer } from "@/lib/engine/engine";
import { LABELS } from "@/lib/servers/labels";
import type { LogCollector } from "../../log/collect-logs";
import { revisionOf, stopGraceMs } from "../../run/container-spec";
import type { FrozenRun } from "../../run/context";
import { openGroup } from "../../run/group";
import { becomeHealthy, startOne } from "../../run/start-one";
import { createContainer, isUp } from "../start";

/**
 * A container of a service that was made with its variables and files as they are now: the one there is, or another
 * in its place, which is not started yet. @returns its id
 */
export async function renewed(run: FrozenRun, service: Service, id: string): Promise<string> {
  const found = await run.engine.inspectContainer(id);
  if (found && !isStale(run, service, found)) return id;
  await takeAway(run, service, found);
  return await createContainer(run, service);
}

/**
 * Makes every container anew that lacks what was captured since it was made, each once: those that depend on others
 * stop first and start last. Then they, and all that depend on them, have to work again.
 */
export async function renewAll(
  run: FrozenRun,
  ids: Map<string, string>,
  collector: LogCollector,
): Promise<void> {
  const waves = startOrder(run.snapshot.definition.services);
  const stale = await staleServices(run, waves.flat(), ids);
  if (stale.size === 0) return;
  const told = [...stale.keys()].map(({ name }) => name).join(", ");
  run.log.say(`Starting anew with what was captured: ${told}`);
  for (const [service, container] of [...stale].reverse()) {
    tell(run, service, "running", "Stops to get what was captured");
    await takeAway(run, service, container);
  }
  const shaken = new Set<string>();
  for (const wave of waves) {
    const group = openGroup(run);
    for (const service of wave) {
      const isNew = stale.has(service);
      if (!isNew && !service.dependsOn.some((name) => shaken.has(name))) continue;
      shaken.add(service.name);
      group.add(upAgain(group.run, service, isNew, ids, collector));
    }
    await group.settled();
  }
}

async function upAgain(
  run: FrozenRun,
  service: Service,
  isNew: boolean,
  ids: Map<string, string>,
  collector: LogCollector,
): Promise<void> {
  const { name } = service;
  if (isNew) {
    ids.set(name, await createContainer(run, service));
    await startOne(run, service, ids.get(name) ?? "", collector);
  }
  await becomeHealthy(run, service, ids.get(name) ?? "", collector);
  if (isNew) tell(run, service, "done", "Runs with what was captured");
}

async function staleServices(run: FrozenRun, services: readonly Service[], ids: ReadonlyMap<string, string>) {
  const found = await Promise.all(
    services.map(async (service) => {
      const container = await run.engine.inspectContainer(ids.get(service.name) ?? "");
      return container && isStale(run, service, container) ? [{ service, container }] : [];
    }),
  );
  return new Map(found.flat().map(({ service, container }) => [service, container]));
}

function isStale({ snapshot }: FrozenRun, { name }: Service, { labels }: EngineContainer): boolean {
  return (labels[LABELS.revision] ?? "0") !== revisionOf(snapshot, name);
}

async function takeAway(run: FrozenRun, service: Service, container: EngineContainer | undefined) {
  if (!container) return;
  if (isUp(container)) await run.engine.stopContainer(container.id, stopGraceMs(service));
  await run.engine.removeContainer(container.id);
}

function tell(run: FrozenRun, { name }: Service, state: "running" | "done", detail: string) {
  run.progress.item("prepare", { name: `anew ${name}`, title: name, state, detail });
}
