import { and, desc, eq, inArray } from "drizzle-orm";
import { imageInWords } from "@/lib/app-definition/build-file";
import type { Service } from "@/lib/app-definition/schema";
import { db } from "@/lib/db/client";
import { ACTIVE_STATES } from "@/lib/deployments/machine";
import type { DeploymentState, Step } from "@/lib/deployments/schema";
import { deployments } from "@/lib/deployments/table";
import { statesOf } from "@/lib/services/states";
import type { StateRow } from "@/lib/services/store";
import { inWords, isWell, unknownInWords } from "@/lib/services/words";
import type { ProjectRecord } from "./on-project";
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
 * What runs of each project, by id: a few questions to the database, however many projects. An engine that does not
 * answer makes them `unknown`; it is never an error.
 */
export async function projectStatuses(projects: readonly Asked[]): Promise<Map<string, RuntimeStatus>> {
  if (projects.length === 0) return new Map();
  const ids = projects.map(({ id }) => id);
  const [last, serving] = await Promise.all([newest(ids, false), newest(ids, true)]);
  // An answer from before a deployment's end does not know its containers.
  const ends = [...serving.values()].map(({ finishedAt }) => finishedAt?.getTime() ?? 0);
  const { readAt, rows, away } = await statesOf(ids, Math.max(0, ...ends));
  const byProject = rows && Map.groupBy(rows, ({ projectId }) => projectId);
  const now = new Date();
  return new Map(
    projects.map((project) => {
      const history = { last: last.get(project.id), serving: serving.get(project.id) };
      const seen = byProject && { rows: byProject.get(project.id) ?? [] };
      const services = servicesOf(project, history, seen ?? { readAt }, now);
      const judged = judge(project, history, services, away?.reason);
      return [project.id, { services, status: { ...judged, readAt: (readAt ?? now).toISOString() } }];
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

type Seen = { rows: StateRow[] } | { readAt: Date | null };

/** Of the deployment that serves; while the first one is under way, of that. */
function servicesOf(
  { definition, stoppedAt }: Asked,
  { last, serving }: History,
  seen: Seen,
  now: Date,
): ServiceStatus[] {
  const from = serving ?? last;
  const around = { stoppedAt, testedAt: from?.finishedAt ?? null, now };
  return definition.services.map((service) => {
    if (!("rows" in seen)) return toStatus(service, undefined, unknownInWords(seen.readAt, now));
    const own = seen.rows.find(
      ({ service: name, deploymentId }) => name === service.name && deploymentId === from?.id,
    );
    return toStatus(service, own, inWords(service, own, around));
  });
}

function toStatus(
  service: Service,
  row: StateRow | undefined,
  words: ReturnType<typeof inWords>,
): ServiceStatus {
  return {
    name: service.name,
    image: imageInWords(service),
    ...words,
    since: row?.since.toISOString() ?? null,
    containerId: row && row.state !== "gone" ? row.containerId : null,
    restartCount: row?.restartCount ?? 0,
    exitCode: row?.exitCode ?? null,
    startedAt: row?.startedAt?.toISOString() ?? null,
    dependsOn: service.dependsOn,
  };
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

const DOWN: ServiceStatus["state"][] = ["stopped", "exited", "missing", "crash-loop", "out-of-memory"];

function judgeServices({ stoppedAt }: Asked, services: ServiceStatus[]): Judged {
  const well = services.filter(isWell);
  const up = services.filter(({ state }) => !DOWN.includes(state));
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
