import { setTimeout as pause } from "node:timers/promises";
import { and, eq, gte, lt, sql } from "drizzle-orm";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { inLanes } from "@/lib/deployments/run/lanes";
import type { Engine, EngineUsage } from "@/lib/engine/engine";
import { EngineError } from "@/lib/engine/engine";
import { FIGURES, type UsagePoint, usageBetween } from "./rates";
import { serviceStates, serviceUsage } from "./table";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const AT_ONCE = 4;

/** The last look at each running container, to measure the next one from. */
export type Looks = Map<string, EngineUsage>;

/** Notes what every running service uses, once a minute, for as long as the signal holds. */
export async function keepUsage(signal: AbortSignal, find: () => Promise<Engine>): Promise<void> {
  const looks: Looks = new Map();
  while (!signal.aborted) {
    await pause(MINUTE_MS - (Date.now() % MINUTE_MS), undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    try {
      await noteUsage(await find(), looks, new Date(), signal);
    } catch (error) {
      // The watcher tells of an engine that is away; a minute without figures stays empty.
      const isEngine = error instanceof EngineError || error instanceof Refusal;
      if (!isEngine && !signal.aborted) console.error("the use of services could not be noted:", error);
    }
  }
}

type Point = UsagePoint & { project_id: string; service: string };

/** Notes one minute of every running service, in the row of its hour. Rows older than a day go. */
export async function noteUsage(
  there: Pick<Engine, "usage">,
  looks: Looks,
  now: Date,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const running = await db().select().from(serviceStates).where(eq(serviceStates.state, "running"));
  const points: Point[] = [];
  const before = new Map(looks);
  looks.clear();
  await inLanes(running, { atOnce: AT_ONCE, signal }, async ({ containerId, projectId, service }) => {
    const look = await there.usage(containerId);
    if (!look) return;
    looks.set(containerId, look);
    const last = before.get(containerId);
    const point = last && usageBetween(last, look);
    if (point) points.push({ ...point, project_id: projectId, service });
  });
  if (points.length > 0) await store(points, now);
  if (now.getUTCMinutes() === 0)
    await db()
      .delete(serviceUsage)
      .where(lt(serviceUsage.hour, new Date(now.getTime() - DAY_MS - HOUR_MS)));
}

async function store(points: Point[], now: Date): Promise<void> {
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS).toISOString();
  const minute = now.getUTCMinutes() + 1;
  const given = sql`jsonb_to_recordset(${JSON.stringify(points)}::jsonb) AS point(project_id text, service text,
    cpu real, memory real, received real, sent real, read real, written real)`;
  const empty = sql.join(
    FIGURES.map(() => sql`array_fill(NULL::real, ARRAY[60])`),
    sql`, `,
  );
  const figures = sql.join(
    FIGURES.map(
      (figure) =>
        sql`${sql.identifier(figure)}[${sql.raw(String(minute))}] = point.${sql.identifier(figure)}`,
    ),
    sql`, `,
  );
  await db().execute(sql`
    INSERT INTO service_usage (project_id, service, hour, cpu, memory, received, sent, read, written)
    SELECT point.project_id, point.service, ${hour}::timestamptz, ${empty}
    FROM ${given} JOIN projects ON projects.id = point.project_id
    ON CONFLICT DO NOTHING`);
  await db().execute(sql`
    UPDATE service_usage SET ${figures} FROM ${given}
    WHERE service_usage.project_id = point.project_id AND service_usage.service = point.service
      AND service_usage.hour = ${hour}::timestamptz`);
}

export type Minutes = Record<(typeof FIGURES)[number], (number | null)[]>;

/** The last 24 hours of each service of a project, minute by minute, up to the one that has just ended. */
export async function usageOf(projectId: string, now = new Date()): Promise<Map<string, Minutes>> {
  const end = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const rows = await db()
    .select()
    .from(serviceUsage)
    .where(
      and(eq(serviceUsage.projectId, projectId), gte(serviceUsage.hour, new Date(end - DAY_MS - HOUR_MS))),
    );
  const services = new Map<string, Minutes>();
  for (const row of rows) {
    const minutes = services.get(row.service) ?? emptyDay();
    services.set(row.service, minutes);
    for (let minute = 0; minute < 60; minute++) {
      const at = (row.hour.getTime() + minute * MINUTE_MS - (end - DAY_MS + MINUTE_MS)) / MINUTE_MS;
      if (at < 0 || at >= 1_440) continue;
      // A NULL in an array comes as what is not a number.
      for (const figure of FIGURES) {
        const value = row[figure][minute];
        minutes[figure][at] = Number.isFinite(value) ? (value ?? null) : null;
      }
    }
  }
  return services;
}

function emptyDay(): Minutes {
  const empty = () => Array<number | null>(1_440).fill(null);
  return { cpu: empty(), memory: empty(), received: empty(), sent: empty(), read: empty(), written: empty() };
}
