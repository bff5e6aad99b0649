import { LONGEST_FILE } from "@/lib/app-import/schema";
import { attempt, budget, checkKey, type Read, Unreadable } from "./tree";

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON refuses them inside a text
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\r\n]*/y;
const WORDS = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/**
 * Reads strict JSON as JSON.parse does, and refuses what JSON.parse lets pass: a key that stands twice in one
 * object, prototype keys, more than 32 levels or 20,000 values.
 * @returns the value, or one sentence that says what is wrong and in which line
 */
export function readJson(text: string): Read<unknown> {
  // Longer texts would exhaust the stack of the pattern that reads them.
  if (text.length > LONGEST_FILE) return { ok: false, message: "The file is longer than 256 KiB." };
  return attempt(() => new JsonReader(text).whole());
}

class JsonReader {
  readonly #text: string;
  #at = 0;
  readonly #spend = budget();
  constructor(text: string) {
    this.#text = text.startsWith("\uFEFF") ? text.slice(1) : text;
  }

  whole(): unknown {
    const value = this.#value(0);
    this.#take(SPACE);
    if (this.#at < this.#text.length) throw this.#wrong("there is more after the end");
    return value;
  }

  #value(depth: number): unknown {
    this.#spend(depth);
    this.#take(SPACE);
    const first = this.#text[this.#at];
    if (first === "{") return this.#object(depth);
    if (first === "[") return this.#list(depth);
    if (first === '"') return this.#string();
    for (const [word, value] of WORDS) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    const number = this.#take(NUMBER);
    if (!number) throw this.#wrong("a value is missing here");
    return Number(number);
  }

  #object(depth: number): unknown {
    const entries: [string, unknown][] = [];
    const keys = new Set<string>();
    this.#items("}", () => {
      this.#take(SPACE);
      const key = this.#string();
      checkKey(key);
      if (keys.has(key)) throw this.#wrong(`the key “${key.slice(0, 64)}” stands twice in one object`);
      keys.add(key);
      this.#take(SPACE);
      if (this.#text[this.#at] !== ":") throw this.#wrong("a colon is missing here");
      this.#at += 1;
      entries.push([key, this.#value(depth + 1)]);
    });
    return Object.fromEntries(entries);
  }

  #list(depth: number): unknown {
    const items: unknown[] = [];
    this.#items("]", () => items.push(this.#value(depth + 1)));
    return items;
  }

  #items(close: string, one: () => void): void {
    this.#at += 1;
    this.#take(SPACE);
    if (this.#text[this.#at] === close) {
      this.#at += 1;
      return;
    }
    for (;;) {
      one();
      this.#take(SPACE);
      const next = this.#text[this.#at];
      this.#at += 1;
      if (next === close) return;
      if (next !== ",") throw this.#wrong(`a comma or ${close} is missing here`, -1);
    }
  }

  #string(): string {
    const written = this.#take(STRING);
    if (!written) throw this.#wrong("a text in double quotes is missing here");
    return String(JSON.parse(written));
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #wrong(why: string, step = 0): Unreadable {
    const line = this.#text.slice(0, this.#at + step).split("\n").length;
    return new Unreadable(`This is not JSON: line ${line}: ${why}.`, line);
  }
}
