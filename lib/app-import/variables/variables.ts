import type { SettingField } from "@/lib/app-definition/schema";
import { quote, type Report } from "../report";
import { comesFromOutside, looksSecret } from "./names";
import type { Part, VariablePart } from "./parts";

export type Secret = {
  kind: "secret";
  length?: number;
  encoding?: "hex" | "base64" | "base64url" | "alphanumeric";
  /** A token, signed with the secret variable `of`. */
  jwt?: { of?: string; role?: string };
  label?: string;
  help?: string;
};
export type Setting = {
  kind: "setting";
  default?: string;
  /** May stay empty. */
  optional?: boolean;
  field?: Partial<Omit<SettingField, "key" | "service" | "default">>;
};
/** What a variable is: made by the machine, asked of people, or other text that stands for it. */
export type Spec = Secret | Setting | { kind: "text"; parts: readonly Part[] };

/** Text with every stand-in put in place: what is left are secrets and settings. */
export type Piece = { text: string } | { variable: string; spec: Secret | Setting };

/** Where a text stands: its env key, which may tell how a value is meant. */
export type Use = {
  path: string;
  key?: string;
  service?: string;
  /** Nothing is said of a guess: the variable's default is written in, and no setting made. */
  quiet?: boolean;
};

const MOST_PIECES = 20_000;
const MOST_TEXT = 1_000_000;

/** Knows every variable of one import. What the format does not declare is guessed from its name, once. */
export class Variables {
  readonly #known: Map<string, Spec>;
  readonly #magic: (name: string, use: Use) => Spec | undefined;
  readonly #report: Report;
  /** What is to be said of a guess once it counts. */
  readonly #untold = new Map<string, () => void>();
  #pieces = 0;
  #text = 0;

  constructor(
    known: ReadonlyMap<string, Spec>,
    report: Report,
    magic: (name: string, use: Use) => Spec | undefined = () => undefined,
  ) {
    this.#known = new Map(known);
    this.#report = report;
    this.#magic = magic;
  }

  resolve(parts: readonly Part[], use: Use): Piece[] {
    return joined(this.#flat(parts, use, []));
  }

  #flat(parts: readonly Part[], use: Use, inside: readonly string[]): Piece[] {
    return parts.flatMap((part): Piece[] => {
      if (!this.#affords("text" in part ? part.text.length : 0, use)) return [];
      return "text" in part ? [part] : this.#variable(part, use, inside);
    });
  }

  #variable(part: VariablePart, use: Use, inside: readonly string[]): Piece[] {
    const name = part.variable;
    if (inside.includes(name) || inside.length > 16) {
      this.#report.issue(use.path, `The variable ${quote(name)} stands for itself.`);
      return [];
    }
    const magic = this.#magic(name, use);
    const known = magic ?? this.#known.get(name);
    if (part.instead) {
      const text = known ? "kept" : "left out";
      this.#report.guessed(use.path, `The text that stands only when ${name} is set was ${text}.`);
      return known ? this.#flat(part.instead, use, [...inside, name]) : [];
    }
    const spec = known ?? this.#guess(part, use);
    if (!magic) this.#known.set(name, spec);
    if (!use.quiet) {
      this.#untold.get(name)?.();
      this.#untold.delete(name);
    }
    if (spec.kind === "text") return this.#flat(spec.parts, use, [...inside, name]);
    return [{ variable: name, spec }];
  }

  #guess(part: VariablePart, use: Use): Spec {
    const { variable, fallback } = part;
    const text = fallback && plainText(fallback);
    const say = (kind: "mapped" | "guessed", message: string) => {
      this.#untold.set(variable, () => this.#report[kind](use.path, `${variable} ${message}`));
    };
    if (fallback && text === undefined) {
      say("guessed", "is what its default is; it cannot be set by itself.");
      return { kind: "text", parts: fallback };
    }
    if (looksSecret(variable)) {
      if (text === "" || (text === undefined && comesFromOutside(variable))) {
        say("guessed", "looks like a secret from outside: it became an optional setting.");
        return { kind: "setting", optional: true, field: { type: "password", secret: true } };
      }
      const instead = text === undefined ? "" : " instead of taking the default that everybody knows";
      say("guessed", `looks like a secret: the machine makes one${instead}.`);
      return { kind: "secret", length: 32, encoding: "alphanumeric" };
    }
    if (text !== undefined) {
      say("mapped", `became a setting${text && ` with the default ${quote(text)}`}.`);
      return { kind: "setting", ...(text === "" ? { optional: true } : { default: text }) };
    }
    say("guessed", "has no default, so it is asked when the app is installed.");
    return { kind: "setting" };
  }

  #affords(length: number, use: Use): boolean {
    if (this.#pieces > MOST_PIECES || this.#text > MOST_TEXT) return false;
    this.#pieces += 1;
    this.#text += length;
    if (this.#pieces <= MOST_PIECES && this.#text <= MOST_TEXT) return true;
    this.#report.issue(use.path, "The variables of this file stand for more text than can be read.");
    return false;
  }
}

/** The text when it holds no variable. */
export function plainText(parts: readonly (Part | Piece)[]): string | undefined {
  return parts.every((part) => "text" in part)
    ? parts.map((part) => ("text" in part ? part.text : "")).join("")
    : undefined;
}

function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last && "text" in last && "text" in piece) all[all.length - 1] = { text: last.text + piece.text };
    else all.push(piece);
  }
  return all;
}
