import { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import { type DefinitionWarning, lintDefinition } from "@/lib/app-definition/lint";
import { type DefinitionIssue, parseDefinition } from "@/lib/app-definition/parse";
import { operation } from "@/lib/operation/define";
import { customWarnings, wrongId } from "../custom/check";
import { AppId, Validation } from "../schema";
import { exactlyOne, GivenDefinition, readGiven } from "./given";
import { linesOf } from "./lines";

const ValidateInput = GivenDefinition.extend({
  custom: z
    .object({ replaces: AppId.optional().meta({ description: "The id of the app that is being edited." }) })
    .optional()
    .meta({ description: "Given, it is also checked as an app of the caller's own organization." }),
}).refine(...exactlyOne);

const MOST_ERRORS = 500;

export const validateDefinition = operation({
  id: "apps.validate",
  rest: "POST /api/apps/validate",
  summary: "Check an app definition; nothing is saved.",
  mcp: {
    title: "Check an app definition",
    about: "Checks an app definition and names every error by its path. Saves nothing.",
  },
  permission: "member",
  mutates: false,
  input: ValidateInput,
  output: Validation,
  async run(caller, { custom, ...given }) {
    const read = readGiven(given);
    if (!read.ok) {
      const { message, line } = read;
      return { valid: false, errors: [{ path: "", message, line }], warnings: [] };
    }
    const told = await lookOver(caller, read.value.value, custom);
    if (given.text === undefined) return told;
    const lineOf = linesOf(given.text);
    return {
      ...told,
      errors: told.errors.map((error) => ({ ...error, line: lineOf(error.path) })),
      warnings: told.warnings.map((warning) => ({ ...warning, line: lineOf(warning.path) })),
    };
  },
});

type Told = { valid: boolean; errors: DefinitionIssue[]; warnings: DefinitionWarning[] };

async function lookOver(
  caller: Caller,
  value: unknown,
  custom: { replaces?: string } | undefined,
): Promise<Told> {
  const parsed = parseDefinition(value);
  const warnings = lintDefinition(value);
  if (!parsed.ok) return { valid: false, errors: parsed.issues.slice(0, MOST_ERRORS), warnings };
  if (!custom) return { valid: true, errors: [], warnings };
  const taken = wrongId(parsed.definition, custom.replaces);
  const own = await customWarnings(caller, parsed.definition, Object(value), custom.replaces);
  return { valid: !taken, errors: taken ? [taken] : [], warnings: [...warnings, ...own] };
}
