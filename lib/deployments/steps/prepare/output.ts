import { plain } from "../../log/log-text";
import type { FrozenRun } from "../../run/context";

const MOST_LINES = 200;
const LAST_LINES = 3;

/** The lines of these outputs that hold anything, one output after the other. */
export function linesOf(...outputs: string[]): string[] {
  return outputs.flatMap((output) => output.split(/\r?\n/)).filter((line) => plain(line) !== "");
}

/** Writes what a step printed into the deployment's log, as Roadstead's own lines that name the service. */
export function tellOutput(run: FrozenRun, service: string, lines: readonly string[]): void {
  for (const line of lines.slice(0, MOST_LINES)) run.log.say(`${service}: ${line}`);
  const more = lines.length - MOST_LINES;
  if (more > 0) run.log.say(`${service}: ${more} more lines are not shown`);
}

/** A sentence about a step that failed: what it said last. "" when it said nothing. */
export function lastWords(lines: readonly string[]): string {
  const last = lines.slice(-LAST_LINES).map((line) => plain(line).slice(0, 200));
  if (last.length === 0) return "";
  const words = ` Its last ${last.length === 1 ? "line" : "lines"}: ${last.join(" / ")}`;
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
