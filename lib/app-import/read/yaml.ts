import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type ParsedNode,
  Parser,
  type YAMLMap,
} from "yaml";
import { attempt, type Branch, budget, checkKey, isBranch, type Read, type Tree, Unreadable } from "./tree";

const MOST_ALIASES = 100;
const MOST_BRACKETS = 100;
/** Dashes, question marks, anchors and tags. */
const MOST_IN_A_ROW = 64;
const MOST_LINES = 10_000;

/**
 * Reads one YAML 1.2 document. Every scalar stays the text it was written as. Refused, each with a sentence: keys
 * that stand twice, tags, prototype keys, more than 100 aliases, 32 levels or 20,000 values (an alias counts
 * as what it stands for, so a small file cannot grow).
 */
export function readYaml(text: string): Read<Tree> {
  return attempt(() => {
    refuseHugeText(text);
    const document = parsed(text);
    return !document?.contents ? null : new YamlWalk().tree(document.contents, 0);
  });
}

function parsed(text: string): Document.Parsed | undefined {
  const tokens: CST.Token[] = [];
  for (const token of new Parser().parse(text)) {
    if (token.type === "error") throw wrongYaml(text, token.offset, token.message);
    tokens.push(token);
  }
  // Own checks replace the library's for double keys, whose time grows with the square of the keys; the same
  // holds for its pretty errors.
  const composer = new Composer({ schema: "failsafe", uniqueKeys: false, prettyErrors: false });
  const [document, ...more] = composer.compose(tokens, true, text.length);
  const wrong = document?.errors[0];
  if (wrong) throw wrongYaml(text, wrong.pos[0], wrong.message);
  if (more.length > 0) throw new Unreadable("The file holds several documents; give one.");
  return document;
}

function wrongYaml(text: string, at: number, why: string): Unreadable {
  return new Unreadable(`This is not YAML: line ${text.slice(0, at).split("\n").length}: ${why}.`);
}

/** As `readYaml`, for a document that must be a map. */
export function readYamlMap(text: string): Read<Branch> {
  const read = readYaml(text);
  if (!read.ok) return read;
  if (!isBranch(read.value)) return { ok: false, message: "The file holds no keys." };
  return { ok: true, value: read.value };
}

/** The parser recurses and takes its time: what nests absurdly deep or long is refused before it starts. */
function refuseHugeText(text: string): void {
  let open = 0;
  for (const character of text) {
    if (character === "[" || character === "{") open += 1;
    else if ((character === "]" || character === "}") && open > 0) open -= 1;
    if (open > MOST_BRACKETS) throw new Unreadable("The file is nested too deep.");
  }
  if (text.split("\n", MOST_LINES + 1).length > MOST_LINES)
    throw new Unreadable(`The file has more than ${MOST_LINES} lines.`);
  let run = 0;
  for (const word of text.split(/[ \t]+/)) {
    run = /^[&*!]|^[-?:]$/.test(word) ? run + 1 : 0;
    if (run >= MOST_IN_A_ROW) throw new Unreadable("The file is nested too deep.");
  }
}

class YamlWalk {
  readonly #spend = budget();
  readonly #anchors = new Map<string, ParsedNode>();
  #aliases = 0;

  tree(node: ParsedNode | null, depth: number): Tree {
    this.#spend(depth);
    if (node === null) return null;
    if (isAlias(node)) return this.tree(this.#target(node.source), depth + 1);
    if (node.tag !== undefined) throw new Unreadable("Tags, such as !!str or !reset, are not read.");
    if (isMap(node)) {
      const map = this.#map(node, depth);
      this.#remember(node);
      return map;
    }
    if (isSeq(node)) {
      const list = node.items.map((item) => this.tree(item, depth + 1));
      this.#remember(node);
      return list;
    }
    this.#remember(node);
    const plain = node.type === "PLAIN" || node.type === undefined;
    return plain && /^(?:~|null|)$/i.test(String(node.value ?? "")) ? null : String(node.value);
  }

  #map(node: YAMLMap.Parsed, depth: number): Branch {
    const own = new Map<string, Tree>();
    const merged: Branch[] = [];
    for (const { key, value } of node.items) {
      const name = this.#key(key);
      if (name === "<<" && isScalar(key) && key.type === "PLAIN") {
        merged.push(...this.#merges(this.tree(value, depth + 1)));
        continue;
      }
      checkKey(name);
      if (own.has(name)) throw new Unreadable(`The key “${name.slice(0, 64)}” stands twice in one map.`);
      own.set(name, this.tree(value, depth + 1));
    }
    for (const branch of merged) {
      for (const [name, value] of branch) {
        this.#spend(depth);
        if (!own.has(name)) own.set(name, value);
      }
    }
    return own;
  }

  #merges(value: Tree): Branch[] {
    const all = Array.isArray(value) ? (value as readonly Tree[]) : [value];
    return all.map((one) => {
      if (!isBranch(one)) throw new Unreadable("Only maps can be merged with “<<”.");
      return one;
    });
  }

  #key(key: ParsedNode | null): string {
    const node = isAlias(key) ? this.#target(key.source) : key;
    if (!isScalar(node) || node.tag !== undefined) throw new Unreadable("A key must be a plain text.");
    this.#remember(node as ParsedNode);
    return String(node.value ?? "");
  }

  #remember(node: ParsedNode): void {
    if (!isAlias(node) && node.anchor !== undefined) this.#anchors.set(node.anchor, node);
  }

  #target(name: string): ParsedNode {
    this.#aliases += 1;
    if (this.#aliases > MOST_ALIASES)
      throw new Unreadable(`The file uses more than ${MOST_ALIASES} aliases.`);
    const node = this.#anchors.get(name);
    if (!node) throw new Unreadable(`The alias *${name.slice(0, 40)} names no anchor above it.`);
    return node;
  }
}
