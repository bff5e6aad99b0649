import { Refusal } from "@/lib/access/refusal";
import { type Engine, EngineError } from "@/lib/engine/engine";
import type { Run } from "./context";
import { Failure } from "./failure";
import { pause } from "./stopped";

/**
 * Runs a piece of work again when the engine went away in the middle of it and came back within a minute. The work
 * must look at what is there already: it may have been done in part.
 * @param doing such as `pulling images`
 * @throws Failure when the engine stays away, else whatever the work throws
 */
export async function throughOutages<T>(
  run: Run,
  signal: AbortSignal,
  doing: string,
  work: () => Promise<T>,
): Promise<T> {
  let patienceMs = run.limits.engineAwayMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EngineError) || error.kind !== "unreachable") throw error;
      signal.throwIfAborted();
      run.log.say(`The container engine stopped answering while ${doing}. Waiting for it.`, "warn");
      patienceMs -= await waitForEngine(run, signal, patienceMs, doing, error);
      run.log.say("The container engine answers again. Going on.");
    }
  }
}

/** The engine, waited for up to a minute when none answers. @throws Failure */
export async function engineWithin(run: Omit<Run, "engine">, find: () => Promise<Engine>): Promise<Engine> {
  const giveUpAt = performance.now() + run.limits.engineAwayMs;
  for (let hasTold = false; ; hasTold = true) {
    try {
      return await find();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (performance.now() > giveUpAt) {
        throw new Failure(error.message, { advice: "Start the container engine, then retry.", cause: error });
      }
      if (!hasTold) run.log.say("No container engine answers. Waiting for one.", "warn");
      await pause(Math.min(1_000, run.limits.engineAwayMs), run.signal);
    }
  }
}

/** @returns how long it took, at least a second, so that an engine that comes and goes uses the patience up */
async function waitForEngine(
  run: Run,
  signal: AbortSignal,
  patienceMs: number,
  doing: string,
  cause: EngineError,
) {
  const since = performance.now();
  for (;;) {
    const left = patienceMs - (performance.now() - since);
    if (left <= 0) {
      throw new Failure(`The container engine stopped answering while ${doing}.`, {
        advice: "Start the container engine, then retry.",
        cause,
      });
    }
    await pause(Math.min(1_000, left), signal);
    try {
      await run.engine.info(AbortSignal.any([signal, AbortSignal.timeout(Math.max(Math.ceil(left), 1))]));
      return Math.max(1_000, performance.now() - since);
    } catch {
      signal.throwIfAborted();
    }
  }
}
