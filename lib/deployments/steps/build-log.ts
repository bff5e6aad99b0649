import type { BuildLine } from "@/lib/engine/engine";
import { levelOf, plain } from "../log/log-text";
import type { Run } from "../run/context";

// A build that says more has said it: the rest would only fill the database.
const MOST_LINES = 5_000;

/** Writes a build's lines into the deployment's log, under its service. `onStep` hears each step, masked and short. */
export function createBuildLog({ log }: Pick<Run, "log">, service: string, onStep: (step: string) => void) {
  let count = 0;
  let last: { stdout?: string; stderr?: string } = {};

  return {
    take({ kind, text }: BuildLine) {
      if (kind === "step") {
        last = {};
        onStep(log.mask(plain(text)).slice(0, 120));
      } else if (plain(text) !== "") last[kind] = text;
      if (++count > MOST_LINES) return;
      if (count === MOST_LINES) {
        log.say(
          `${service} writes more than ${MOST_LINES} lines while it is built; the rest is not shown`,
          "warn",
        );
        return;
      }
      log.add({ at: new Date(), service, level: kind === "step" ? "info" : levelOf(text), text });
    },
    /** The last line of the last command, masked: of its errors if it told any, else of its output. */
    last() {
      const line = last.stderr ?? last.stdout;
      return line === undefined ? undefined : log.mask(plain(line)).slice(0, 300);
    },
  };
}
