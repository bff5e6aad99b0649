/**
 * A document of any syntax: scalars are text as written, so that 1.10 stays 1.10, and maps are Maps, so that no
 * key can ever reach a prototype.
 */
export type Tree = string | null | readonly Tree[] | Branch;
export type Branch = ReadonlyMap<string, Tree>;

/** `line` is where reading stopped, counted from 1, where the reader knows. */
export type Read<T> = { ok: true; value: T } | { ok: false; message: string; line?: number | undefined };

export const MOST_DEPTH = 32;
export const MOST_NODES = 20_000;

/** A document that is refused while it is being read; caught by its reader. */
export class Unreadable extends Error {
  readonly line: number | undefined;
  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}

const PROTOTYPE_KEYS = new Set(["__proto__", "constructor", "prototype"]);

/** @throws Unreadable for a key that could be mistaken for part of every object */
export function checkKey(key: string): void {
  if (PROTOTYPE_KEYS.has(key)) throw new Unreadable(`The key “${key}” cannot be used.`);
  if (key.includes("\0")) throw new Unreadable("A key holds a NUL character.");
}

/** Counts nodes and depth of one document. @throws Unreadable when there are too many */
export function budget() {
  let nodes = 0;
  return (depth: number) => {
    nodes += 1;
    if (nodes > MOST_NODES) throw new Unreadable(`The file holds more than ${MOST_NODES} values.`);
    if (depth > MOST_DEPTH) throw new Unreadable(`The file is nested more than ${MOST_DEPTH} levels deep.`);
  };
}

/** Reads with `read`; what it throws as Unreadable, or a stack that ran out, becomes a sentence. */
export function attempt<T>(read: () => T): Read<T> {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, message: error.message, line: error.line };
    if (error instanceof RangeError) return { ok: false, message: "The file is nested too deep." };
    throw error;
  }
}

/** Turns plain values of JSON or TOML into a tree. @throws Unreadable */
export function toTree(value: unknown, spend = budget(), depth = 0): Tree {
  spend(depth);
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint")
    return String(value);
  if (Array.isArray(value)) return value.map((item) => toTree(item, spend, depth + 1));
  if (value instanceof Date) throw new Unreadable("Dates are not used here; put them in quotes.");
  const tree = new Map<string, Tree>();
  for (const [key, item] of Object.entries(value)) {
    checkKey(key);
    tree.set(key, toTree(item, spend, depth + 1));
  }
  return tree;
}

export function isBranch(tree: Tree | undefined): tree is Branch {
  return tree instanceof Map;
}
export function isList(tree: Tree | undefined): tree is readonly Tree[] {
  return Array.isArray(tree);
}
/** The map, or an empty one for anything else. */
export function branchOf(tree: Tree | undefined): Branch {
  return isBranch(tree) ? tree : new Map();
}
/** The list, or an empty one for anything else. */
export function listOf(tree: Tree | undefined): readonly Tree[] {
  return isList(tree) ? tree : [];
}
/** The text of a scalar; undefined for null, lists and maps. */
export function textOf(tree: Tree | undefined): string | undefined {
  return typeof tree === "string" ? tree : undefined;
}
/** A text of one or a list of them. */
export function textsOf(tree: Tree | undefined): string[] {
  if (typeof tree === "string") return [tree];
  return listOf(tree).flatMap((item) => (typeof item === "string" ? [item] : []));
}
/** Whether a switch is on, in the spellings that YAML files use. */
export function isOn(tree: Tree | undefined): boolean {
  return typeof tree === "string" && /^(?:true|yes|on|1)$/i.test(tree);
}
