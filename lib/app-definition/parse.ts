import type { z } from "zod";
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
  const issues = parsed.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));
  return { ok: false, issues };
}

/** Speaks for every issue whose schema brings no sentence of its own. */
function sentence(issue: z.core.$ZodRawIssue): string | undefined {
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
      return issue.issues[0]?.message;
    case "invalid_union":
      return "This has none of the shapes that are allowed here.";
    case "too_small":
      return issue.origin === "array" ? `Give at least ${issue.minimum}.` : `Use at least ${issue.minimum}.`;
    case "too_big":
      return issue.origin === "array" ? `Give at most ${issue.maximum}.` : `Use at most ${issue.maximum}.`;
    default:
      return undefined;
  }
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
