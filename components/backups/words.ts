import type { Tone } from "@/components/marks/status-mark";
import type { Backup, Schedule } from "@/lib/backups/schema";

/** How a backup is, as a mark and a word. */
export function standingOf({ state, doing }: Pick<Backup, "state" | "doing">): { tone: Tone; word: string } {
  switch (state) {
    case "queued":
      return { tone: "off", word: "Waits" };
    case "copying":
      return { tone: "run", word: doing ?? "Begins" };
    case "verifying":
      return { tone: "run", word: "Reading it back" };
    case "verified":
      return { tone: "ok", word: "Verified" };
    case "failed":
      return { tone: "fail", word: "Failed" };
  }
}

/** Whether something is still to come of it. */
export const isUnderWay = ({ state }: Pick<Backup, "state">) =>
  state === "queued" || state === "copying" || state === "verifying";

export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** `Every day at 03:00`, `Every Monday at 03:00`. */
export function scheduleInWords({
  rhythm,
  weekday,
  hour,
}: Pick<Schedule, "rhythm" | "weekday" | "hour">): string {
  const day = rhythm === "daily" ? "day" : WEEKDAYS[(weekday ?? 1) - 1];
  return `Every ${day} at ${String(hour).padStart(2, "0")}:00`;
}
