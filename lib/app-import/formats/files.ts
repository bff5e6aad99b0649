import { tidyPath } from "../compose/paths";
import { readJson } from "../read/json";
import { type Branch, isBranch, type Read, toTree } from "../read/tree";
import { readYamlMap } from "../read/yaml";
import type { Report } from "../report";
import { composeParts, type Part } from "../variables/parts";

/** A file as it was pasted or uploaded; the name is relative and tidy. */
export type GivenFile = { name: string; content: string };

/** Reads one format's files. Undefined when they cannot be read, which the report then says. */
export type ReadFormat<T> = (files: readonly GivenFile[], report: Report) => T | undefined;

const COMPOSE = /(?:^|\/)(?:docker-)?compose[^/]*\.ya?ml$/i;

/** The compose file: the one called so, else the first YAML file, else one whose name says nothing. */
export function composeFile(files: readonly GivenFile[]): GivenFile | undefined {
  return (
    files.find(({ name }) => COMPOSE.test(name)) ??
    files.find(({ name }) => /\.ya?ml$/i.test(name)) ??
    files.find(({ name }) => !/\.(?:json|toml|env)$/i.test(name) && !name.startsWith("."))
  );
}

export function fileNamed(files: readonly GivenFile[], pattern: RegExp): GivenFile | undefined {
  return files.find(({ name }) => pattern.test(name.split("/").at(-1) ?? ""));
}

/** Reads the file as a map. What is wrong becomes an issue of the report. */
export function readMap(file: GivenFile, report: Report): Branch | undefined {
  const read = /\.json$/i.test(file.name) ? readJsonMap(file.content) : readYamlMap(file.content);
  if (read.ok) return read.value;
  report.issue(file.name, read.message);
  return undefined;
}

export function readJsonMap(text: string): Read<Branch> {
  const read = readJson(text);
  if (!read.ok) return read;
  const tree = toTree(read.value);
  return isBranch(tree)
    ? { ok: true, value: tree }
    : { ok: false, message: "The file holds no JSON object." };
}

/** The files that came along besides `used`, as texts whose `$` mean nothing. */
export function givenFiles(
  files: readonly GivenFile[],
  used: readonly (GivenFile | undefined)[],
): Map<string, readonly Part[]> {
  return new Map(
    files
      .filter((file) => !used.includes(file))
      .map((file): [string, readonly Part[]] => [tidyPath(file.name), [{ text: file.content }]]),
  );
}

/** Compose's own syntax of variables. */
export const readCompose = (text: string): Part[] => composeParts(text);
