import { appJsonSchema, type SchemaNode } from "@/lib/app-definition/json-schema";

export type Path = readonly (string | number)[];

/** One key of the format: its schema, the place in the definition where it is said, and where a refusal points. */
export type Place = { path: Path; node: SchemaNode; required: boolean; told: Path };

/**
 * Every key, list entry and map entry of the format, each at the first place where the definition says it.
 * @throws Error naming a key that the definition does not say, so that none is left out
 */
export function placesIn(definition: unknown): Place[] {
  const places = below(appJsonSchema() as SchemaNode, [[]], definition);
  // A key that several forms share is one place.
  return [...new Map(places.map((place) => [place.path.join("."), place])).values()];
}

function below(node: SchemaNode, at: Path[], root: unknown): Place[] {
  if (node.items)
    return entry(node.items, at, root, (value) => (Array.isArray(value) ? [...value.keys()] : []));
  const shapes = [node, ...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  return shapes.flatMap((shape) => {
    const keys = Object.entries(shape.properties ?? {}).flatMap(([key, child]) =>
      entry(child, at, root, (value) => (has(value, key) ? [key] : []), {
        name: key,
        required: shape.required?.includes(key) ?? false,
      }),
    );
    const rest = shape.additionalProperties;
    return typeof rest === "object" ? [...keys, ...entry(rest, at, root, Object.keys)] : keys;
  });
}

function entry(
  node: SchemaNode,
  at: Path[],
  root: unknown,
  steps: (value: object) => (string | number)[],
  key?: { name: string; required: boolean },
): Place[] {
  const places = at.flatMap((path) => {
    const value = valueAt(root, path);
    return typeof value === "object" && value !== null ? steps(value).map((step) => [...path, step]) : [];
  });
  const [first] = places;
  if (!first) {
    if (key) throw new Error(`The definition does not say ${[...(at[0] ?? []), key.name].join(".")}.`);
    return [];
  }
  const inside = below(node, places, root);
  // What has several forms is refused as one: none of its forms fits.
  const told = node.anyOf ? inside.map((place) => ({ ...place, told: first })) : inside;
  return [{ path: first, told: first, node, required: key?.required ?? false }, ...told];
}

export function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], root);
}

/** A copy with one place changed; `undefined` takes the key away. */
export function changed(root: unknown, path: Path, value: unknown): unknown {
  const copy: unknown = structuredClone(root);
  const holder = valueAt(copy, path.slice(0, -1)) as Record<string | number, unknown>;
  const last = path.at(-1) ?? "";
  if (value === undefined) delete holder[last];
  else Object.defineProperty(holder, last, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

function has(value: object, key: string): boolean {
  return Object.hasOwn(value, key);
}
