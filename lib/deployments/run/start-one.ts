import type { Service } from "@/lib/app-definition/schema";
import type { LogCollector } from "../log/collect-logs";
import { awaitHealthy } from "../steps/health";
import { startService } from "../steps/start";
import type { FrozenRun } from "./context";
import { Failure } from "./failure";

/** Starts the container of one service, told in the step `start`. @throws Failure, EngineError */
export async function startOne(
  run: FrozenRun,
  service: Service,
  id: string,
  collector: LogCollector,
): Promise<void> {
  const tell = (state: "running" | "done" | "failed", detail: string) =>
    run.progress.item("start", { name: service.name, state, detail });
  tell("running", "Starting");
  const since = performance.now();
  try {
    await startService(run, service, id);
  } catch (error) {
    tell("failed", "Could not be started");
    throw error;
  }
  tell("done", `started in ${((performance.now() - since) / 1000).toFixed(1)} s`);
  await collector.follow(service.name, id);
}

/** Waits until a started service works, told in the step `health`. @throws Failure, EngineError */
export async function becomeHealthy(
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
