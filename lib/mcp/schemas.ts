import { z } from "zod";

/** A JSON Schema (draft 2020-12) as far as it is looked into here. */
type Schema = Record<string, unknown>;
export type ObjectSchema = Schema & { type: "object" };

/** What a tool takes. Keys that it does not know are refused, at every depth, and the schema says so. */
export function inputSchema(shape: z.ZodType): ObjectSchema {
  return { type: "object", ...closed(describe(shape, "input")) };
}

/** What a tool answers: an object always, with the notice beside what the verb answers. */
export function outputSchema(shape: z.ZodType): ObjectSchema {
  return { type: "object", ...noticed(describe(shape, "output")) };
}

function describe(shape: z.ZodType, io: "input" | "output"): Schema {
  const { $schema: _draft, ...schema } = z.toJSONSchema(shape, {
    io,
    unrepresentable: "any",
    override: shorten,
  });
  return schema;
}

/** A model reads this: that it is a time, it reads out of one word, and not out of half a page. */
function shorten({ jsonSchema }: { jsonSchema: Schema }): void {
  if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
}

function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T;
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isShut = "properties" in inner && !("additionalProperties" in inner);
  return { ...inner, ...(isShut && { additionalProperties: false }) } as T;
}

function noticed(schema: Schema): Schema {
  for (const key of ["anyOf", "oneOf"]) {
    const forms = schema[key];
    if (Array.isArray(forms)) return { ...schema, [key]: forms.map(noticed) };
  }
  return { ...schema, properties: { notice: { type: "string" }, ...Object(schema.properties) } };
}
