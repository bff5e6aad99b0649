import type { SchemaNode } from "./json-schema";

/** Every key of the format in Markdown: one table for each object, in the order in which they are met. */
export function keyReference(schema: Record<string, unknown>): string {
  return tablesOf(schema as SchemaNode, "").join("\n\n");
}

function tablesOf(node: SchemaNode, path: string): string[] {
  if (node.items) return tablesOf(node.items, `${path}[]`);
  const shapes = [node, ...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  const tables = shapes.flatMap((shape) => {
    const keys = Object.entries(shape.properties ?? {});
    if (keys.length === 0) return (shape === node ? [] : tablesOf(shape, path)).filter(Boolean);
    const rows = keys.map(([key, child]) => row(key, child, shape.required?.includes(key) ?? false));
    const head = `### ${path ? `\`${path}\`` : "The file"}${formName(shape, node)}\n\n| Key | Value | Meaning |\n|---|---|---|`;
    const below = keys.flatMap(([key, child]) => tablesOf(child, path ? `${path}.${key}` : key));
    return [`${head}\n${rows.join("\n")}`, ...below];
  });
  return tables;
}

/** What tells one of several forms apart. */
function formName(shape: SchemaNode, whole: SchemaNode): string {
  if (!whole.oneOf) return "";
  const kind = Object.entries(shape.properties ?? {}).find(([, child]) => child.const !== undefined);
  return kind ? ` with ${kind[0]} ${String(kind[1].const)}` : "";
}

function row(key: string, node: SchemaNode, required: boolean): string {
  const cells = [`\`${key}\`${required ? ", required" : ""}`, kindOf(node), node.description ?? ""];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}

const NAMES: Readonly<Record<string, string>> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  object: "object",
};

function kindOf(node: SchemaNode): string {
  const shapes = node.anyOf ?? node.oneOf;
  if (shapes) return [...new Set(shapes.map(kindOf))].join(" or ");
  if (node.enum) return node.enum.map((one) => `\`${String(one)}\``).join(" or ");
  if (node.const !== undefined) return `\`${String(node.const)}\``;
  if (node.items)
    return Array.isArray(node.items.type) || node.items.enum
      ? `list of ${kindOf(node.items)}`
      : `list of ${kindOf(node.items)}s`;
  const { additionalProperties: rest } = node;
  if (typeof rest === "object") return `map to ${kindOf(rest)}`;
  return [node.type ?? []]
    .flat()
    .map((type) => NAMES[type] ?? type)
    .join(" or ");
}
