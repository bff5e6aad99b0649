import { wallClock } from "@/lib/clock/wall-clock";
import type { Schedule } from "../schema";

type Rhythm = Pick<Schedule, "rhythm" | "weekday" | "hour" | "timeZone">;

const QUARTER_MS = 15 * 60_000;
const LONGEST = (9 * 24 * 3_600_000) / QUARTER_MS;

/**
 * When a schedule is due next: the first quarter of an hour after `after` at which the clocks of its time zone have reached
 * the hour. A day on which they leave the hour out has its turn when they have passed it; one that has it twice, once.
 */
export function nextTime({ rhythm, weekday, hour, timeZone }: Rhythm, after: Date): Date {
  const local = (at: number) => {
    const { day, minute } = wallClock(timeZone, new Date(at));
    // A schedule counts as ISO 8601 does: 1 is Monday, 7 is Sunday.
    return { minutes: minute, day: day || 7 };
  };
  let at = Math.floor(after.getTime() / QUARTER_MS) * QUARTER_MS;
  let before = local(at);
  for (let step = 0; step < LONGEST; step++) {
    at += QUARTER_MS;
    const now = local(at);
    const wasBefore = before.day !== now.day || before.minutes < hour * 60;
    before = now;
    if (now.minutes >= hour * 60 && wasBefore && (rhythm === "daily" || now.day === weekday))
      return new Date(at);
  }
  throw new Error(`no time is due in ${timeZone}`);
}
