import { setTimeout as pause } from "node:timers/promises";
import { type BuildOptions, type BuildSpec, EngineError } from "../engine";
import type { ImageScript } from "./image-script";

/**
 * Goes through a build file as a builder does, with few commands: RUN knows `echo`, `sleep` and `exit`.
 * @param baseOf the script of a base image @returns the script of the image that comes out: its base's
 */
export async function followBuildFile(
  spec: BuildSpec,
  { signal, onLine }: BuildOptions,
  baseOf: (reference: string) => Promise<ImageScript>,
): Promise<ImageScript> {
  const instructions = readInstructions(
    spec.files.find(({ path }) => path === spec.dockerfile)?.content ?? "",
  );
  const args = new Map<string, string>();
  const fill = (text: string) =>
    text.replace(/\$\{?([A-Za-z_]\w*)\}?/g, (_, key: string) => args.get(key) ?? "");
  let base: ImageScript | undefined;
  for (const [at, instruction] of instructions.entries()) {
    if (signal.aborted) throw cancelled();
    const [word = "", ...rest] = instruction.split(" ");
    onLine({ kind: "step", text: `[${at + 1}/${instructions.length}] ${instruction}` });
    if (word === "ARG") declare(args, spec.args, rest.join(" "));
    else if (word === "FROM") base = await baseOf(fill(rest[0] ?? ""));
    else if (word === "COPY") copy(spec, instruction, rest);
    else if (word === "RUN") await runLine(spec, instruction, fill(rest.join(" ")), { signal, onLine });
  }
  if (!base)
    throw failed(`${spec.dockerfile} could not be built. The builder said: “file with no instructions”`);
  return base;
}

function readInstructions(text: string): string[] {
  const lines = text.replace(/\\\n\s*/g, "").split("\n");
  return lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
}

function declare(args: Map<string, string>, given: BuildSpec["args"], declaration: string) {
  const [key = "", ...preset] = declaration.split("=");
  const value = given[key] ?? (preset.length > 0 ? preset.join("=") : undefined);
  if (value !== undefined) args.set(key, value);
}

function copy({ files, dockerfile }: BuildSpec, instruction: string, words: string[]) {
  if (words[0]?.startsWith("--from=")) return;
  for (const source of words.slice(0, -1).filter((word) => !word.startsWith("--"))) {
    const folder = source === "." || source.endsWith("/") ? source.replace(/^\.?$|\.$/, "") : `${source}/`;
    if (files.some(({ path }) => path === source || path.startsWith(folder))) continue;
    const meant = files.find(({ path }) => path.endsWith(`/${source}`))?.path;
    const advice = meant ? ` Sources start at its root: write “${meant}” for “${source}”.` : "";
    throw failed(`“${instruction}” of ${dockerfile} copies what is not in the build context.${advice}`);
  }
}

async function runLine(
  { dockerfile }: BuildSpec,
  instruction: string,
  line: string,
  { signal, onLine }: BuildOptions,
): Promise<void> {
  for (const command of line.split(/;|&&/).map((part) => part.trim())) {
    const [program = "", ...words] = command.split(" ");
    const code = program === "exit" ? Number(words[0]) : ["echo", "sleep"].includes(program) ? 0 : 127;
    if (code > 0) throw failed(`“${instruction}” of ${dockerfile} ended with exit code ${code}.`);
    if (program === "echo") onLine({ kind: "stdout", text: words.join(" ").replace(/^"(.*)"$/, "$1") });
    if (program !== "sleep") continue;
    await pause(Number(words[0]) * 1000, undefined, { signal }).catch(() => {
      throw cancelled();
    });
  }
}

function failed(sentence: string) {
  return new EngineError("build-failed", sentence);
}

function cancelled() {
  return new EngineError("cancelled", "This was cancelled.");
}
