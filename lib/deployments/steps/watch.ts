import { LABELS } from "@/lib/servers/labels";
import type { FrozenRun } from "../run/context";
import { generations } from "../run/context";
import { Failure } from "../run/failure";
import { pause } from "../run/stopped";
import { stillWorks } from "./still-works";

/**
 * Watches a new version that works for a while before the one before is given up: some fail only once they have begun.
 * @returns what to read beside the step
 * @throws Failure naming the service that went down or was started again
 */
export async function watch(run: FrozenRun): Promise<string> {
  const { watchMs } = run.limits;
  const before = await restarts(run);
  const since = performance.now();
  for (let left = watchMs; left > 0; left = watchMs - (performance.now() - since)) {
    await pause(Math.min(1_000, left), run.signal);
    await stillWorks(run, "while it was watched");
    for (const [service, count] of await restarts(run)) {
      if (count <= (before.get(service) ?? 0)) continue;
      throw new Failure(`${service} came up, and ended again while it was watched.`, {
        advice: `Read the last lines of ${service} below.`,
        service,
      });
    }
  }
  return `Stayed up for ${Math.round(watchMs / 100) / 10} s`;
}

async function restarts(run: FrozenRun): Promise<Map<string, number>> {
  const { own } = await generations(run);
  return new Map(own.map(({ labels, restartCount }) => [labels[LABELS.service] ?? "", restartCount]));
}
