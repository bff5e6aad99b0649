import { and, desc, eq, inArray } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { ACTIVE_STATES } from "@/lib/deployments/machine";
import type { DeploymentState, Step } from "@/lib/deployments/schema";
import { deployments } from "@/lib/deployments/table";
import type { EngineContainer } from "@/lib/engine/engine";
import { LABELS } from "@/lib/servers";
import type { ProjectRecord } from "./on-project";
import { containersNow } from "./running/engine-answer";
import { isWell, serviceStatus, unknownService } from "./running/service-status";
import type { ProjectStatus, ServiceStatus } from "./schema";

export type RuntimeStatus = { status: ProjectStatus; services: ServiceStatus[] };
type Asked = Pick<ProjectRecord, "id" | "definition" | "stoppedAt">;
type Recent = Pick<
  typeof deployments.$inferSelect,
  "id" | "projectId" | "state" | "reason" | "steps" | "finishedAt"
>;
/** The newest deployment, and the newest that became ready. */
type History = { last?: Recent; serving?: Recent };
type Judged = Pick<ProjectStatus, "state" | "reason">;

/**
 * What runs of each project, by id: one question to the engine and two to the database, however many projects. An
 * engine that does not answer makes them `unknown`; it is never an error.
 */
export async function projectStatuses(projects: readonly Asked[]): Promise<Map<string, RuntimeStatus>> {
  if (projects.length === 0) return new Map();
  const ids = projects.map(({ id }) => id);
  const [last, serving] = await Promise.all([newest(ids, false), newest(ids, true)]);
  // An answer from before a deployment's end does not know its containers.
  const ends = [...serving.values()].map(({ finishedAt }) => finishedAt?.getTime() ?? 0);
  const answer = await containersNow(Math.max(0, ...ends));
  const containers = "containers" in answer ? answer.containers : [];
  const missing = "missing" in answer ? answer.missing : undefined;
  const byProject = Map.groupBy(containers, ({ labels }) => labels[LABELS.project] ?? "");
  return new Map(
    projects.map((project) => {
      const history = { last: last.get(project.id), serving: serving.get(project.id) };
      const services = servicesOf(
        project,
        history,
        missing === undefined ? (byProject.get(project.id) ?? []) : undefined,
      );
      const judged = judge(project, history, services, missing);
      return [project.id, { services, status: { ...judged, readAt: answer.readAt.toISOString() } }];
    }),
  );
}

async function newest(ids: string[], readyOnly: boolean): Promise<Map<string, Recent>> {
  const { id, projectId, state, reason, steps, finishedAt } = deployments;
  const rows = await db()
    .selectDistinctOn([projectId], { id, projectId, state, reason, steps, finishedAt })
    .from(deployments)
    .where(and(inArray(projectId, ids), readyOnly ? eq(state, "ready") : undefined))
    .orderBy(projectId, desc(deployments.number));
  return new Map(rows.map((row) => [row.projectId, row]));
}

/** Of the deployment that serves; while the first one is under way, of that. */
function servicesOf(
  { definition, stoppedAt }: Asked,
  { last, serving }: History,
  containers: EngineContainer[] | undefined,
): ServiceStatus[] {
  const from = serving ?? last;
  return definition.services.map((service) => {
    if (!containers) return unknownService(service);
    const own = containers.find(
      ({ labels }) => labels[LABELS.service] === service.name && labels[LABELS.deployment] === from?.id,
    );
    const status = serviceStatus(service, own, from?.finishedAt ?? null);
    // However it took the signal: a program that was told to end has not failed.
    if (stoppedAt && status.state === "exited" && !isWell(status))
      return { ...status, state: "stopped", reason: "Stopped on purpose" };
    return status;
  });
}

function judge(
  project: Asked,
  { last, serving }: History,
  services: ServiceStatus[],
  missing: string | undefined,
): Judged {
  if (!last) return { state: "draft", reason: "Not deployed yet" };
  if (last.state === "queued") return { state: "deploying", reason: "Waits for its turn" };
  if (isActive(last.state)) return { state: "deploying", reason: stepInWords(last.steps) };
  if (missing !== undefined) return { state: "unknown", reason: missing };
  if (!serving && last.state === "cancelled")
    return { state: "draft", reason: "Its installation was cancelled" };
  if (!serving) return { state: "failed", reason: last.reason ?? "Its deployment failed" };
  return judgeServices(project, services);
}

function judgeServices({ stoppedAt }: Asked, services: ServiceStatus[]): Judged {
  const well = services.filter(isWell);
  const up = services.filter(({ state }) => !["stopped", "exited", "missing"].includes(state));
  const bad = services.find((service) => !isWell(service));
  if (stoppedAt && up.length === 0) return { state: "stopped", reason: "Stopped on purpose" };
  if (!bad) {
    const word = services.some(({ state }) => state === "healthy") ? "healthy" : "running";
    const count = `${well.length} of ${services.length} services ${word}`;
    return stoppedAt
      ? { state: "degraded", reason: `Stopped here, yet ${count}` }
      : { state: "running", reason: count };
  }
  if (up.length === 0 && services.every(({ state }) => state === "missing")) {
    return { state: "failed", reason: "Its containers are gone from the engine. Deploy it again" };
  }
  if (!stoppedAt && services.every((service) => isWell(service) || service.state === "starting")) {
    const waiting = services.filter((service) => !isWell(service)).map(({ name }) => name);
    return {
      state: "starting",
      reason: `${well.length} of ${services.length} services up. ${waiting.join(", ")}: starting`,
    };
  }
  const why = `${bad.name}: ${bad.reason.charAt(0).toLowerCase()}${bad.reason.slice(1)}`;
  if (up.length === 0) return { state: "failed", reason: `Nothing of it runs. ${why}` };
  return { state: "degraded", reason: `${well.length} of ${services.length} services healthy. ${why}` };
}

function isActive(state: DeploymentState): boolean {
  return ACTIVE_STATES.some((active) => active === state);
}

const STEP_WORDS: Record<Step["name"], string> = {
  freeze: "Freezing the plan",
  pull: "Pulling images",
  build: "Building images",
  network: "Making the network and volumes",
  data: "Copying the data",
  start: "Starting services",
  health: "Waiting for services to become healthy",
  prepare: "Preparing services",
  routes: "Checking the addresses",
  watch: "Watching the new version",
};

function stepInWords(steps: readonly Step[]): string {
  const now = steps.findLast(({ state }) => state === "running");
  return now ? STEP_WORDS[now.name] : "Deploying";
}
