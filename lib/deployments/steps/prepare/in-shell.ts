import { EngineError, type ExecResult } from "@/lib/engine/engine";
import type { FrozenRun } from "../../run/context";

/** Why a line did not run to its end, as the end of a sentence. `isDown`: the container does not run just now. */
export type NotRun = { why: string; isDown?: true };

/**
 * Runs a line of an author in the shell of a container, never in one of the host: it is one argument of the engine's
 * own call, whatever it holds.
 * @throws EngineError when the engine is away, the signal's reason
 */
export async function inShell(
  run: FrozenRun,
  containerId: string,
  line: string,
  timeoutMs: number,
): Promise<ExecResult | NotRun> {
  try {
    const result = await run.engine.exec(containerId, ["sh", "-c", line], { timeoutMs, signal: run.signal });
    if (result.exitCode !== 126 && result.exitCode !== 127) return result;
    // The same two codes say that the shell is missing, and that the shell misses what it should run.
    const probe = await run.engine.exec(containerId, ["sh", "-c", "exit 0"], {
      timeoutMs,
      signal: run.signal,
    });
    return probe.exitCode === 0 ? result : { why: "the container has no shell (sh) to run it" };
  } catch (error) {
    run.signal.throwIfAborted();
    if (!(error instanceof EngineError)) throw error;
    switch (error.kind) {
      case "timeout":
        return { why: `it did not end within ${seconds(timeoutMs)}` };
      case "not-running":
      case "not-found":
        return { why: "its container does not run", isDown: true };
      case "unreachable":
      case "cancelled":
        throw error;
      default:
        return { why: `the engine could not run it (${error.message})` };
    }
  }
}

function seconds(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000} s` : `${(ms / 1000).toFixed(1)} s`;
}
