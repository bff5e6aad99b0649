import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "@/lib/access/refusal";
import { whileHolding } from "@/lib/db/process-lock";
import { type Engine, EngineError, type EngineEvent } from "@/lib/engine/engine";
import { engine, installationId, LABELS } from "@/lib/servers";
import { keepEpisodes } from "./episodes/attend";
import type { Carry } from "./observe";
import { forgetOld, noteAll, noteContainers, noteGone } from "./store";
import { keepUsage } from "./usage";
import { noteEngineAnswers, noteEngineAway, noteWatchBegins, WATCH_LOCK } from "./watch-state";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

type Watching = { firstPauseMs?: number; find?: () => Promise<Engine> };

/**
 * Keeps what is written down of services as the engine has it, while this process alone does so: it hears the
 * engine's changes, looks at what changed, and asks for nothing else. After every gap it reads all anew.
 * @returns once the signal has aborted
 */
export async function watchServices(signal: AbortSignal, options: Watching = {}): Promise<void> {
  await whileHolding(WATCH_LOCK, signal, async (held) => {
    await noteWatchBegins();
    await Promise.all([
      watchWhile(held, options),
      keepUsage(held, options.find ?? engine),
      keepEpisodes(held),
    ]);
  });
}

async function watchWhile(signal: AbortSignal, { firstPauseMs = FIRST_PAUSE_MS, find = engine }: Watching) {
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    try {
      await hearChanges(await find(), signal, () => {
        pauseMs = firstPauseMs;
      });
    } catch (error) {
      if (signal.aborted) return;
      await noteTrouble(error);
    }
    await pause(pauseMs, undefined, { signal }).catch(() => {});
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

/** The database may be what is in trouble: then nothing can be noted, and the next round reads all anew. */
async function noteTrouble(error: unknown): Promise<void> {
  const isEngine = error instanceof EngineError || error instanceof Refusal;
  if (!isEngine) console.error("services cannot be watched right now:", error);
  const reason = isEngine ? error.message : "The state of services could not be written down.";
  await noteEngineAway(reason).catch(() => {});
}

const GONE = new EngineError("unreachable", "The container engine stopped telling of changes.");

/** @throws EngineError as soon as the engine does not tell any more */
async function hearChanges(there: Engine, signal: AbortSignal, onRead: () => void): Promise<void> {
  const labels = { [LABELS.installation]: await installationId() };
  const over = new AbortController();
  const inbox = createInbox(
    (id, news, carry) => look(there, id, news, carry),
    (error) => over.abort(error),
  );
  try {
    const events = there.events(labels, AbortSignal.any([signal, over.signal]))[Symbol.asyncIterator]();
    // Heard before everything is read, so that nothing happens unnoticed in between.
    let next = events.next();
    next.catch(() => {});
    await noteAll(await there.listContainers(labels));
    await noteEngineAnswers(new Date());
    onRead();
    for (let heard = await next; !heard.done; heard = await next) {
      inbox.take(heard.value);
      next = events.next();
    }
    over.signal.throwIfAborted();
    if (!signal.aborted) throw GONE;
  } finally {
    over.abort();
    await inbox.settled();
  }
}

async function look(there: Engine, id: string, news: readonly EngineEvent[], carry: Carry): Promise<void> {
  const container = await there.inspectContainer(id);
  if (container) await noteContainers([{ container, news, carry }]);
  else await noteGone(id, news.at(-1)?.at ?? new Date());
  await forgetOld();
}

type Attend = (id: string, news: readonly EngineEvent[], carry: Carry) => Promise<void>;

/** News by container, attended one container at a time: what comes meanwhile is attended together. */
function createInbox(attend: Attend, onFailure: (error: unknown) => void) {
  const waiting = new Map<string, EngineEvent[]>();
  const carried = new Map<string, Carry>();
  let attending: Promise<void> | undefined;

  async function attendAll() {
    for (let [first] = waiting; first; [first] = waiting) {
      const [id, news] = first;
      waiting.delete(id);
      const carry = carried.get(id) ?? {};
      carried.set(id, carry);
      await attend(id, news, carry);
      if (news.some(({ action }) => action === "destroy")) carried.delete(id);
    }
    attending = undefined;
  }

  return {
    take(event: EngineEvent) {
      waiting.set(event.containerId, [...(waiting.get(event.containerId) ?? []), event]);
      // After a failure it stays taken: nothing more is attended until everything is read anew.
      attending ??= attendAll().catch(onFailure);
    },
    async settled() {
      await attending;
    },
  };
}

type Running = { stop: AbortController; done: Promise<void> };
// Next loads this module several times; a process has one watcher.
const shared = globalThis as typeof globalThis & { roadsteadWatch?: Running };

/** Starts this process's watcher, once. */
export function startWatching(): void {
  if (shared.roadsteadWatch) return;
  const stop = new AbortController();
  shared.roadsteadWatch = { stop, done: watchServices(stop.signal) };
}

export async function stopWatching(): Promise<void> {
  const running = shared.roadsteadWatch;
  shared.roadsteadWatch = undefined;
  running?.stop.abort();
  await running?.done;
}
