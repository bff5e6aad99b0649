import type { EngineContainer, EngineEvent } from "@/lib/engine/engine";
import type { End, Observed, Shape } from "./observed";

const MOST_ENDS = 10;

/**
 * What is known of a service's container after a look at it. Pure.
 * @param before what was known, of this container or of another one in its place
 * @param news what the engine told of it since then, oldest first; empty after a gap
 * @param carry what earlier news left open: filled and emptied here
 */
export function observe(
  before: Observed | undefined,
  container: EngineContainer,
  news: readonly EngineEvent[],
  carry: Carry,
  now: Date,
): Observed {
  const same = before?.containerId === container.id ? before : undefined;
  const ends = [...(same?.ends ?? []), ...endsIn(news, same, container, carry)].slice(-MOST_ENDS);
  const isAsBefore = same?.state === container.state && same.health === container.health;
  const restarted = same && (same.startedAt?.getTime() ?? 0) !== (container.startedAt?.getTime() ?? 0);
  return {
    containerId: container.id,
    state: container.state,
    health: container.health,
    since: isAsBefore && !restarted ? same.since : (beganAt(container) ?? news.at(-1)?.at ?? now),
    startedAt: container.startedAt ?? null,
    restartCount: container.restartCount,
    exitCode: container.exitCode ?? ends.at(-1)?.exitCode ?? same?.exitCode ?? null,
    oomKilled: container.oomKilled || (container.state !== "running" && (ends.at(-1)?.oomKilled ?? false)),
    error: container.error ?? null,
    healthOutput: container.healthOutput ?? null,
    ends,
    shape: shapeOf(container),
  };
}

/** What was told of a container before its end: that it was asked to end, that its memory ran out. */
export type Carry = { killed?: boolean; outOfMemory?: boolean; startedAt?: Date };

function endsIn(
  news: readonly EngineEvent[],
  same: Observed | undefined,
  container: EngineContainer,
  carry: Carry,
): End[] {
  const ends: End[] = [];
  carry.startedAt ??= same?.startedAt ?? undefined;
  const lastDeath = news.findLast(({ action }) => action === "die");
  for (const event of news) {
    if (event.action === "kill") carry.killed = true;
    else if (event.action === "oom") carry.outOfMemory = true;
    else if (event.action === "start") {
      Object.assign(carry, { startedAt: event.at, killed: false, outOfMemory: false });
    } else if (event.action === "die") {
      const oomKilled =
        carry.outOfMemory === true || (event === lastDeath && container.oomKilled && !carry.killed);
      const ranMs = carry.startedAt ? Math.max(0, event.at.getTime() - carry.startedAt.getTime()) : null;
      const asked = carry.killed === true && !oomKilled;
      ends.push({ at: event.at.toISOString(), exitCode: event.exitCode ?? null, oomKilled, ranMs, asked });
      Object.assign(carry, { killed: false, outOfMemory: false });
    }
  }
  return ends;
}

function beganAt({ state, health, startedAt, finishedAt }: EngineContainer): Date | undefined {
  if (state === "exited" || state === "dead" || state === "restarting") return finishedAt;
  if (state === "running" && (health === "none" || health === "starting")) return startedAt;
  return undefined;
}

function shapeOf({ name, imageId, networks, memoryMb, cpuCores, restart }: EngineContainer): Shape {
  return {
    ...{ name, imageId, networks: [...networks].sort() },
    ...{ memoryMb: memoryMb ?? null, cpuCores: cpuCores ?? null, restart: restart ?? null },
  };
}
