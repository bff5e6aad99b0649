import { z } from "zod";
import { readJson } from "@/lib/app-import/read/json";
import { attempt, type Read, toTree, Unreadable } from "@/lib/app-import/read/tree";
import { LONGEST_FILE } from "@/lib/app-import/schema";

/** A definition as it comes in: as a value, or as the text somebody wrote. */
export const GivenDefinition = z.object({
  definition: z.unknown().optional().meta({ description: "The definition." }),
  text: z.string().optional().meta({
    description: "Instead, its JSON as written: keys that stand twice are found only there. At most 256 KiB.",
  }),
});
export type GivenDefinition = z.infer<typeof GivenDefinition>;

/** The check that exactly one of the two is given. */
export const exactlyOne = [
  ({ definition, text }: GivenDefinition) => (definition === undefined) !== (text === undefined),
  { error: "Give either definition or text." },
] as const;

/** What was read: the value, and its JSON as its author will want to see it again. */
type GivenValue = { value: unknown; source: string };

/**
 * Reads a definition within the limits of a file: size in bytes, depth, number of values, keys.
 */
export function readGiven({ definition, text }: GivenDefinition): Read<GivenValue> {
  return attempt(() => {
    if (text === undefined) {
      toTree(definition);
      refuseTooLong(JSON.stringify(definition));
      const written = JSON.stringify(definition, null, 2);
      return { value: definition, source: isTooLong(written) ? JSON.stringify(definition) : written };
    }
    refuseTooLong(text);
    const read = readJson(text);
    if (!read.ok) throw new Unreadable(read.message, read.line);
    return { value: read.value, source: text };
  });
}

function isTooLong(text: string): boolean {
  return Buffer.byteLength(text) > LONGEST_FILE;
}

function refuseTooLong(text: string): void {
  if (isTooLong(text)) throw new Unreadable("A definition is at most 256 KiB long.");
}
