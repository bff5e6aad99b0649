import { splitWords } from "@/lib/app-definition/command";
import type { DraftService } from "../draft";
import { isList, type Tree, textOf, textsOf } from "../read/tree";
import type { Piece } from "../variables/variables";
import { envKeyFor } from "./environment";
import { type Job, literal, piecesOf, type Translate } from "./job";

const SHELLS = new Set(["sh", "bash", "ash", "/bin/sh", "/bin/bash", "/bin/ash"]);

/** A string is split into words as a shell would; a list is the exact argv. */
export const command: Translate = (job, service, value, path) => {
  const argv = argvOf(job, service, value, path);
  if (argv) service.rest.commandArgv = argv;
};

export const entrypoint: Translate = (job, service, value, path) => {
  const argv = argvOf(job, service, value, path);
  if (argv) service.rest.entrypoint = argv;
};

function argvOf(job: Job, service: DraftService, value: Tree, path: string): string[] | undefined {
  const words = isList(value) ? textsOf(value) : wordsOf(job, textOf(value) ?? "", path);
  if (!words || words.length === 0) return undefined;
  const pieces = words.map((word) => piecesOf(job, word, path));
  if (!pieces.flat().some(needsEnvironment)) {
    const argv = words.map((word) => literal(job, word, path) ?? "");
    return argv.every((word) => word === "") ? undefined : argv;
  }
  const shell = shellText(service, pieces);
  const guess = "a shell fills in the variables from the environment. See that the image has one.";
  job.report.guessed(path, `It names a secret or a setting, so ${guess}`);
  if (SHELLS.has(words[0] ?? "") && words.length === 3 && words[1]?.startsWith("-")) {
    return [words[0] ?? "sh", words[1], insideShell(service, pieces[2] ?? [])];
  }
  return ["sh", "-c", `exec ${shell}`];
}

function wordsOf(job: Job, line: string, path: string): string[] | undefined {
  const words = splitWords(line);
  if (!words) job.report.issue(path, "The command has a quote or a backslash that nothing closes.");
  return words;
}

/** A line that a shell runs inside the container, such as a health check's: variables come from its environment. */
export function shellLine(job: Job, service: DraftService, line: string, path: string): string {
  return insideShell(service, piecesOf(job, line, path));
}

/** An argv as a line for a shell, when it holds what only the environment can; undefined when it needs none. */
export function argvAsShell(
  job: Job,
  service: DraftService,
  words: readonly string[],
  path: string,
): string | undefined {
  const pieces = words.map((word) => piecesOf(job, word, path));
  return pieces.flat().some(needsEnvironment) ? shellText(service, pieces) : undefined;
}

function needsEnvironment(piece: Piece): boolean {
  return "variable" in piece && !(piece.spec.kind === "setting" && piece.spec.default !== undefined);
}

/** Every word in quotes of its own: no text of the file is read by the shell, only our variables. */
function shellText(service: DraftService, words: readonly (readonly Piece[])[]): string {
  return words
    .map((pieces) =>
      pieces
        .map((piece) =>
          "text" in piece ? `'${piece.text.replaceAll("'", `'\\''`)}'` : `"\${${envKeyFor(service, piece)}}"`,
        )
        .join(""),
    )
    .map((word) => word || "''")
    .join(" ");
}

function insideShell(service: DraftService, pieces: readonly Piece[]): string {
  return pieces.map((piece) => ("text" in piece ? piece.text : `\${${envKeyFor(service, piece)}}`)).join("");
}
