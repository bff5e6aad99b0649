import { z } from "zod";
import { lintDefinition } from "@/lib/app-definition/lint";
import { parseDefinition } from "@/lib/app-definition/parse";
import { readJson } from "@/lib/app-import/read/json";
import { attempt, type Read, toTree, Unreadable } from "@/lib/app-import/read/tree";
import { LONGEST_FILE } from "@/lib/app-import/schema";
import { operation } from "@/lib/operation/define";

const Told = z.object({ path: z.string(), message: z.string() });

const ValidateInput = z
  .object({
    definition: z.unknown().optional().meta({ description: "The definition." }),
    text: z
      .string()
      .max(LONGEST_FILE, "A definition is at most 256 KiB long.")
      .optional()
      .meta({ description: "Instead, its JSON as written: keys that stand twice are found only there." }),
  })
  .refine(({ definition, text }) => (definition === undefined) !== (text === undefined), {
    error: "Give either definition or text.",
  });

const Validation = z.object({
  valid: z.boolean(),
  errors: z.array(Told).meta({ description: "Why it cannot be installed." }),
  warnings: z
    .array(Told.extend({ suggestion: z.string().optional() }))
    .meta({ description: "What is allowed, but probably not meant; with the nearest known key." }),
});

export const validateDefinition = operation({
  id: "apps.validate",
  rest: "POST /api/apps/validate",
  summary: "Check an app definition; nothing is saved.",
  permission: "member",
  mutates: false,
  input: ValidateInput,
  output: Validation,
  async run(_caller, { definition, text }) {
    const read = text === undefined ? bounded(definition) : readJson(text);
    if (!read.ok) return { valid: false, errors: [{ path: "", message: read.message }], warnings: [] };
    const parsed = parseDefinition(read.value);
    const warnings = lintDefinition(read.value);
    return parsed.ok
      ? { valid: true, errors: [], warnings }
      : { valid: false, errors: parsed.issues.slice(0, 500), warnings };
  },
});

/** A value is held to the limits of a text: its size, its depth, its keys. */
function bounded(value: unknown): Read<unknown> {
  return attempt(() => {
    toTree(value);
    if (new TextEncoder().encode(JSON.stringify(value)).byteLength > LONGEST_FILE)
      throw new Unreadable("A definition is at most 256 KiB long.");
    return value;
  });
}
