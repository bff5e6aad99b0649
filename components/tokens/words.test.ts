import { expect, test } from "vitest";
import { dayIn, expiryWords } from "./words";

const NOW = Date.parse("2026-11-21T10:00:00Z");
const inHours = (hours: number) => new Date(NOW + hours * 3600_000).toISOString();

test("the end of a token is said in days, and within a week it asks to be looked after", () => {
  expect(expiryWords(null, NOW)).toEqual({ words: "Never", state: "fine" });
  expect(expiryWords(inHours(30 * 24), NOW)).toEqual({ words: "In 30 days", state: "fine" });
  expect(expiryWords(inHours(7 * 24), NOW)).toEqual({ words: "In 7 days", state: "soon" });
  expect(expiryWords(inHours(25), NOW)).toEqual({ words: "In 2 days", state: "soon" });
  expect(expiryWords(inHours(1), NOW)).toEqual({ words: "Within a day", state: "soon" });
  expect(expiryWords(inHours(0), NOW)).toEqual({ words: "Expired", state: "over" });
});

test("a day to come is the reader's", () => {
  expect(dayIn(90, NOW, "UTC")).toBe("19 February 2027");
  expect(dayIn(1, Date.parse("2026-11-21T23:30:00Z"), "Europe/Oslo")).toBe("23 November 2026");
});
