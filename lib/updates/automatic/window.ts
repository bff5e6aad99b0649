import { wallClock } from "@/lib/clock/wall-clock";
import type { UpdateWindow } from "@/lib/projects/schema";

const MINUTE_MS = 60_000;
const DAYS_AHEAD = 8;
const DAY_MINUTES = 24 * 60;

/**
 * Whether a window is open at a moment, by the clock on the wall of its time zone: one that begins at an hour which the
 * change to summer time leaves out opens when that hour is over.
 */
export function isOpen(window: UpdateWindow, now: Date): boolean {
  const { day, minute } = wallClock(window.timeZone, now);
  const [from, to] = [minutesOf(window.from), minutesOf(window.to)];
  const opens = (on: number) => window.days.includes((on + 7) % 7);
  if (from < to) return opens(day) && minute >= from && minute < to;
  return (opens(day) && minute >= from) || (opens(day - 1) && minute < to);
}

/** When it opens next; now while it is open. Null where that cannot be told, which is for no valid window. */
export function nextOpening(window: UpdateWindow, now: Date): Date | null {
  if (isOpen(window, now)) return now;
  const from = minutesOf(window.from);
  const passed = wallClock(window.timeZone, now).minute;
  for (let days = 0; days <= DAYS_AHEAD; days++) {
    const minute = Math.floor(now.getTime() / MINUTE_MS) + days * DAY_MINUTES + from - passed;
    // Where the clocks change in between, the wall shows something else then.
    const shown = wallClock(window.timeZone, new Date(minute * MINUTE_MS)).minute;
    const off = ((shown - from + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2;
    const openings = [minute - off, minute].map((at) => new Date(at * MINUTE_MS));
    const next = openings.find((at) => at > now && isOpen(window, at));
    if (next) return next;
  }
  return null;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
