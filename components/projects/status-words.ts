import type { Tone } from "@/components/marks/status-mark";
import type { ProjectStatus, ServiceStatus } from "@/lib/projects/schema";

const PROJECT: Record<ProjectStatus["state"], { tone: Tone; word: string }> = {
  draft: { tone: "off", word: "Draft" },
  deploying: { tone: "run", word: "Deploying" },
  starting: { tone: "run", word: "Starting" },
  running: { tone: "ok", word: "Running" },
  degraded: { tone: "warn", word: "Needs attention" },
  failed: { tone: "fail", word: "Failed" },
  stopped: { tone: "off", word: "Stopped" },
  unknown: { tone: "off", word: "Unknown" },
};

/** The mark and word of a project's state; the reason stands beside it. */
export function projectWords(status: Pick<ProjectStatus, "state">) {
  return PROJECT[status.state];
}

/** Whether there is something to open: its address answers only while its services run. */
export function isReachable({ state }: Pick<ProjectStatus, "state">): boolean {
  return state === "starting" || state === "running" || state === "degraded";
}

/** Whether there is anything to stop or restart; an installation that failed has left nothing. */
export function hasContainers({ services }: { services: readonly Pick<ServiceStatus, "state">[] }): boolean {
  return services.some(({ state }) => state !== "missing");
}

const SERVICE: Record<ServiceStatus["state"], { tone: Tone; word: string }> = {
  running: { tone: "ok", word: "Running" },
  healthy: { tone: "ok", word: "Healthy" },
  starting: { tone: "run", word: "Starting" },
  unhealthy: { tone: "fail", word: "Unhealthy" },
  restarting: { tone: "warn", word: "Restarting" },
  "crash-loop": { tone: "fail", word: "Crash loop" },
  "out-of-memory": { tone: "fail", word: "Out of memory" },
  stopped: { tone: "off", word: "Stopped" },
  exited: { tone: "fail", word: "Exited" },
  missing: { tone: "fail", word: "Missing" },
  unknown: { tone: "off", word: "Unknown" },
};

export function serviceWords(status: Pick<ServiceStatus, "state">) {
  return SERVICE[status.state];
}
