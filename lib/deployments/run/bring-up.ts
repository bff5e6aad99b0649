import type { Service } from "@/lib/app-definition/schema";
import { startOrder } from "@/lib/app-definition/start-order";
import type { LogCollector } from "../log/collect-logs";
import { awaitHealthy } from "../steps/health";
import { createContainers, startService } from "../steps/start";
import type { FrozenRun } from "./context";
import { Failure } from "./failure";
import { stopOthers } from "./previous";

/**
 * The steps start and health, which overlap: every service starts as soon as those it depends on work. New containers
 * are made before the old ones stop, so that people miss the app as briefly as can be.
 * @throws Failure of the first service that does not come up; the others are not waited for
 */
export async function bringUp(run: FrozenRun, collector: LogCollector): Promise<void> {
  const services = startOrder(run.snapshot.definition.services).flat();
  run.progress.begin("start");
  for (const service of services)
    run.progress.item("start", { name: service.name, state: "waiting", detail: waitsFor(service) });
  const ids = await createContainers(run);
  run.signal.throwIfAborted();
  await stopOthers(run);
  run.signal.throwIfAborted();

  const failing = new AbortController();
  const group: FrozenRun = { ...run, signal: AbortSignal.any([run.signal, failing.signal]) };
  const works = new Map<string, Promise<void>>();
  let started = 0;
  for (const service of services) {
    const dependencies = service.dependsOn.map((name) => works.get(name));
    const work = (async () => {
      await Promise.all(dependencies);
      group.signal.throwIfAborted();
      await start(group, service, ids.get(service.name) ?? "", collector);
      if (++started === services.length) run.progress.end("start", "done");
      await becomeHealthy(group, service, ids.get(service.name) ?? "", collector);
    })();
    // The first failure is the one to tell; the rest only ends because of it.
    work.catch((error) => failing.abort(error));
    works.set(service.name, work);
  }
  await Promise.allSettled(works.values());
  run.signal.throwIfAborted();
  if (failing.signal.aborted) throw failing.signal.reason;
  run.progress.end("health", "done");
}

async function start(run: FrozenRun, service: Service, id: string, collector: LogCollector): Promise<void> {
  const tell = (state: "running" | "done" | "failed", detail: string) =>
    run.progress.item("start", { name: service.name, state, detail });
  tell("running", "Starting");
  const since = Date.now();
  try {
    await startService(run, service, id);
  } catch (error) {
    tell("failed", "Could not be started");
    throw error;
  }
  tell("done", `started in ${seconds(Date.now() - since)}`);
  await collector.follow(service.name, id);
}

async function becomeHealthy(
  run: FrozenRun,
  service: Service,
  id: string,
  collector: LogCollector,
): Promise<void> {
  const { name } = service;
  const tell = (state: "running" | "done" | "failed", detail: string) =>
    run.progress.item("health", { name, state, detail });
  run.progress.begin("health");
  tell("running", "Waits until it works");
  try {
    const outcome = await awaitHealthy({
      engine: run.engine,
      service,
      containerId: id,
      imageCheck: (await run.engine.findImage(run.snapshot.images[name]?.id ?? ""))?.healthcheck,
      limits: run.limits,
      signal: run.signal,
      onWaiting: (detail) => tell("running", run.log.mask(`Not healthy yet: ${detail}`)),
      lastLine: () => collector.catchUp(name),
    });
    tell("done", outcome);
    run.log.say(`${name} is ${outcome}`, "ok");
  } catch (error) {
    tell("failed", error instanceof Failure ? "did not come up" : "was not waited for");
    throw error;
  }
}

function waitsFor({ dependsOn }: Service): string {
  return dependsOn.length > 0 ? `waits for ${dependsOn.join(", ")}` : "Waits for its turn";
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
