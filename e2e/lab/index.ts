import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const script = fileURLToPath(new URL("./lab", import.meta.url));
const run = promisify(execFile);

/** The variables that point a program at the lab. Merge them over `process.env`. */
export interface LabEnv {
  /** `unix://` and the socket of the lab's engine. */
  DOCKER_HOST: string;
  /** The folder that holds everything of the lab. */
  LAB_HOME: string;
  /** `127.0.0.1:PORT` of the registry: plain HTTP, the engine's mirror of docker.io. */
  LAB_REGISTRY: string;
  /** The network namespace of the lab; absent when it lives in the machine's own. */
  LAB_NETNS?: string;
}

/** What the registry does to requests until it is mended. */
export type RegistryFault =
  | { kind: "stop" }
  | { kind: "status"; code: number; match?: RegExp }
  | { kind: "delay"; ms: number; match?: RegExp }
  | { kind: "throttle"; kbPerSecond: number; match?: RegExp }
  | { kind: "cut"; afterKb: number; match?: RegExp }
  | { kind: "corrupt" | "hang"; match?: RegExp };

/** How the engine fails: `kill` spares its containers, `crash` ends them too, `stop` is orderly, `pause` hangs. */
export type EngineFault = "kill" | "crash" | "stop" | "pause";

/** A failed command of the lab: `message` holds what it wrote to its error output. */
export class LabError extends Error {}

async function lab(...args: string[]): Promise<string> {
  try {
    const { stdout } = await run(script, args, { maxBuffer: 16 * 1024 * 1024 });
    return stdout.trim();
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new LabError(`lab ${args.join(" ")}: ${said}`, { cause: error });
  }
}

function parseEnv(text: string): LabEnv {
  const pairs = text.split("\n").map((line) => line.replace(/^export /, "").split(/=(.*)/s, 2));
  return Object.fromEntries(pairs) as unknown as LabEnv;
}

/** The lab's variables, whether it runs or not. */
export async function labEnv(): Promise<LabEnv> {
  return parseEnv(await lab("env"));
}

/**
 * Install what the machine lacks, start the engine and the registry, wait until both answer.
 * Does nothing when they run.
 * @throws LabError without root, off Debian, or beside another engine
 */
export async function labUp(): Promise<LabEnv> {
  return parseEnv(await lab("up"));
}

/** Stop what `labUp` started, with all containers. `purge` removes caches and data too. */
export async function labDown({ purge = false } = {}): Promise<void> {
  await lab("down", ...(purge ? ["--purge"] : []));
}

/** What runs and which faults are on, in a few lines for a person. */
export function labStatus(): Promise<string> {
  return lab("status");
}

/**
 * Build and publish images; quick when they are there.
 * @param sets `core`, `apps`, `all` or names of recipes; none means `core`
 */
export async function labImages(...sets: string[]): Promise<void> {
  await lab("images", ...sets);
}

/** Put every tag of the lab back to its first content, after `releaseImage` moved or `untagImage` removed some. */
export async function resetImages(...sets: string[]): Promise<void> {
  await lab("images", ...sets, "--reset");
}

/**
 * Publish `from` again as `next`, with a new digest and its own version, as an upstream release would.
 * With `next` equal to `from` the tag moves.
 * @returns the digest, `sha256:…`
 */
export function releaseImage(next: string, from: string): Promise<string> {
  return lab("release", next, "--from", from);
}

/** Take a tag out of the registry. @throws LabError when there is none */
export async function untagImage(reference: string): Promise<void> {
  await lab("untag", reference);
}

/** Break the registry, for the engine and for direct calls alike, until `mendRegistry`. The last fault counts. */
export async function breakRegistry(fault: RegistryFault = { kind: "stop" }): Promise<void> {
  const args = [fault.kind as string];
  if (fault.kind === "status") args.push(String(fault.code));
  if (fault.kind === "delay") args.push(String(fault.ms));
  if (fault.kind === "throttle") args.push(String(fault.kbPerSecond));
  if (fault.kind === "cut") args.push(String(fault.afterKb));
  if (fault.kind !== "stop" && fault.match) args.push("--match", fault.match.source);
  await lab("break", "registry", ...args);
}

/** End every fault of the registry. */
export async function mendRegistry(): Promise<void> {
  await lab("mend", "registry");
}

/** Make the engine fail until `mendEngine`. @throws LabError when it does not run */
export async function breakEngine(fault: EngineFault): Promise<void> {
  await lab("break", "engine", fault);
}

/** End the engine with SIGKILL. Its containers run on until `mendEngine`. */
export function killEngine(): Promise<void> {
  return breakEngine("kill");
}

/** Start or continue the engine, wait until it answers. Containers then run as their restart policy says. */
export async function mendEngine(): Promise<void> {
  await lab("mend", "engine");
}

/** Stop the engine in order and start it again. */
export async function restartEngine(): Promise<void> {
  await breakEngine("stop");
  await mendEngine();
}

/** Fill the engine's disk: "no space left on device" for pulls, new containers and their writes, until `freeDisk`. */
export async function fillDisk({ leaveKb = 0 } = {}): Promise<void> {
  await lab("break", "disk", String(leaveKb));
}

/** Take back what `fillDisk` took. */
export async function freeDisk(): Promise<void> {
  await lab("mend", "disk");
}
