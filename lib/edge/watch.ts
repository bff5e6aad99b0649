import { setTimeout as pause } from "node:timers/promises";
import { hearChannel } from "@/lib/db/channel";
import { type LockKey, whileHolding } from "@/lib/db/process-lock";
import { lookAtAll } from "@/lib/domains/look";
import { edgeAnswers, stopEdge } from "./admin";
import { applyEdge } from "./apply";
import { edgeIsOn } from "./place";

const EDGE_LOCK: LockKey = [1919897956, 30];
// Told by triggers on the table of domains.
const CHANNEL = "roadstead_edge";
const LONGEST_PAUSE_MS = 30_000;

type Watching = { beatMs?: number; wholeMs?: number };

/**
 * Keeps the edge as the database says, while this process alone does so: starts it, or takes over the one that runs,
 * starts it again when it is gone, and looks at its domains.
 * @returns once the signal has aborted; the edge goes on, as the apps do
 */
export async function watchEdge(signal: AbortSignal, { beatMs = 2_000, wholeMs = 60_000 }: Watching = {}) {
  if (!edgeIsOn()) return await stopEdge();
  await whileHolding(EDGE_LOCK, signal, async (held) => {
    let wake = new AbortController();
    let [told, isWanted] = [true, false];
    const deaf = await hearChannel(CHANNEL, () => {
      told = true;
      wake.abort();
    });
    let [wholeAt, lookAt, trouble] = [0, 0, 0];
    try {
      while (!held.aborted) {
        const isNews = told;
        told = false;
        const now = performance.now();
        if (isNews || trouble > 0 || now >= wholeAt || (isWanted && !(await edgeAnswers()))) {
          const applied = await applyEdge({ mayStart: true });
          trouble = applied.problem === undefined ? 0 : trouble + 1;
          isWanted = applied.sites > 0;
          wholeAt = now + wholeMs;
        }
        if (isNews || now >= lookAt) lookAt = now + (await lookAtAll({ all: isNews }));
        wake = new AbortController();
        const restMs = Math.min(beatMs * 2 ** Math.min(trouble, 5), LONGEST_PAUSE_MS);
        if (!told)
          await pause(restMs, undefined, { signal: AbortSignal.any([held, wake.signal]) }).catch(() => {});
      }
    } finally {
      deaf();
    }
  });
}

type Running = { stop: AbortController; done: Promise<void> };
// Next loads this module several times; a process has one watcher.
const shared = globalThis as typeof globalThis & { roadsteadEdgeWatch?: Running };

/** Starts this process's watcher, once. */
export function startEdgeWatch(): void {
  if (shared.roadsteadEdgeWatch) return;
  const stop = new AbortController();
  const done = watchEdge(stop.signal).catch((error) =>
    console.error("the edge is not watched any more:", error),
  );
  shared.roadsteadEdgeWatch = { stop, done };
}

export async function stopEdgeWatch(): Promise<void> {
  const running = shared.roadsteadEdgeWatch;
  shared.roadsteadEdgeWatch = undefined;
  running?.stop.abort();
  await running?.done;
}
