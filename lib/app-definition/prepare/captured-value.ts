import { RE2JS } from "re2js";
import type { PrepareStep } from "../format/operations";

// A variable's own limit.
const LONGEST = 131_072;

/**
 * What a step's output gives: with a pattern the first group of its first match, or the whole match when it has no
 * group; without one the output, trimmed.
 * @returns the value, or why there is none, as the end of a sentence
 */
export function capturedValue(
  { capturePattern }: Pick<PrepareStep, "capturePattern">,
  stdout: string,
): { value: string } | { wrong: string } {
  const value = capturePattern === undefined ? stdout.trim() : firstMatch(capturePattern, stdout);
  if (value === undefined) return { wrong: "its output does not match the pattern" };
  if (value.trim() === "") {
    return { wrong: capturePattern === undefined ? "it printed nothing" : "what its pattern finds is empty" };
  }
  if (value.includes("\0")) return { wrong: "its output holds a NUL character" };
  if (value.length > LONGEST) return { wrong: "its output is longer than a variable may be" };
  return { value };
}

function firstMatch(pattern: string, text: string): string | undefined {
  const matcher = RE2JS.compile(pattern).matcher(text);
  if (!matcher.find()) return undefined;
  const group = matcher.groupCount() > 0 ? matcher.group(1) : null;
  return group ?? matcher.group() ?? undefined;
}
