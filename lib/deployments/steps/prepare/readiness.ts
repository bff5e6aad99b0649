import type { PrepareStep } from "@/lib/app-definition/schema";
import type { FrozenRun } from "../../run/context";
import { pause } from "../../run/stopped";
import { inShell, type NotRun } from "./in-shell";
import { linesOf } from "./output";

const INTERVAL_MS = 2_000;
const TRIES = 30;

/**
 * Polls a step's readiness test until it passes.
 * @returns undefined once it has, else why it was given up and what it said last
 */
export async function awaitReadiness(
  run: FrozenRun,
  { test, interval = INTERVAL_MS, retries = TRIES }: NonNullable<PrepareStep["readiness"]>,
  containerId: string,
): Promise<(NotRun & { lines: string[] }) | undefined> {
  const giveUpAt = performance.now() + run.limits.readinessMs;
  for (let tries = 1; ; tries++) {
    const result = await inShell(run, containerId, test, run.limits.readinessTestMs);
    if ("exitCode" in result && result.exitCode === 0) return undefined;
    if (tries >= retries || performance.now() + interval > giveUpAt) {
      const why = `its readiness test did not pass in ${tries === 1 ? "1 try" : `${tries} tries`}`;
      if ("why" in result) return { ...result, why: `${why}: ${result.why}`, lines: [] };
      return { why, lines: linesOf(result.stderr, result.stdout) };
    }
    await pause(interval, run.signal);
  }
}
