import { stripVTControlCharacters } from "node:util";
import type { LogLine } from "../schema";

const LEVELS: [RegExp, LogLine["level"]][] = [
  [/\b(fatal|panic|critical|error|exception|traceback)\b/i, "error"],
  [/\bwarn(ing)?\b/i, "warn"],
  [/\b(debug|trace)\b/i, "debug"],
];

/** The level that a program's line seems to have. A guess: programs agree on nothing. */
export function levelOf(text: string): LogLine["level"] {
  const start = plain(text).slice(0, 160);
  return LEVELS.find(([pattern]) => pattern.test(start))?.[1] ?? "info";
}

/** A line without colours and other control characters, as a sentence may quote it. */
export function plain(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\p{Cc}+/gu, " ")
    .trim();
}
