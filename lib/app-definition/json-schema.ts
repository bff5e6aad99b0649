import { z } from "zod";
import { AppDefinition } from "./schema";

/** A node of the published JSON Schema, as far as it is read here. */
export type SchemaNode = {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: SchemaNode[];
  oneOf?: SchemaNode[];
  properties?: Record<string, SchemaNode>;
  required?: string[];
  items?: SchemaNode;
  additionalProperties?: SchemaNode | boolean;
  propertyNames?: SchemaNode;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

/** The published JSON Schema of an app as its author writes it, for editors and other tools. */
export function appJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(AppDefinition, { io: "input" });
  return { $schema, $id: "/schema/app-v1.json", ...schema };
}
