import fc from "fast-check";
import { expect, test } from "vitest";
import { lineDiff, wholeDiff } from "./line-diff";

const Lines = fc.array(fc.constantFrom("", "a", "b", "listen 80;", "  deeper"), { maxLength: 30 });
const textOf = (lines: ReturnType<typeof wholeDiff>, ...kinds: string[]) =>
  lines.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text);

test("without what is added a difference is the old text, without what is removed the new one", () => {
  fc.assert(
    fc.property(Lines, Lines, (before, after) => {
      const whole = wholeDiff(before, after);
      expect(textOf(whole, "same", "removed")).toEqual(before);
      expect(textOf(whole, "same", "added")).toEqual(after);
      const short = lineDiff(before.join("\n"), after.join("\n"));
      const changed = (lines: typeof whole) => textOf(lines, "added", "removed");
      if (before.length > 0 && after.length > 0) expect(changed(short)).toEqual(changed(whole));
    }),
  );
});

test("a changed line is shown with one line around it, and how much is left out", () => {
  const before = ["one", "two", "three", "four", "five", "six"].join("\n");
  expect(lineDiff(before, before.replace("three", "3"))).toEqual([
    { kind: "skipped", text: "1 line" },
    { kind: "same", text: "two" },
    { kind: "removed", text: "three" },
    { kind: "added", text: "3" },
    { kind: "same", text: "four" },
    { kind: "skipped", text: "2 lines" },
  ]);
});

test("two large texts that share nothing are compared at once, and shown shortened", () => {
  const text = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word} ${at}`).join("\n");
  const since = performance.now();
  const lines = lineDiff(text("old"), text("new"));
  expect(performance.now() - since).toBeLessThan(1_000);
  expect(lines).toHaveLength(201);
  expect(lines.at(-1)).toEqual({ kind: "skipped", text: "39800 lines" });
});
