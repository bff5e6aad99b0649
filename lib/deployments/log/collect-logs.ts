import { and, count, desc, eq, sql } from "drizzle-orm";
import { db } from "@/lib/db/client";
import type { EngineLogLine } from "@/lib/engine/engine";
import type { Run } from "../run/context";
import { pause } from "../run/stopped";
import { deploymentLogs } from "../table";
import { levelOf, plain } from "./log-text";

/** Copies what the services of one deployment write into the deployment's log, while it runs. */
export type LogCollector = ReturnType<typeof createLogCollector>;

// A noisy service must not flood the database: after so many lines the rest is left to the engine.
const LINES_PER_SERVICE = 5_000;
const LAST_LINES = 30;
const ATTACH_AGAIN_MS = 200;

/** How far a service's log has been copied. Several lines may carry the same millisecond. */
type Position = { lines: number; at: Date | undefined; atThatTime: number };
type Followed = { id: string; position: Position; following: Promise<void>; leave: AbortController };

export function createLogCollector(run: Run) {
  const over = new AbortController();
  const signal = AbortSignal.any([run.lease.held, over.signal]);
  const services = new Map<string, Followed>();

  return {
    /** Begins to copy; doing it twice is once. A container in place of another goes on where that one ended. */
    async follow(service: string, id: string): Promise<void> {
      const known = services.get(service);
      if (known?.id === id) return;
      known?.leave.abort();
      await known?.following;
      const position = known?.position ?? (await lastPosition(run.lease.row.id, service));
      if (services.get(service) !== known) return;
      const leave = new AbortController();
      const until = AbortSignal.any([signal, leave.signal]);
      services.set(service, { id, position, leave, following: follow(run, service, id, position, until) });
    },
    /** Copies what a service wrote last, up to 30 lines, unless it is there already. @returns its last line, masked */
    async catchUp(service: string): Promise<string | undefined> {
      const known = services.get(service);
      if (!known) return undefined;
      const lines: EngineLogLine[] = [];
      try {
        const limit = AbortSignal.any([run.lease.held, AbortSignal.timeout(3_000)]);
        for await (const line of run.engine.logs(known.id, {
          follow: false,
          tail: LAST_LINES,
          signal: limit,
        }))
          lines.push(line);
      } catch {
        // Without its last words the exit code has to do.
      }
      const isNew = newSince(known.position);
      for (const line of lines.filter(isNew)) copy(run, service, known.position, line);
      const last = lines.findLast(({ text }) => plain(text) !== "");
      return last && run.log.mask(plain(last.text)).slice(0, 300);
    },
    async stop(): Promise<void> {
      over.abort();
      await Promise.all([...services.values()].map(({ following }) => following));
    },
  };
}

async function follow(
  run: Run,
  service: string,
  id: string,
  position: Position,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const isNew = newSince(position);
      for await (const line of run.engine.logs(id, { follow: true, since: position.at, signal })) {
        if (position.lines >= LINES_PER_SERVICE) return tellLimit(run, service);
        if (isNew(line)) copy(run, service, position, line);
      }
    } catch {
      // The container or the engine is gone; the step that watches it tells why.
    }
    // It ended, and the engine may start it again.
    await pause(ATTACH_AGAIN_MS, signal).catch(() => {});
  }
}

function tellLimit(run: Run, service: string) {
  run.log.say(
    `${service} has written ${LINES_PER_SERVICE} lines. What follows stays in its own log.`,
    "warn",
  );
}

function copy(run: Run, service: string, position: Position, { at, text }: EngineLogLine) {
  position.atThatTime = position.at?.getTime() === at.getTime() ? position.atThatTime + 1 : 1;
  position.at = at;
  position.lines++;
  run.log.add({ at, service, level: levelOf(text), text });
}

/** Whether a line of a log that is read again comes after the position; to be asked line by line, in order. */
function newSince({ at, atThatTime }: Position): (line: EngineLogLine) => boolean {
  let seen = atThatTime;
  return (line) => {
    if (!at || line.at > at) return true;
    return line.at.getTime() === at.getTime() && seen-- <= 0;
  };
}

/** Where an earlier worker left off. */
async function lastPosition(deploymentId: string, service: string): Promise<Position> {
  const ofService = and(eq(deploymentLogs.deploymentId, deploymentId), eq(deploymentLogs.service, service));
  const [last] = await db()
    .select({
      at: deploymentLogs.at,
      atThatTime: count(),
      lines: sql<number>`sum(count(*)) OVER ()`.mapWith(Number),
    })
    .from(deploymentLogs)
    .where(ofService)
    .groupBy(deploymentLogs.at)
    .orderBy(desc(deploymentLogs.at))
    .limit(1);
  return last ?? { lines: 0, at: undefined, atThatTime: 0 };
}
