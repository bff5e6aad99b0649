import { z } from "zod";
import { AppDefinition } from "./schema";

/** The published JSON Schema of an app as its author writes it, for editors and other tools. */
export function appJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(AppDefinition, { io: "input" });
  return { $schema, $id: "/schema/app-v1.json", ...schema };
}
