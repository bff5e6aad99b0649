import { expect, test } from "vitest";
import { UpdateWindow } from "@/lib/projects/schema";
import { isOpen, nextOpening } from "./window";

const window = (more: Partial<UpdateWindow> = {}): UpdateWindow => ({
  ...{ days: [0, 1, 2, 3, 4, 5, 6], from: "02:00", to: "05:00", timeZone: "Europe/Berlin" },
  ...more,
});
const at = (iso: string) => new Date(iso);

test("a window is open from its first minute until its last, by the clock of its own time zone", () => {
  for (const [iso, open] of [
    ["2026-11-21T00:59:59Z", false],
    ["2026-11-21T01:00:00Z", true],
    ["2026-11-21T03:59:59Z", true],
    ["2026-11-21T04:00:00Z", false],
    ["2026-07-01T00:00:00Z", true],
  ] as const)
    expect(isOpen(window(), at(iso)), iso).toBe(open);
  expect(isOpen(window({ timeZone: "Asia/Kathmandu" }), at("2026-11-20T20:15:00Z"))).toBe(true);
  expect(isOpen(window({ timeZone: "Asia/Kathmandu" }), at("2026-11-20T20:14:59Z"))).toBe(false);
});

test("one over midnight belongs to the day on which it opens", () => {
  const friday = window({ days: [5], from: "23:00", to: "01:00", timeZone: "UTC" });
  for (const [iso, open] of [
    ["2026-11-20T22:59:00Z", false],
    ["2026-11-20T23:00:00Z", true],
    ["2026-11-21T00:59:00Z", true],
    ["2026-11-21T01:00:00Z", false],
    ["2026-11-21T23:30:00Z", false],
  ] as const)
    expect(isOpen(friday, at(iso)), iso).toBe(open);
  const saturday = window({ days: [6], from: "23:00", to: "01:00", timeZone: "UTC" });
  expect(isOpen(saturday, at("2026-11-22T00:30:00Z")), "Sunday after midnight").toBe(true);
});

test("the next opening is the first moment at which it is open, in every time zone and over every change of clocks", () => {
  const zones = ["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe"];
  const begins = ["2026-03-28T12:10:20Z", "2026-10-24T23:59:59Z"];
  for (const timeZone of zones)
    for (const [from, to] of [
      ["00:00", "00:30"],
      ["02:00", "05:00"],
      ["02:30", "02:45"],
      ["23:10", "00:20"],
    ] as const)
      for (const days of [[0, 3]])
        for (const begin of begins) {
          const wanted = window({ days, from, to, timeZone });
          const next = nextOpening(wanted, at(begin));
          const name = `${timeZone} ${from}-${to} on ${days} after ${begin}`;
          expect(next && isOpen(wanted, next), name).toBe(true);
          expect(firstOpen(wanted, at(begin)), name).toEqual(next);
        }
});

/** The plain way: minute by minute. */
function firstOpen(wanted: UpdateWindow, begin: Date): Date | undefined {
  if (isOpen(wanted, begin)) return begin;
  const first = Math.floor(begin.getTime() / 60_000) + 1;
  for (let minute = first; minute < first + 10 * 24 * 60; minute++) {
    const now = new Date(minute * 60_000);
    if (isOpen(wanted, now)) return now;
  }
  return undefined;
}

test("what is no window is refused at its field", () => {
  for (const [more, path] of [
    [{ days: [] }, "days"],
    [{ days: [7] }, "days"],
    [{ from: "24:00" }, "from"],
    [{ to: "2:00" }, "to"],
    [{ from: "05:00" }, "to"],
    [{ timeZone: "Atlantis/Harbour" }, "timeZone"],
  ] as const) {
    const parsed = UpdateWindow.safeParse({ ...window(), ...more });
    expect(parsed.error?.issues[0]?.path[0], JSON.stringify(more)).toBe(path);
  }
  expect(UpdateWindow.parse({ ...window(), days: [3, 1, 3] }).days).toEqual([1, 3]);
});
