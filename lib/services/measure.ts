import type { EngineStats } from "@/lib/engine/engine";
import { createMerged } from "@/lib/projects/running/merged";
import { engine } from "@/lib/servers";

type Listener = { push(sample: EngineStats): void; end(error?: unknown): void };
type Measuring = { listeners: Set<Listener>; stop: AbortController; last?: EngineStats };
// Next loads this module several times; a container is measured once per process, however many watch.
const shared = globalThis as typeof globalThis & { roadsteadMeasures?: Map<string, Measuring> };

// Who does not keep up wants the newest samples.
const HOLDS = 5;

/**
 * What a container uses, about once a second, from one measurement that all who listen share. It begins with the first
 * of them and ends with the last. Ends when the container does, or quietly with the signal.
 * @throws EngineError when the engine goes away
 */
export async function* measure(
  containerId: string,
  request: AbortSignal,
): AsyncGenerator<EngineStats, void, undefined> {
  const over = new AbortController();
  let failure: unknown;
  const merged = createMerged<EngineStats | undefined>(AbortSignal.any([request, over.signal]), {
    holds: HOLDS,
    onLost: () => undefined,
  });
  const leave = join(containerId, {
    push: merged.push,
    end(error) {
      failure = error;
      over.abort();
    },
  });
  try {
    for await (const sample of merged.read()) if (sample) yield sample;
    if (failure && !request.aborted) throw failure;
  } finally {
    leave();
  }
}

function join(containerId: string, listener: Listener): () => void {
  shared.roadsteadMeasures ??= new Map();
  const all = shared.roadsteadMeasures;
  let one = all.get(containerId);
  if (!one) {
    const begun: Measuring = { listeners: new Set(), stop: new AbortController() };
    all.set(containerId, begun);
    one = begun;
    void listenToEngine(containerId, begun).finally(() => {
      if (all.get(containerId) === begun) all.delete(containerId);
    });
  }
  const { listeners, stop, last } = one;
  listeners.add(listener);
  if (last) listener.push(last);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop.abort();
    if (all.get(containerId) === one) all.delete(containerId);
  };
}

async function listenToEngine(containerId: string, one: Measuring): Promise<void> {
  let failure: unknown;
  try {
    for await (const sample of (await engine()).stats(containerId, one.stop.signal)) {
      one.last = sample;
      for (const { push } of one.listeners) push(sample);
    }
  } catch (error) {
    failure = error;
  }
  for (const { end } of one.listeners) end(failure);
}
