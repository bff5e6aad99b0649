import type { Service } from "@/lib/app-definition/schema";
import type { End, Observed } from "./observed";
import type { ServiceWord } from "./schema";

/** How a service is, in one word for its mark and one sentence for people. */
export type InWords = { state: ServiceWord; reason: string };

type Surroundings = {
  /** Since when people want the project down; null: they want it up. */
  stoppedAt: Date | null;
  /** When the deployment had tested it; null: not yet, or it never came so far. */
  testedAt: Date | null;
  now: Date;
};

/** Whether a service does what it is for: it runs, or has done its one job. */
export function isWell({ state, reason }: InWords): boolean {
  return state === "healthy" || state === "running" || (state === "exited" && reason === FINISHED);
}

const FINISHED = "Finished its work";

/** What one service of a project does, from what was seen of its container. Pure. */
export function inWords(
  service: Pick<Service, "restart">,
  seen: Observed | undefined,
  around: Surroundings,
): InWords {
  if (!seen) return { state: "missing", reason: "It has no container" };
  if (seen.state === "gone")
    return { state: "missing", reason: "Its container is gone: somebody removed it by hand" };
  if (seen.state === "paused") return { state: "stopped", reason: "Paused on the engine" };
  if (seen.state === "created") return { state: "stopped", reason: seen.error ?? "Not started yet" };
  if (around.stoppedAt && isOver(seen) && !hasFinished(service, seen))
    // However it took the signal: a program that was told to end has not failed.
    return { state: "stopped", reason: "Stopped on purpose" };
  return failing(seen, around.now) ?? (isOver(seen) ? ended(service, seen) : running(seen, around));
}

/** Why the engine's word is missing. */
export function unknownInWords(readAt: Date | null, now: Date): InWords {
  const last = readAt ? `; last read ${spell(now.getTime() - readAt.getTime())} ago` : "";
  return { state: "unknown", reason: `The container engine does not answer${last}` };
}

const isOver = ({ state }: Observed) => state === "exited" || state === "dead";

function hasFinished({ restart }: Pick<Service, "restart">, { exitCode }: Observed): boolean {
  return exitCode === 0 && (restart === "no" || restart === "on-failure");
}

const MINUTE_MS = 60_000;
/** Ends of the last minutes make a loop; whatever has been up for two of them has calmed down. */
const WINDOW_MS = 10 * MINUTE_MS;
const CALM_MS = 2 * MINUTE_MS;
const LOOP = 3;

function failing(seen: Observed, now: Date): InWords | undefined {
  const upMs = seen.startedAt ? now.getTime() - seen.startedAt.getTime() : 0;
  if (seen.state === "running" && upMs >= CALM_MS) return undefined;
  const recent = seen.ends.filter(
    ({ at, asked }) => !asked && now.getTime() - new Date(at).getTime() <= WINDOW_MS,
  );
  const last = recent.at(-1);
  if (last ? last.oomKilled : seen.oomKilled)
    return { state: "out-of-memory", reason: killed(seen, recent.length) };
  const comesBack = seen.state !== "exited" && seen.state !== "dead";
  if (comesBack && last && recent.length >= LOOP)
    return { state: "crash-loop", reason: `${often(recent, now)}; ${exits(last, recent)}` };
  if (seen.state !== "restarting") return undefined;
  // After a gap the engine's own count is all there is.
  if (!last && seen.restartCount >= LOOP) {
    const reason = `Restarted ${seen.restartCount} times; exits with ${seen.exitCode ?? "an unknown code"}`;
    return { state: "crash-loop", reason };
  }
  return { state: "restarting", reason: `${endInWords(seen, last)}, and is started again` };
}

function killed({ shape }: Observed, times: number): string {
  const again = times > 1 ? `, ${times} times in the last ${WINDOW_MS / MINUTE_MS} minutes` : "";
  const wanted = shape.memoryMb
    ? `it wanted more than its ${shape.memoryMb} MB limit`
    : "the machine had no memory left for it";
  return `Killed by the kernel${again}: ${wanted}`;
}

function often(recent: readonly End[], now: Date): string {
  const since = now.getTime() - new Date(recent[0]?.at ?? now).getTime();
  return `Restarted ${recent.length} times in ${spell(since)}`;
}

/** Told of all when they are alike, else of the last. */
function exits(last: End, recent: readonly End[]): string {
  const alike = recent.every(({ exitCode }) => exitCode === last.exitCode);
  const ran = recent.flatMap(({ ranMs }) => ranMs ?? []).sort((a, b) => a - b);
  const typical = ran[Math.floor(ran.length / 2)];
  const after = typical === undefined ? "" : typical < 500 ? " at once" : ` after ${spell(typical)}`;
  return `${alike ? "exits" : "exited last"} with ${last.exitCode ?? "an unknown code"}${after}`;
}

function running({ health, healthOutput, startedAt }: Observed, { testedAt }: Surroundings): InWords {
  if (health === "healthy") return { state: "healthy", reason: "Its health check passes" };
  if (health === "unhealthy")
    return { state: "unhealthy", reason: `Its health check fails${healthOutput ? `: ${healthOutput}` : ""}` };
  if (health === "none") return { state: "running", reason: "Runs; it has no health check" };
  // The engine has yet to make its first check of this start, which the deployment has made already.
  if (startedAt && testedAt && startedAt <= testedAt)
    return { state: "healthy", reason: "Passed its health check when it started" };
  return { state: "starting", reason: "Its health check has not passed yet" };
}

function ended(service: Pick<Service, "restart">, seen: Observed): InWords {
  if (hasFinished(service, seen)) return { state: "exited", reason: FINISHED };
  if (seen.ends.at(-1)?.asked) return { state: "stopped", reason: "Stopped by hand on the engine" };
  return { state: "exited", reason: endInWords(seen, seen.ends.at(-1)) };
}

function endInWords({ error, exitCode }: Observed, last: End | undefined): string {
  if (error) return error;
  const ran = last?.ranMs;
  const after = ran === null || ran === undefined ? "" : ran < 500 ? " at once" : ` after ${spell(ran)}`;
  return `Ended with exit code ${exitCode ?? "unknown"}${after}`;
}

/** A span as people say it: `a second`, `12 seconds`, `3 minutes`. */
export function spell(ms: number): string {
  const units = [
    ["day", 86_400_000],
    ["hour", 3_600_000],
    ["minute", MINUTE_MS],
    ["second", 1_000],
  ] as const;
  const [unit, size] = units.find(([, length]) => ms >= length) ?? ["second", 1_000];
  const count = Math.max(1, Math.round(ms / size));
  return count === 1 ? `${unit === "hour" ? "an" : "a"} ${unit}` : `${count} ${unit}s`;
}
