const NAMES = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
// Making one costs more than using it a hundred times.
const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * What a clock on the wall of a time zone shows.
 * @returns the day of the week, 0 for Sunday as in Date.getDay, and the minutes since midnight
 */
export function wallClock(timeZone: string, at: Date): { day: number; minute: number } {
  let clock = clocks.get(timeZone);
  if (!clock) {
    const fields = { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
    clock = new Intl.DateTimeFormat("en-US", { timeZone, ...fields });
    clocks.set(timeZone, clock);
  }
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  const minute = Number(parts.get("hour")) * 60 + Number(parts.get("minute"));
  return { day: NAMES.indexOf(parts.get("weekday") ?? ""), minute };
}
