import { EnvKey } from "@/lib/app-definition/format/grammar";
import type { DraftService } from "../draft";
import { readDotenv } from "../read/dotenv";
import { isBranch, isList, isOn, type Tree, textOf, textsOf } from "../read/tree";
import { quote } from "../report";
import { looksSecret } from "../variables/names";
import { type Piece, plainText } from "../variables/variables";
import { type Job, piecesOf, type Translate } from "./job";
import { givenAt } from "./paths";

/** A map, or a list of `KEY=value`; a key without a value takes what the machine has. */
export const environment: Translate = (job, service, value, path) => {
  for (const [key, text] of entriesOf(value)) {
    const at = `${path}.${key}`;
    const written = text === undefined ? `\${${key}}` : text;
    setEnv(job, service, key, () => envPieces(job, service, key, written, text === undefined, at), at);
  }
};

/** A file of `KEY=value` lines, when it came along; a file of the host is refused. */
export const envFile: Translate = (job, service, value, path) => {
  const entries = isList(value) ? value : [value];
  for (const entry of entries) {
    const named = isBranch(entry) ? textOf(entry.get("path")) : textOf(entry);
    if (named === undefined) continue;
    const content = givenAt(job, named);
    if (content) {
      addFile(job, service, plainText(content) ?? "", path);
      continue;
    }
    const optional = isBranch(entry) && entry.get("required") !== undefined && !isOn(entry.get("required"));
    const hint = "Paste it along with this file, or write its variables under environment.";
    const message = `${quote(named)} is a file of the host, which cannot be read. ${hint}`;
    if (optional) job.report.dropped(path, message);
    else job.report.refused(path, message);
  }
};

function addFile(job: Job, service: DraftService, content: string, path: string): void {
  for (const [key, text] of readDotenv(content)) {
    // What stands under environment wins over the file.
    if (service.env.has(key)) continue;
    const at = `${path}.${key}`;
    setEnv(job, service, key, () => envPieces(job, service, key, text, false, at), at);
  }
}

/** Sets one env key, unless its name cannot be one. */
function setEnv(job: Job, service: DraftService, key: string, pieces: () => Piece[], path: string): void {
  if (!EnvKey.safeParse(key).success) {
    job.report.dropped(path, `${quote(key)} cannot be the name of an environment variable.`);
    return;
  }
  const made = pieces();
  service.env.set(key, made);
  const [first] = made;
  if (first && made.length === 1 && "variable" in first && !service.homes.has(first.variable))
    service.homes.set(first.variable, key);
}

function envPieces(
  job: Job,
  service: DraftService,
  key: string,
  written: string,
  passedOn: boolean,
  path: string,
): Piece[] {
  const pieces = piecesOf(job, written, path, key, service.name).map((piece) =>
    "text" in piece ? { text: withHosts(job, key, piece.text) } : piece,
  );
  const fixed = plainText(pieces);
  if (fixed !== undefined && fixed !== "" && looksSecret(key)) {
    service.secretEnv.add(key);
    const careful = fixed.includes("{{")
      ? ""
      : " It is the same in every installation: better make it a variable.";
    job.report.guessed(path, `The fixed value looks like a secret, so it is stored encrypted.${careful}`);
  }
  if (passedOn) return pieces.map((piece) => ("variable" in piece ? optional(piece) : piece));
  return pieces;
}

/** A key without a value may stay unset. */
function optional(piece: Extract<Piece, { variable: string }>): Piece {
  if (piece.spec.kind === "secret" || piece.spec.default !== undefined) return piece;
  return { ...piece, spec: { ...piece.spec, optional: true } };
}

/** Replaces other names of services by their names here, where a text names a host: not every "postgres" is one. */
function withHosts(job: Job, key: string, text: string): string {
  if (job.hosts.size === 0) return text;
  const hostKey = /HOST|SERVER|ADDR|ENDPOINT|BROKER|URL|URI/i.test(key);
  return text.replaceAll(HOST, (found: string, at: number) => {
    const after = text.slice(at + found.length, at + found.length + 2);
    const before = text.slice(Math.max(0, at - 2), at);
    const isHost =
      before.endsWith("@") || before === "//" || /^:\d/.test(after) || (hostKey && found === text);
    return (isHost || found.startsWith("srv-captain--") ? job.hosts.get(found) : undefined) ?? found;
  });
}

const HOST = /(?<![A-Za-z0-9_.-])[A-Za-z0-9][A-Za-z0-9_.-]{0,127}(?![A-Za-z0-9_.-])/g;

function entriesOf(value: Tree): [string, string | undefined][] {
  if (isBranch(value)) {
    return [...value].map(([key, item]) => [key, item === null ? undefined : (textOf(item) ?? "")]);
  }
  return textsOf(value).map((line) => {
    const equals = line.indexOf("=");
    return equals < 0 ? [line.trim(), undefined] : [line.slice(0, equals).trim(), line.slice(equals + 1)];
  });
}

/** An env key of the service that holds just this variable; added when there is none. */
export function envKeyFor(service: DraftService, piece: Extract<Piece, { variable: string }>): string {
  const home = service.homes.get(piece.variable);
  if (home !== undefined) return home;
  const base = piece.variable
    .replaceAll(/[^A-Za-z0-9_]/g, "_")
    .replace(/^(?=\d)/, "_")
    .slice(0, 100);
  for (let number = 1; ; number++) {
    const key = number === 1 ? base : `${base}_${number}`;
    if (service.env.has(key) || key in {}) continue;
    service.env.set(key, [piece]);
    service.homes.set(piece.variable, key);
    return key;
  }
}
