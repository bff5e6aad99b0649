import type { Service } from "@/lib/app-definition/schema";
import type { EngineContainer } from "@/lib/engine/engine";
import { LABELS } from "@/lib/servers/labels";
import { type FrozenRun, generations } from "../run/context";
import { Failure } from "../run/failure";

/**
 * The last look before a deployment is called ready: what came up first may have gone down while others were waited
 * for. @throws Failure naming the service that does not work any more
 */
export async function stillWorks(run: FrozenRun, before = "before everything was ready"): Promise<void> {
  const { own } = await generations(run);
  for (const service of run.snapshot.definition.services) {
    const container = own.find(({ labels }) => labels[LABELS.service] === service.name);
    const wrong = whatIsWrong(service, container);
    if (!wrong) continue;
    run.progress.item("health", { name: service.name, state: "failed", detail: wrong });
    run.progress.end("health", "failed");
    throw new Failure(`${service.name} came up, and ${wrong} ${before}.`, {
      advice: `Read the last lines of ${service.name} below, mend its settings, then retry.`,
      service: service.name,
    });
  }
}

function whatIsWrong(
  { restart = "unless-stopped" }: Service,
  container: EngineContainer | undefined,
): string | undefined {
  if (!container) return "its container was removed";
  const { state, health, exitCode, oomKilled } = container;
  if (state === "running") return health === "unhealthy" ? "its health check failed" : undefined;
  const isJob = restart === "no" || restart === "on-failure";
  if (state === "exited" && exitCode === 0 && isJob) return undefined;
  if (state === "paused") return "it was paused";
  return oomKilled ? "it ran out of memory" : `it ended with exit code ${exitCode ?? "unknown"}`;
}
