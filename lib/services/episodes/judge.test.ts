import { expect, test } from "vitest";
import { type Condition, type Episode, judge, type Told } from "./judge";

const START = Date.parse("2026-11-21T10:00:00Z");

/** What is told of a service, second by second: `from` a second on it is in a condition, looked at every ten. */
function told(course: Record<number, Condition>, untilS: number): string[] {
  const all: string[] = [];
  let episode: Episode | undefined;
  let condition: Condition = "well";
  for (let second = 0; second <= untilS; second += 10) {
    condition = course[second] ?? condition;
    const verdict = judge(episode, condition, new Date(START + second * 1000));
    episode = verdict.episode;
    if (verdict.tell) all.push(`${second} ${short(verdict.tell)}`);
  }
  return all;
}
const short = (tell: Told) => tell.replace("service.", "");

test("an outage is told after a minute, and its end after a minute of health", () => {
  expect(told({ 10: "trouble", 200: "between", 220: "well" }, 400)).toEqual(["70 down", "280 recovered"]);
});

test("what is over within a minute is told to nobody", () => {
  expect(told({ 10: "trouble", 50: "well" }, 400)).toEqual([]);
});

test("a crash loop is told at once, and once, also when an outage was told before", () => {
  expect(told({ 10: "loop", 40: "trouble", 60: "loop" }, 400)).toEqual(["10 crash_loop"]);
  expect(told({ 10: "trouble", 100: "loop", 300: "trouble" }, 600)).toEqual(["70 down", "100 crash_loop"]);
});

test("a service that flaps is told once, and again only when it lasts beyond the quiet time", () => {
  const flapping = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [10 + index * 40, index % 2 === 0 ? "trouble" : "well"]),
  ) as Record<number, Condition>;
  expect(told(flapping, 900)).toEqual(["90 down", "830 recovered"]);
  const again = { 10: "trouble", 100: "well", 300: "trouble", 500: "well" } as const;
  expect(told(again, 3_000)).toEqual(["70 down", "160 recovered"]);
  const lasting = { 10: "trouble", 100: "well", 300: "trouble" } as const;
  expect(told(lasting, 3_000)).toEqual(["70 down", "160 recovered", "1960 down"]);
});

test("after the quiet time a service is as any other", () => {
  const later = { 10: "trouble", 100: "well", 2500: "trouble", 2600: "well" } as const;
  expect(told(later, 3_000)).toEqual(["70 down", "160 recovered", "2560 down", "2660 recovered"]);
});
