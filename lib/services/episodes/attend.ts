import { setTimeout as pause } from "node:timers/promises";
import { and, eq, inArray, notInArray, sql } from "drizzle-orm";
import { db, type Transaction } from "@/lib/db/client";
import { deployments } from "@/lib/deployments/table";
import { announce, type Fact } from "@/lib/notifications";
import { projectStatuses } from "@/lib/projects/runtime";
import { projects } from "@/lib/projects/table";
import { serviceEpisodes } from "../table";
import { watchState } from "../watch-state";
import { isWell } from "../words";
import { type Condition, judge, type Told } from "./judge";

const EVERY_MS = 10_000;

/** Tells of services in trouble for as long as the signal holds, from what the watcher writes down. */
export async function keepEpisodes(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(EVERY_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    try {
      const watch = await watchState();
      if (watch.watched && !watch.away) await attendEpisodes();
    } catch (error) {
      if (!signal.aborted) console.error("services in trouble cannot be told of right now:", error);
    }
  }
}

type Project = typeof projects.$inferSelect;
type Status = {
  name: string;
  state: Parameters<typeof isWell>[0]["state"];
  reason: string;
  restartCount: number;
};

/** Judges every service that may be in trouble, or was. */
export async function attendEpisodes(now = new Date()): Promise<void> {
  const asked = await inQuestion();
  const statuses = await projectStatuses(asked);
  for (const project of asked) {
    const services = statuses.get(project.id)?.services ?? [];
    await db().transaction((tx) => attend(tx, project, services, now));
  }
}

/** Projects that serve, with a service that does not just run, or one that was told of. */
async function inQuestion(): Promise<Project[]> {
  return await db()
    .select()
    .from(projects)
    .where(
      sql`EXISTS (SELECT 1 FROM deployments d WHERE d.project_id = ${projects.id} AND d.state = 'ready')
        AND NOT EXISTS (SELECT 1 FROM deployments d WHERE d.project_id = ${projects.id}
          AND d.state IN ('queued', 'building', 'deploying'))
        AND (EXISTS (SELECT 1 FROM service_episodes e WHERE e.project_id = ${projects.id})
          OR EXISTS (SELECT 1 FROM service_states s WHERE s.project_id = ${projects.id}
            AND (s.state <> 'running' OR s.health = 'unhealthy' OR s.ends <> '[]'::jsonb)))`,
    );
}

async function attend(
  tx: Transaction,
  { id: projectId, organizationId, stoppedAt }: Project,
  services: readonly Status[],
  now: Date,
): Promise<void> {
  if (await isBusy(tx, projectId)) return;
  const named = stoppedAt ? [] : services.filter(({ state }) => state !== "unknown");
  // What is down on purpose, or is no service any more, is in no trouble.
  if (stoppedAt || services.every(({ state }) => state !== "unknown"))
    await forgetOthers(tx, projectId, named);
  const before = await tx.select().from(serviceEpisodes).where(eq(serviceEpisodes.projectId, projectId));
  const facts: Fact[] = [];
  for (const service of named) {
    const known = before.find((one) => one.service === service.name);
    const { episode, tell } = judge(known, conditionOf(service), now);
    const place = and(eq(serviceEpisodes.projectId, projectId), eq(serviceEpisodes.service, service.name));
    if (!episode) {
      if (known) await tx.delete(serviceEpisodes).where(place);
      continue;
    }
    await tx
      .insert(serviceEpisodes)
      .values({ ...episode, projectId, service: service.name })
      .onConflictDoUpdate({ target: [serviceEpisodes.projectId, serviceEpisodes.service], set: episode });
    if (tell) facts.push(factOf(tell, { organizationId, projectId }, episode, service));
  }
  await announce(tx, facts);
}

/** A deployment that has begun since: its containers come and go on purpose. */
async function isBusy(tx: Transaction, projectId: string): Promise<boolean> {
  const [active] = await tx
    .select({ id: deployments.id })
    .from(deployments)
    .where(
      and(
        eq(deployments.projectId, projectId),
        inArray(deployments.state, ["queued", "building", "deploying"]),
      ),
    )
    .limit(1);
  return active !== undefined;
}

async function forgetOthers(tx: Transaction, projectId: string, named: readonly Status[]): Promise<void> {
  const names = named.map(({ name }) => name);
  await tx
    .delete(serviceEpisodes)
    .where(
      and(
        eq(serviceEpisodes.projectId, projectId),
        names.length > 0 ? notInArray(serviceEpisodes.service, names) : undefined,
      ),
    );
}

// So many starts for want of memory are a loop as well.
const LOOP = 3;

function conditionOf(service: Status): Condition {
  if (isWell(service)) return "well";
  if (service.state === "starting") return "between";
  const isLoop =
    service.state === "crash-loop" || (service.state === "out-of-memory" && service.restartCount >= LOOP);
  return isLoop ? "loop" : "trouble";
}

const SUFFIX = { "service.down": "down", "service.crash_loop": "loop", "service.recovered": "recovered" };

function factOf(
  event: Told,
  where: { organizationId: string; projectId: string },
  { id, since }: { id: string; since: Date },
  { name: service, reason }: Status,
): Fact {
  const told = { ...where, key: `${id}:${SUFFIX[event]}` };
  const about = { service, since: since.toISOString() };
  if (event === "service.recovered") return { ...told, event, about, follows: [`${id}:down`, `${id}:loop`] };
  return { ...told, event, about: { ...about, reason } };
}
