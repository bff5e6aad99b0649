import { expect, test } from "vitest";
import { cutAtMatches, matchesIn } from "./search";

test("matches are found in any case and do not overlap", () => {
  expect(matchesIn("Migration migration", "MIGRATION")).toEqual([0, 10]);
  expect(matchesIn("aaaa", "aa")).toEqual([0, 2]);
  expect(matchesIn("abc", "")).toEqual([]);
});

test("a match across two colours is cut, and nothing is lost", () => {
  const pieces = cutAtMatches([{ text: "ab", color: "x" }, { text: "cdab" }], matchesIn("abcdab", "bc"), 2);
  expect(pieces).toEqual([
    { text: "a", color: "x" },
    { text: "b", color: "x", match: 0 },
    { text: "c", match: 0 },
    { text: "dab" },
  ]);
});
