import { imageInWords } from "@/lib/app-definition/build-file";
import type { Service } from "@/lib/app-definition/schema";
import type { EngineContainer } from "@/lib/engine/engine";
import type { ServiceStatus } from "../schema";

/** What one service of a project does, from its container. Pure. */
export function serviceStatus(
  service: Service,
  container: EngineContainer | undefined,
  testedAt: Date | null,
): ServiceStatus {
  const judged = container
    ? judge(service, container, testedAt)
    : { state: "missing" as const, reason: "It has no container" };
  return {
    name: service.name,
    image: imageInWords(service),
    ...judged,
    containerId: container?.id ?? null,
    restartCount: container?.restartCount ?? 0,
    startedAt: container?.startedAt?.toISOString() ?? null,
    dependsOn: service.dependsOn,
  };
}

/** The same when the engine does not answer: nothing is claimed. */
export function unknownService(service: Service): ServiceStatus {
  return {
    ...serviceStatus(service, undefined, null),
    state: "unknown",
    reason: "The container engine does not answer",
  };
}

/** Whether a service does what it is for: it runs, or has done its one job. */
export function isWell({ state, reason }: Pick<ServiceStatus, "state" | "reason">): boolean {
  return state === "healthy" || state === "running" || (state === "exited" && reason === FINISHED);
}

const FINISHED = "Finished its work";

function judge(
  service: Service,
  container: EngineContainer,
  testedAt: Date | null,
): Pick<ServiceStatus, "state" | "reason"> {
  const { state, health, startedAt } = container;
  if (state === "restarting")
    return { state, reason: `Keeps ending (${lastExit(container)}), and is started again` };
  if (state === "paused") return { state: "stopped", reason: "Paused on the engine" };
  if (state === "created") return { state: "stopped", reason: "Not started yet" };
  if (state !== "running") return ended(service, container);
  if (health === "healthy") return { state: "healthy", reason: "Its health check passes" };
  if (health === "unhealthy") return { state: "unhealthy", reason: "Its health check fails" };
  if (health === "none") return { state: "running", reason: "Runs; it has no health check" };
  // The engine has yet to make its first check of this start, which the deployment has made already.
  if (startedAt && testedAt && startedAt <= testedAt)
    return { state: "healthy", reason: "Passed its health check when it started" };
  return { state: "starting", reason: "Its health check has not passed yet" };
}

function ended({ restart }: Service, container: EngineContainer): Pick<ServiceStatus, "state" | "reason"> {
  if (container.exitCode === 0 && (restart === "no" || restart === "on-failure"))
    return { state: "exited", reason: FINISHED };
  return { state: "exited", reason: capitalized(lastExit(container)) };
}

function lastExit({ oomKilled, exitCode, error }: EngineContainer): string {
  if (oomKilled) return "killed for want of memory";
  return error ?? `ended with exit code ${exitCode ?? "unknown"}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
