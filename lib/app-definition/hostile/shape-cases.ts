import { shortened } from "@/lib/app-definition/quote";
import type { SchemaNode } from "../json-schema";
import { changed, type Path, placesIn, valueAt } from "./walk";
import { WHOLE } from "./whole";

/** An invalid definition, and where its refusal must point. */
export type Refused = { name: string; definition: unknown; path: string };

const OF_EACH_TYPE: readonly [type: string, value: unknown][] = [
  ["null", null],
  ["string", "a text"],
  ["number", 7],
  ["boolean", true],
  ["array", []],
  ["object", {}],
];

/** Each key removed, given each wrong type, a wrong member of its enum, and pushed beyond each of its bounds. */
export function shapeCases(): Refused[] {
  return placesIn(WHOLE).flatMap((place) => {
    const { path, node, required } = place;
    const refused = (why: string, value: unknown): Refused => ({
      name: `${path.join(".")} ${why}`,
      definition: changed(WHOLE, path, value),
      path: place.told.join("."),
    });
    return [
      ...(required ? [refused("is missing", undefined)] : []),
      ...wrongTypes(node).map(([type, value]) => refused(`is of the type ${type}`, value)),
      ...beyondBounds(node, valueAt(WHOLE, path)).map(([why, value]) => refused(why, value)),
      ...badKeys(node, path),
    ];
  });
}

function wrongTypes(node: SchemaNode) {
  const fitting = typesOf(node);
  return OF_EACH_TYPE.filter(([type]) => !fitting.has(type));
}

function typesOf(node: SchemaNode): Set<string> {
  const shapes = node.anyOf ?? node.oneOf;
  if (shapes) return new Set(shapes.flatMap((shape) => [...typesOf(shape)]));
  const types = [node.type ?? typeof (node.const ?? node.enum?.[0])].flat();
  return new Set(types.map((type) => (type === "integer" ? "number" : type)));
}

function beyondBounds(node: SchemaNode, value: unknown): [why: string, value: unknown][] {
  const cases: [string, unknown][] = [];
  const { minimum, exclusiveMinimum, maximum, minLength, maxLength, minItems, maxItems } = node;
  if (node.enum || node.const !== undefined) cases.push(["is no member", "no-such-member"], ["is empty", ""]);
  if (minimum !== undefined) cases.push(["is too small", minimum - 1]);
  if (exclusiveMinimum !== undefined) cases.push(["is too small", exclusiveMinimum]);
  if (maximum !== undefined) cases.push(["is too large", maximum * 2]);
  if (node.type === "integer") cases.push(["is not whole", 1.5]);
  if (minLength && !node.enum) cases.push(["is empty", ""]);
  if (maxLength !== undefined) cases.push(["is too long", "x".repeat(maxLength + 1)]);
  if (node.pattern ?? node.format) cases.push(["has another form", "\u0001 no!"]);
  if (node.pattern) cases.push(["has a further line", `${value}\n`]);
  if (minItems) cases.push(["is an empty list", []]);
  if (maxItems !== undefined && Array.isArray(value))
    cases.push(["has too many entries", Array.from({ length: maxItems + 1 }, () => value[0])]);
  return cases;
}

/** A map's key is written by its author too. */
function badKeys(node: SchemaNode, path: Path): Refused[] {
  const shape = [node, ...(node.anyOf ?? [])].find((one) => one.propertyNames);
  if (!shape) return [];
  const keys = ["", "a key", "-v", "9x", "A\nB", "A\0", "A=B", "$A", "é", "constructor"];
  const map = { [node.anyOf ? "en" : "MODE"]: "text" };
  return keys.map((key) => {
    const told = node.anyOf ? path : [...path, shortened(key)];
    const definition = changed(WHOLE, path, { ...map, [key]: "text" });
    return { name: `${path.join(".")} has the key ${JSON.stringify(key)}`, definition, path: told.join(".") };
  });
}
