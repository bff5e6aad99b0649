import { toEngineHealthcheck } from "@/lib/app-definition/healthcheck";
import type { Service } from "@/lib/app-definition/schema";
import { type Engine, type EngineContainer, EngineError, type Healthcheck } from "@/lib/engine/engine";
import { Failure } from "../run/failure";
import type { Limits } from "../run/limits";
import { pause } from "../run/stopped";

export type HealthWatch = {
  engine: Engine;
  service: Service;
  containerId: string;
  /** The check baked into the image, for a definition that says nothing. */
  imageCheck?: Healthcheck;
  limits: Limits;
  signal: AbortSignal;
  /** Told when a test did not pass, at most every few seconds. */
  onWaiting?(detail: string): void;
  /** The last lines of the service, for the sentence of a failure. */
  lastLine(): Promise<string | undefined>;
};

/**
 * Waits until a started service works: its health test, run every half second, passes once; without one, it stays up
 * for its settling time. A service that is not restarted and ends with 0 has done its work.
 * @returns what to read beside it, such as `healthy after 3.1 s`
 * @throws Failure that says how it ended, EngineError, the signal's reason
 */
export async function awaitHealthy(watch: HealthWatch): Promise<string> {
  const check = toEngineHealthcheck(watch.service.healthcheck) ?? watch.imageCheck;
  const argv = check && testArgv(check);
  const since = performance.now();
  const limitMs = timeLimit(check, watch.limits);
  let up = { since, restarts: 0 };
  let last = "";
  for (let round = 1; ; round++) {
    const roundStart = performance.now();
    const container = await watch.engine.inspectContainer(watch.containerId);
    const finished = await endOf(watch, container);
    if (finished) return finished;
    const isRunning = container?.state === "running";
    const restarts = container?.restartCount ?? 0;
    if (!isRunning || restarts > up.restarts) up = { since: performance.now(), restarts };
    if (isRunning && !argv && performance.now() - up.since >= watch.limits.settleMs) return "running";
    const outcome = isRunning && argv && (await runTest(watch, argv, check));
    if (outcome === true || (isRunning && container.health === "healthy")) {
      return `healthy after ${seconds(performance.now() - since)}`;
    }
    if (outcome) last = outcome;
    if (performance.now() - since > limitMs) throw neverHealthy(watch, limitMs, last, isRunning);
    if (round % 10 === 0 && last) watch.onWaiting?.(last);
    const pollMs = argv ? watch.limits.healthPollMs : Math.min(watch.limits.healthPollMs, 250);
    await pause(Math.max(20, pollMs - (performance.now() - roundStart)), watch.signal);
  }
}

/** How a service has ended: a word when that is fine, undefined when it has not. @throws Failure when it is not fine */
async function endOf(
  watch: HealthWatch,
  container: EngineContainer | undefined,
): Promise<string | undefined> {
  const { name, restart = "unless-stopped" } = watch.service;
  if (!container) {
    throw new Failure(`The container of ${name} was removed while it was starting.`, {
      advice: "Retry.",
      service: name,
    });
  }
  const isOver = container.state === "exited" || container.state === "dead";
  if (isOver && container.exitCode === 0 && (restart === "no" || restart === "on-failure")) return "finished";
  // An engine that restarts a service has it exited only for a moment; the time limit covers the rest.
  const stays = restart === "no" || container.error !== undefined || container.oomKilled;
  if ((isOver && stays) || container.restartCount >= watch.limits.restarts)
    throw await ended(watch, container);
  return undefined;
}

async function ended(watch: HealthWatch, container: EngineContainer): Promise<Failure> {
  const { name } = watch.service;
  const { restartCount } = container;
  if (container.oomKilled) {
    return new Failure(`${name} was killed because it used more memory than there is.`, {
      advice: "Give this machine, or the service, more memory, then retry.",
      service: name,
    });
  }
  const often = restartCount > 0 ? ` ${restartCount + 1} times in a row` : "";
  const line = await watch.lastLine();
  const why = container.error ?? (line && `Its last line: ${sentence(line)}`);
  return new Failure(
    `${name} ended with exit code ${container.exitCode ?? "unknown"}${often}.${why ? ` ${why}` : ""}`,
    {
      advice: `Read the last lines of ${name} below, mend its settings, then retry.`,
      service: name,
    },
  );
}

function neverHealthy(watch: HealthWatch, limitMs: number, last: string, isRunning: boolean): Failure {
  const { name } = watch.service;
  const what = isRunning ? "was not healthy" : "did not stay up";
  const why = last ? ` Its health test said: ${sentence(last)}` : "";
  return new Failure(`${name} ${what} within ${Math.round(limitMs / 1000)} s.${why}`, {
    advice: `Read the last lines of ${name} below, mend its settings, then retry.`,
    service: name,
  });
}

/** @returns true when the test passed, else what it said */
async function runTest(
  { engine, containerId, signal }: HealthWatch,
  argv: string[],
  check: Healthcheck | undefined,
) {
  try {
    const result = await engine.exec(containerId, argv, { timeoutMs: check?.timeoutMs ?? 10_000, signal });
    if (result.exitCode === 0) return true;
    const said = (result.stderr.trim() || result.stdout.trim()).split("\n").at(-1)?.slice(0, 200);
    return said || `exit code ${result.exitCode}`;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof EngineError) || error.kind === "unreachable" || error.kind === "cancelled")
      throw error;
    // It ended, or the test hangs: the next round sees what became of it.
    return error.message;
  }
}

/** The argv of a check inside the container; undefined when it has none. */
function testArgv({ test: [form, ...words] }: Healthcheck): string[] | undefined {
  if (form === "CMD" && words.length > 0) return words;
  if (form === "CMD-SHELL" && words.length === 1) return ["/bin/sh", "-c", ...words];
  return undefined;
}

function timeLimit(check: Healthcheck | undefined, limits: Limits): number {
  if (!check) return limits.healthAtLeastMs;
  const { startPeriodMs = 0, intervalMs = 30_000, retries = 3 } = check;
  return Math.max(limits.healthAtLeastMs, startPeriodMs + intervalMs * retries + limits.healthExtraMs);
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
