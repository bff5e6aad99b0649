import { isIP } from "node:net";
import { type ContainerSpec, EngineError, type Healthcheck, type Labels } from "./engine";
import { isImageId, parseReference, writeReference } from "./reference";

// The engine is driven by values that people typed. What could be read as a host path, a flag, a path of the
// API or a second line stops here, whatever the rooms before have checked.

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/;
const RESERVED_NETWORKS = new Set(["host", "none", "bridge", "default", "slirp4netns", "pasta", "private"]);

/** @throws EngineError "other" when the engine would take this for something else than a plain name */
export function checkName(kind: "container" | "network" | "volume", name: string): string {
  if (typeof name !== "string" || !NAME.test(name)) {
    throw refuse(`${quote(name)} cannot be the name of a ${kind}: use letters, digits, ".", "_" and "-".`);
  }
  if (kind === "network" && RESERVED_NETWORKS.has(name)) {
    throw refuse(`The network "${name}" is the engine's own. Use a network made for the containers.`);
  }
  return name;
}

/** @returns the reference as the engine is to be asked for it @throws EngineError "other" */
export function checkReference(reference: string): string {
  if (isImageId(reference)) return reference;
  const parsed = typeof reference === "string" ? parseReference(reference) : undefined;
  if (!parsed) throw refuse(`${quote(reference)} is not the name of an image, such as "postgres:16.4".`);
  return writeReference(parsed);
}

/** @throws EngineError "other" with a sentence that names the part and the rule; never shows an env value */
export function checkSpec(spec: ContainerSpec): void {
  checkName("container", spec.name);
  checkReference(spec.image);
  checkName("network", spec.network);
  spec.aliases.forEach(checkAlias);
  for (const [key, value] of Object.entries(spec.env)) checkEnv(key, value);
  checkLabels(spec.labels);
  checkArgv("command", spec.command);
  checkArgv("entrypoint", spec.entrypoint);
  if (
    spec.user !== undefined &&
    !/^[A-Za-z0-9_][A-Za-z0-9_.-]*(:[A-Za-z0-9_][A-Za-z0-9_.-]*)?$/.test(spec.user)
  ) {
    throw refuse(`${quote(spec.user)} is not a user: write a name or a number, or "user:group".`);
  }
  for (const { volume, target } of spec.volumes) {
    checkName("volume", volume);
    checkPath("volume target", target);
  }
  for (const file of spec.files) checkPath("file", file.path);
  spec.ports.forEach(checkPort);
  checkHealthcheck(spec.healthcheck);
}

/** @throws EngineError "other" when the engine could take this for something else than a hostname */
export function checkAlias(alias: string): void {
  if (typeof alias !== "string" || !NAME.test(alias))
    throw refuse(`${quote(alias)} cannot be a hostname: use letters, digits and "-".`);
}

export function checkEnv(key: string, value: string) {
  if (key === "" || /[=\0\r\n]/.test(key)) {
    throw refuse(`${quote(key)} cannot be the name of an environment variable: no "=", no line break.`);
  }
  if (typeof value !== "string" || value.includes("\0")) {
    throw refuse(`The environment variable ${quote(key)} must be text without a NUL character.`);
  }
}

export function checkLabels(labels: Labels): void {
  for (const [key, value] of Object.entries(labels)) {
    if (key === "" || /[=\0]/.test(key) || typeof value !== "string" || value.includes("\0")) {
      throw refuse(`The label ${quote(key)} cannot be written: no "=" in its name, no NUL character.`);
    }
  }
}

/** An argv is a list of words: one string would invite somebody to split it, as a shell does. */
export function checkArgv(what: string, argv: readonly string[] | undefined): void {
  if (argv === undefined) return;
  const sound = Array.isArray(argv) && argv.every((word) => typeof word === "string" && !word.includes("\0"));
  if (!sound) throw refuse(`The ${what} must be a list of words without NUL characters.`);
}

function checkPath(what: string, path: string) {
  const parts = typeof path === "string" ? path.split("/") : [];
  const plain =
    parts.length > 1 && parts[0] === "" && parts.slice(1).every((p) => p !== "" && p !== "." && p !== "..");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
  if (!plain || path.length > 1024 || /[\x00-\x1f\x7f]/.test(path)) {
    throw refuse(`${quote(path)} cannot be a ${what}: write a full path inside the container, without "..".`);
  }
}

function checkPort({ containerPort, hostPort, hostIp, protocol }: ContainerSpec["ports"][number]) {
  for (const port of [containerPort, hostPort]) {
    if (!Number.isInteger(port) || port < 1 || port > 65535)
      throw refuse(`${quote(String(port))} is not a port (1 to 65535).`);
  }
  if (isIP(hostIp) === 0) throw refuse(`${quote(hostIp)} is not an IP address to publish a port on.`);
  if (protocol !== "tcp" && protocol !== "udp")
    throw refuse(`${quote(protocol)} is neither "tcp" nor "udp".`);
}

function checkHealthcheck(healthcheck: Healthcheck | undefined) {
  if (!healthcheck) return;
  const { test } = healthcheck;
  checkArgv("health check", test);
  const [form, ...rest] = test;
  const sound =
    (form === "NONE" && rest.length === 0) ||
    (form === "CMD" && rest.length > 0) ||
    (form === "CMD-SHELL" && rest.length === 1);
  if (!sound) {
    throw refuse('A health check is ["CMD", program, …words], ["CMD-SHELL", one line] or ["NONE"].');
  }
}

function refuse(sentence: string) {
  return new EngineError("other", sentence);
}

function quote(text: unknown): string {
  return JSON.stringify(String(text).slice(0, 80));
}
