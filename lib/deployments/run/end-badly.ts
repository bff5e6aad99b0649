import { Refusal } from "@/lib/access/refusal";
import { EngineError } from "@/lib/engine/engine";
import { forgetOwnCopies } from "../data/put-back";
import type { LogCollector } from "../log/collect-logs";
import { removeOwnBuilds } from "./built-images";
import type { Run } from "./context";
import { toFailure } from "./failure";
import { throughOutages } from "./outage";
import { takeBack } from "./previous";
import { Stopped } from "./stopped";

type Ending = {
  event: "fail" | "cancel";
  reason: string;
  advice: string | null;
  failedService: string | null;
};

/**
 * Ends a deployment that failed or was cancelled: tells why, takes back what it made, has what ran before serve again.
 * @param run undefined when there never was an engine to take anything back on
 */
export async function endBadly(
  base: Omit<Run, "engine">,
  run: Run | undefined,
  collector: LogCollector | undefined,
  error: unknown,
): Promise<void> {
  const { lease, log, progress } = base;
  if (lease.held.aborted) return;
  try {
    const ending = endingOf(base, error);
    if (ending.failedService) await collector?.catchUp(ending.failedService);
    log.say(ending.reason, ending.event === "cancel" ? "warn" : "error");
    progress.endRest(ending.event === "cancel" ? "cancelled" : "failed");
    // Decided: a worker that takes over from here on only clears up, and cannot tell what was said before.
    await log.flush();
    const { event, ...told } = ending;
    await lease.write({ ...told, steps: progress.steps });
    const after =
      run && lease.state() === "deploying" ? await clearUp(run) : { serves: undefined, words: "" };
    const reason = log.mask([told.reason, after.words].filter(Boolean).join(" "));
    if (run) await forgetLeftovers(run);
    if (after.words) log.say(after.words, after.serves ? "ok" : "warn");
    await log.flush();
    const final = event === "fail" && after.serves ? "rollBack" : event;
    await lease.advance(final, { ...told, reason, steps: progress.steps, finishedAt: new Date() });
  } catch (problem) {
    if (lease.held.aborted) return;
    console.error(`deployment ${lease.row.id} could not be ended in order:`, problem);
    await lease.advance("fail", { ...LAST_RESORT, finishedAt: new Date() });
  }
}

const LAST_RESORT = {
  reason: "The deployment failed, and so did clearing up after it.",
  advice: "Look at the server's log, then retry.",
};

function endingOf({ lease, log }: Pick<Run, "lease" | "log">, error: unknown): Ending {
  if (lease.cancelled.aborted)
    return { event: "cancel", reason: "Cancelled.", advice: null, failedService: null };
  const failure = toFailure(error, { doing: "The deployment failed" });
  if (isUnforeseen(failure.cause)) {
    console.error(`deployment ${lease.row.id} failed:`, log.mask(detailOf(failure.cause)));
  }
  return {
    event: "fail",
    reason: log.mask(failure.message),
    advice: log.mask(failure.advice),
    failedService: failure.service ?? null,
  };
}

/** What people are not told in full, because nobody knows what it says, stands in the server's log. */
function isUnforeseen(cause: unknown): boolean {
  if (cause instanceof EngineError) return cause.kind === "other";
  return cause !== undefined && !(cause instanceof Refusal);
}

function detailOf(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

/** What could not be removed goes with a later deployment or sweep, or with the project. */
async function forgetLeftovers(run: Run): Promise<void> {
  try {
    await removeOwnBuilds(run);
    await forgetOwnCopies(run);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    console.info(
      `deployment ${run.lease.row.id}: built images or copies of volumes could not be removed:`,
      error.message,
    );
  }
}

async function clearUp(run: Run): Promise<{ serves: boolean; words: string }> {
  try {
    const before = await throughOutages(run, run.lease.held, "clearing up", () => takeBack(run));
    if (!before) return { serves: false, words: "" };
    return { serves: true, words: `What ran before (deployment ${before.number}) serves again.` };
  } catch (error) {
    if (error instanceof Stopped) throw error;
    const failure = toFailure(error, { doing: "Clearing up failed" });
    console.error(
      `deployment ${run.lease.row.id} could not be cleared up:`,
      run.log.mask(detailOf(failure.cause ?? failure)),
    );
    return { serves: false, words: `Clearing up failed too: ${failure.message}` };
  }
}
