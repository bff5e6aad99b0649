import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { Refusal } from "@/lib/access/refusal";
import { type Engine, type EngineInfo, findEngine, installCommand } from "@/lib/engine";
import { settings } from "@/lib/settings";

type Known = { engine: Engine; address: string; info: EngineInfo; askedAt: number };
type Shared = {
  known?: Known;
  given?: Engine;
  looking?: Promise<Known | string>;
  /** Why none was found, and when; nobody looks again for a moment. */
  missing?: { reason: string; at: number };
};

// Next loads this module several times (pages, routes, boot): they share one engine.
const shared = globalThis as typeof globalThis & { roadsteadEngine?: Shared };
const state = (): Shared => {
  shared.roadsteadEngine ??= {};
  return shared.roadsteadEngine;
};

const NONE = "No container engine answers on this machine.";

/** What installs an engine on this system, to be typed. */
async function howToInstall(): Promise<string> {
  const release = await readFile("/etc/os-release", "utf8").catch(() => "");
  return installCommand(release, process.platform, process.getuid?.() === 0);
}

const TRUST_MS = 5_000;
const LOOK_AGAIN_MS = 2_000;

/**
 * The container engine of this machine. Asked for its word at most every five seconds, and looked for anew when
 * it stopped answering.
 * @throws Refusal ENGINE_UNAVAILABLE with what to do about it
 */
export async function engine(): Promise<Engine> {
  const { given } = state();
  if (given) return given;
  const found = await current();
  if (typeof found !== "string") return found.engine;
  const hint = found === NONE ? ` Install one with: ${await howToInstall()}` : "";
  throw new Refusal("ENGINE_UNAVAILABLE", { message: `${found}${hint}` });
}

/** Whether there is an engine, which one, and if not, why, in one sentence. Never throws. */
export async function engineStatus(): Promise<
  { state: "ready"; address: string; info: EngineInfo } | { state: "missing"; reason: string }
> {
  const { given } = state();
  try {
    if (given) return { state: "ready", address: "given", info: await given.info() };
    const found = await current();
    if (typeof found !== "string") return { state: "ready", address: found.address, info: found.info };
    return { state: "missing", reason: found };
  } catch (error) {
    return { state: "missing", reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Somebody met an engine that did not answer: whoever asks next is not told that it does. */
export function doubtEngine(): void {
  const { known } = state();
  if (known) known.askedAt = 0;
}

/** Tests bring their own engine; undefined goes back to looking for one. */
export function useEngine(given: Engine | undefined): void {
  shared.roadsteadEngine = { given };
}

async function current(): Promise<Known | string> {
  const now = state();
  if (now.known && Date.now() - now.known.askedAt < TRUST_MS) return now.known;
  if (now.missing && Date.now() - now.missing.at < LOOK_AGAIN_MS) return now.missing.reason;
  now.looking ??= look(now).finally(() => {
    now.looking = undefined;
  });
  return await now.looking;
}

async function look(now: Shared): Promise<Known | string> {
  const same = now.known && (await stillThere(now.known));
  const found = same ?? (await find());
  now.known = typeof found === "string" ? undefined : found;
  now.missing = typeof found === "string" ? { reason: found, at: Date.now() } : undefined;
  return found;
}

async function stillThere(known: Known): Promise<Known | undefined> {
  try {
    return { ...known, info: await known.engine.info(), askedAt: Date.now() };
  } catch {
    return undefined;
  }
}

async function find(): Promise<Known | string> {
  const { dockerHost, runtimeDir } = settings();
  const { found, tried } = await findEngine({ dockerHost, runtimeDir, homeDir: homedir() });
  if (found) return { ...found, info: await found.engine.info(), askedAt: Date.now() };
  const [first] = tried;
  if (dockerHost && first) return first.reason;
  const refused = tried.find(({ reason }) => !/does not answer/.test(reason));
  return refused?.reason ?? NONE;
}
