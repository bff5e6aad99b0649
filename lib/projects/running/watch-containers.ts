import { createBell } from "@/lib/deployments/log/bell";
import { EngineError } from "@/lib/engine/engine";
import { hearProjectChanges } from "./changes";
import { type ServiceContainer, type ServingNow, servingNow } from "./serving-containers";

// What changes is told; this is for while nobody watches the engine, and for news that got lost.
const LOOK_ANYWAY_MS = 5_000;

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
  const bell = createBell(signal);
  const stopHearing = await hearProjectChanges((heard) => {
    if (heard === undefined || heard.projectId === projectId) bell.ring();
  });
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
    await bell.heard(LOOK_ANYWAY_MS);
  }
  stopHearing();
  await Promise.all(attended.values());
}
