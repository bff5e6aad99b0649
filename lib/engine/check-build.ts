import { checkEnv, checkLabels } from "./check";
import { type BuildSpec, EngineError } from "./engine";
import { parseReference } from "./reference";

/** What a build may weigh. The engine takes build arguments in the address of a call, which has an end. */
export const BUILD_LIMITS = { contextBytes: 16 * 1024 * 1024, argumentBytes: 512 * 1024 };

/** @throws EngineError "other" with a sentence that names the part and the rule; never shows an argument's value */
export function checkBuild(spec: BuildSpec): void {
  const name = typeof spec.tag === "string" ? parseReference(spec.tag) : undefined;
  if (!name?.tag || name.digest) {
    throw refuse(`${quote(spec.tag)} is no name for a built image, such as "shop/web:1".`);
  }
  checkLabels(spec.labels);
  for (const [key, value] of Object.entries(spec.args)) checkEnv(key, value);
  if (!/^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/.test(spec.cacheScope)) {
    throw refuse(`${quote(spec.cacheScope)} cannot name a cache.`);
  }
  checkContext(spec);
  const argumentBytes = encodeURIComponent(JSON.stringify(spec.args).toWellFormed()).length;
  if (argumentBytes > BUILD_LIMITS.argumentBytes) {
    throw refuse(
      `The build arguments are too long: ${argumentBytes >> 10} KiB as sent, 512 KiB is the most.`,
    );
  }
}

function checkContext({ files, dockerfile }: BuildSpec) {
  for (const { path } of files) checkPath(path);
  const paths = new Set(files.map(({ path }) => path));
  if (paths.size < files.length) throw refuse("A file of the build context is given twice.");
  if (!paths.has(dockerfile)) throw refuse(`The build context lacks the build file ${quote(dockerfile)}.`);
  const bytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  if (bytes > BUILD_LIMITS.contextBytes) {
    throw refuse(`The build context is too large: ${bytes >> 20} MiB, 16 MiB is the most.`);
  }
}

/** Plain relative paths only: nothing that leaves the context, or that a tool could take for a flag. */
function checkPath(path: string) {
  const parts = typeof path === "string" ? path.split("/") : [];
  const plain = parts.length > 0 && parts.every((part) => !/^\.{0,2}$/.test(part) && !part.startsWith("-"));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
  if (!plain || path.length > 1024 || /[\x00-\x1f\x7f\\]/.test(path)) {
    throw refuse(`${quote(path)} cannot be a file of a build context: write a relative path without "..".`);
  }
}

function refuse(sentence: string) {
  return new EngineError("other", sentence);
}

function quote(text: unknown): string {
  return JSON.stringify(String(text).slice(0, 80));
}
