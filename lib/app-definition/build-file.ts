import type { Service } from "./format/services";

/** One instruction of a build file; `line` counts from 1, `word` is upper case. */
export type Instruction = { line: number; word: string; rest: string };

/** The instructions of a build file: comments, line ends within one, and the bodies of here-documents are taken out. */
export function readBuildFile(text: string): Instruction[] {
  const lines = text.split(/\r?\n/);
  const joiner = /^#\s*escape\s*=\s*`/im.test(lines.slice(0, 3).join("\n")) ? /`[ \t]*$/ : /\\[ \t]*$/;
  const instructions: Instruction[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (isVoid(lines[at])) continue;
    const line = at + 1;
    const parts = [lines[at] ?? ""];
    // A comment or an empty line inside an instruction does not end it.
    while (joiner.test(parts.at(-1) ?? "") && at + 1 < lines.length) {
      const next = lines[++at] ?? "";
      if (isVoid(next)) continue;
      parts.push(`${(parts.pop() ?? "").replace(joiner, "")} `, next.trim());
    }
    const whole = parts.join("").replace(joiner, "");
    at = skipHereDocuments(whole, lines, at);
    const [, word = "", rest = ""] = /^\s*(\S+)(.*)$/s.exec(whole) ?? [];
    instructions.push({ line, word: word.toUpperCase(), rest: rest.trim() });
  }
  return instructions;
}

function isVoid(line = ""): boolean {
  return /^\s*(#|$)/.test(line);
}

/** @returns the last line that belongs to the instruction */
function skipHereDocuments(instruction: string, lines: readonly string[], from: number): number {
  if (!/^\s*(RUN|COPY|ADD)\b/i.test(instruction)) return from;
  let at = from;
  for (const [, dash, , name] of instruction.matchAll(/<<(-?)(["']?)([A-Za-z_]\w*)\2/g)) {
    do at++;
    while (at < lines.length && (dash ? (lines[at] ?? "").replace(/^\t+/, "") : lines[at]) !== name);
  }
  return at;
}

/**
 * The images that a build begins with, each once; stages of the build itself and `scratch` are none. Presets of ARG
 * are filled in; a placeholder, or what a variable of the project decides, stands as it was written.
 */
export function baseImages(text: string): string[] {
  const instructions = readBuildFile(text);
  const firstStage = instructions.findIndex(({ word }) => word === "FROM");
  const presets = new Map<string, string>();
  for (const { word, rest } of instructions.slice(0, Math.max(firstStage, 0))) {
    const [, key, value] = (word === "ARG" && /^([A-Za-z_]\w*)=["']?([^\s"']*)["']?/.exec(rest)) || [];
    if (key && value) presets.set(key, value);
  }
  const stages = new Set<string>();
  const images = instructions
    .filter(({ word }) => word === "FROM")
    .flatMap(({ rest }) => {
      const [image = "", as = "", stage = ""] = rest.replace(/^(--\S+\s+)+/, "").split(/\s+/);
      const isOwn = stages.has(image.toLowerCase()) || image === "scratch" || image === "";
      if (as.toUpperCase() === "AS") stages.add(stage.toLowerCase());
      return isOwn ? [] : [filled(image, presets)];
    });
  return [...new Set(images)];
}

function filled(image: string, presets: ReadonlyMap<string, string>): string {
  return image.replace(
    /\$(?:\{([A-Za-z_]\w*)(?::-([^}]*))?\}|([A-Za-z_]\w*))/g,
    (written, braced?: string, fallback?: string, bare?: string) =>
      presets.get(braced ?? bare ?? "") ?? fallback ?? written,
  );
}

/** The image of a service for people: its name, or what it is built from. */
export function imageInWords({ image, build }: Pick<Service, "image" | "build">): string {
  if (image !== undefined) return image;
  const bases = build ? baseImages(build.dockerfile) : [];
  if (bases.length === 0) return "its own image, built here";
  return `its own image, built from ${new Intl.ListFormat("en").format(bases)}`;
}
