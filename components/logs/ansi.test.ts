import { expect, test } from "vitest";
import { plainText, segmentsOf } from "./ansi";

test("colours become stretches, and the text stays as it was", () => {
  const line = "a \u001b[31mred\u001b[0m and \u001b[1;32mbold\u001b[0m";
  const segments = segmentsOf(line);
  expect(segments.map(({ text }) => text).join("")).toBe("a red and bold");
  expect(segments.find(({ text }) => text === "red")?.color).toBe("var(--log-error)");
  expect(segments.find(({ text }) => text === "bold")?.bold).toBe(true);
  expect(plainText(line)).toBe("a red and bold");
});

test("markup in a line stays text", () => {
  const line = "\u001b[31m<img src=x onerror=alert(1)>\u001b[0m &amp;";
  expect(
    segmentsOf(line)
      .map(({ text }) => text)
      .join(""),
  ).toBe("<img src=x onerror=alert(1)> &amp;");
});

test("what moves the cursor, sets titles or rings bells is taken out", () => {
  expect(plainText("\u001b]0;title\u0007a\u001b[2K\u001b[1Gb\u0007\rc\u001b[?25l")).toBe("abc");
});

test("a line's stretches and its plain text agree, whatever comes", () => {
  for (const line of [
    "\u001b[",
    "x\u001b[38;5;200my",
    "\u001b[38;2;1;2;3mz\u001b[0m",
    "\u001b\u001b[31m",
    "tab\there",
  ]) {
    expect(
      segmentsOf(line)
        .map(({ text }) => text)
        .join(""),
      JSON.stringify(line),
    ).toBe(plainText(line));
  }
});
