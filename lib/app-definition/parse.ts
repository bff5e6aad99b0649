import type { z } from "zod";
import { shortened } from "./quote";
import { AppDefinition } from "./schema";

/** One thing wrong with a definition. The path reads `services.0.image`; it is "" for the whole document. */
export type DefinitionIssue = { path: string; message: string };
export type Parsed = { ok: true; definition: AppDefinition } | { ok: false; issues: DefinitionIssue[] };

/**
 * Reads a definition that anybody may have written.
 * @returns the definition without unknown keys, or every issue found, each a sentence for its author
 */
export function parseDefinition(input: unknown): Parsed {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return { ok: false, issues: [{ path: "", message: "An app definition is a JSON object." }] };
  }
  const parsed = AppDefinition.safeParse(input, { error: sentence });
  if (parsed.success) return { ok: true, definition: parsed.data };
  return { ok: false, issues: parsed.error.issues.map(told) };
}

const told = (issue: z.core.$ZodIssue): DefinitionIssue => ({
  path: issue.path.map((key) => shortened(String(key))).join("."),
  message: issue.message,
});

/** Speaks for every issue whose schema brings no sentence of its own. */
function sentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? "This is required."
        : `This must be ${KINDS[issue.expected] ?? issue.expected}.`;
    case "invalid_value":
      return issue.input === undefined
        ? "This is required."
        : `Use one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}.`;
    case "invalid_key":
      return issue.issues[0]?.message ?? "This key cannot be used.";
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    default:
      return "This has none of the forms that are allowed here.";
  }
}

type Bound<T extends { origin: string; inclusive?: boolean }> = Omit<T, "path" | "message" | "input">;

function tooSmall({ origin, minimum, inclusive }: Bound<z.core.$ZodIssueTooSmall>): string {
  if (origin === "string")
    return minimum > 1 ? `Use at least ${minimum} characters.` : "This must not be empty.";
  if (origin === "array") return `Give at least ${minimum === 1 ? "one entry" : `${minimum} entries`}.`;
  return inclusive ? `Use at least ${minimum}.` : `Use a number above ${minimum}.`;
}

function tooBig({ origin, maximum }: Bound<z.core.$ZodIssueTooBig>): string {
  if (origin === "string") return `Use at most ${maximum} characters.`;
  return origin === "array" ? `Give at most ${maximum} entries.` : `Use at most ${maximum}.`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a string in quotes",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list in [ ]",
  object: "an object in { }",
  record: "an object in { }",
};
