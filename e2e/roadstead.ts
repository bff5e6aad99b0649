import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { MadeToken, NewToken } from "@/lib/tokens/schema";
import { expectNoSecretWritten, noteCookie, noteSecret } from "./secrets";

/** Roadstead as people start it: the real script, a process of its own, a free port, a fresh data folder. */

export const ADMIN = { email: "maren@example.org", password: "harbour lights at night" };
const ROOT = path.resolve(import.meta.dirname, "..");
const START_LIMIT_MS = 120_000;

export type Roadstead = {
  url: string;
  port: number;
  dataDir: string;
  process: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Ends it as Ctrl-C does. @returns its exit code */
  stop(): Promise<number | null>;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
};

type StartOptions = { dataDir?: string; port?: number; env?: Record<string, string | undefined> };

/** Starts Roadstead and waits for its address. @throws with what it printed when it ends instead */
export async function startRoadstead({ dataDir, port, env = {} }: StartOptions = {}): Promise<Roadstead> {
  const started = await spawnRoadstead({ dataDir, port, env });
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    if (started.process.exitCode !== null) throw new Error(`Roadstead ended:\n${started.output()}`);
    const answered = await fetch(`${started.url}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return started;
    await sleep(50);
  }
  await started.kill();
  throw new Error(`Roadstead did not answer within two minutes:\n${started.output()}`);
}

/** Starts the process without waiting for anything. */
export async function spawnRoadstead({ dataDir, port, env = {} }: StartOptions = {}): Promise<Roadstead> {
  const folder = dataDir ?? (await mkdtemp(path.join(tmpdir(), "roadstead-e2e-")));
  const chosen = port ?? (await freePort());
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PORT: String(chosen),
      ROADSTEAD_DATA_DIR: folder,
      ROADSTEAD_ADMIN_EMAIL: ADMIN.email,
      ROADSTEAD_ADMIN_PASSWORD: ADMIN.password,
      // Specs about domains have an edge; the others take no ports of the machine.
      ROADSTEAD_EDGE: "off",
      // Specs sign in more often than people do, all from one address.
      ROADSTEAD_AUTH_RATE_LIMIT: "1000",
      ...env,
    },
  });
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += chunk));
  child.stderr.on("data", (chunk) => (printed += chunk));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const end = (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return ended;
  };
  return {
    url: `http://127.0.0.1:${chosen}`,
    port: chosen,
    dataDir: folder,
    process: child,
    output: () => printed,
    stop: () => end("SIGINT"),
    kill: async () => void (await end("SIGKILL")),
  };
}

/** Stops it and removes its data. @throws when it printed a secret, or its database logged one */
export async function discard(roadstead: Roadstead | undefined): Promise<void> {
  if (!roadstead) return;
  await roadstead.stop();
  const database = await databasePid(roadstead.dataDir);
  if (database) process.kill(database, "SIGINT");
  for (let tries = 0; tries < 100 && (await databasePid(roadstead.dataDir)); tries++) await sleep(50);
  const clean = expectNoSecretWritten(roadstead.output(), roadstead.dataDir);
  await clean.finally(() => rm(roadstead.dataDir, { recursive: true, force: true }));
}

/** The embedded database's process, when one runs on this data folder. */
export async function databasePid(dataDir: string): Promise<number | undefined> {
  const text = await readFile(path.join(dataDir, "database", "18", "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(text.split("\n")[0]);
  return pid && isAlive(pid) ? pid : undefined;
}

/** The processes whose command line or environment names this data folder: the server's and the database's. */
export async function processesOf(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir("/proc")) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue;
    const read = (name: string) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");
    const command = (await read("cmdline")).replaceAll("\0", " ").trim();
    const named = command.includes(dataDir) || (await read("environ")).includes(dataDir);
    // A process that has ended and was not yet waited for has no command line.
    if (command && named) found.push(`${pid} ${command}`);
  }
  return found;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A port nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (!address || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** A session cookie, got as a program gets it. */
export async function signInByApi({ url }: { url: string }, { email, password } = ADMIN): Promise<string> {
  noteSecret("a password", password);
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
  const cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  noteCookie(cookie);
  return cookie;
}

/** A personal access token, made as whoever the cookie is. @returns the secret and its row */
export async function makeToken(
  { url }: { url: string },
  cookie: string,
  input: NewToken = { name: "e2e" },
): Promise<MadeToken> {
  const response = await fetch(`${url}/api/tokens`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify(input),
  });
  if (response.status !== 201)
    throw new Error(`no token was made: ${response.status} ${await response.text()}`);
  const made = (await response.json()) as MadeToken;
  noteSecret("a personal access token", made.token);
  return made;
}
