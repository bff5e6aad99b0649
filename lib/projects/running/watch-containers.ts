import { EngineError } from "@/lib/engine/engine";
import { type ServiceContainer, type ServingNow, servingNow } from "./serving-containers";

const LOOK_EVERY_MS = 2_000;

/**
 * Keeps `attend` running for every running container of a project until the signal aborts: also for those that start,
 * or are replaced by a deployment, later. When `attend` returns, the container has ended; it is attended again once it
 * runs again. `away` is told when the engine goes and comes.
 */
export async function watchContainers(
  projectId: string,
  signal: AbortSignal,
  attend: (one: ServiceContainer, serving: ServingNow, signal: AbortSignal) => Promise<void>,
  away: (reason: string | undefined) => void = () => {},
): Promise<void> {
  const attended = new Map<string, Promise<void>>();
  let isAway = false;
  while (!signal.aborted) {
    try {
      const now = await servingNow(projectId);
      if (isAway) away(undefined);
      isAway = false;
      for (const one of now?.containers ?? []) {
        const { id, state } = one.container;
        if (!now || state !== "running" || attended.has(id)) continue;
        const done = attend(one, now, signal)
          .catch(() => {})
          .finally(() => attended.delete(id));
        attended.set(id, done);
      }
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (!isAway) away(error.message);
      isAway = true;
    }
    await sleep(LOOK_EVERY_MS, signal);
  }
  await Promise.all(attended.values());
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(end, ms);
    function end() {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    }
    signal.addEventListener("abort", end);
  });
}
