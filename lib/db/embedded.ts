import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { databaseBinaries, databaseOwner, letThrough, type Owner } from "./embedded-binaries";

/**
 * A real PostgreSQL as a child of this installation: made on first use, shared by every process on the same data
 * folder, adopted when one was left running, and stopped with the last process.
 */

const MAJOR = "18";
const USER = "roadstead";
const START_TIMEOUT_MS = 60_000;
// Any two numbers nobody else uses: held shared by every process that uses the database.
const USERS_LOCK = [0x726f6164, 1] as const;

// Small on purpose: this database serves one machine's dashboard, and memory belongs to the apps.
const TUNING = {
  shared_buffers: "24MB",
  max_connections: "60",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "256MB",
  jit: "off",
};

export type EmbeddedDatabase = {
  url: string;
  /** Lets go of the database; stops it when this was its last user. */
  release(): Promise<void>;
};

// Messages in English, whatever the terminal speaks: we show them as they are.
const PLAIN: NodeJS.ProcessEnv = { NODE_ENV: "production", LC_ALL: "C" };

type Place = { cluster: string; log: string; binaries: string; owner: Owner | undefined; password: string };

/**
 * Starts, or joins, the embedded database below `dataDir`.
 * @throws with the last lines of the database's own log when it does not come up
 */
export async function openEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const place = await preparePlace(dataDir);
  await initialize(place);
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const running = (await findRunning(place)) ?? (await start(place));
    const joined = await join(place, running);
    if (joined) return joined;
    // It was going down while we came: its last user had just left.
    if (Date.now() > deadline) throw await startFailure(place, "did not accept connections within a minute");
    await sleep(50);
  }
}

async function preparePlace(dataDir: string): Promise<Place> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  const owner = await databaseOwner();
  if (owner) await letThrough(dataDir);
  const home = path.join(dataDir, "database");
  await mkdir(home, { recursive: true, mode: 0o700 });
  if (owner) await chown(home, owner.uid, owner.gid);
  return {
    cluster: path.join(home, MAJOR),
    log: path.join(home, "postgresql.log"),
    binaries: await databaseBinaries(dataDir, owner),
    owner,
    password: await databasePassword(dataDir),
  };
}

async function databasePassword(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, "secrets");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, "database-password");
  try {
    await writeFile(file, randomBytes(24).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return (await readFile(file, "utf8")).trim();
}

/** Makes the cluster beside its place and moves it in, so that a killed first start leaves nothing half-made. */
async function initialize(place: Place): Promise<void> {
  if (await exists(path.join(place.cluster, "PG_VERSION"))) return;
  const draft = `${place.cluster}.new-${randomBytes(6).toString("hex")}`;
  const passwordFile = `${draft}.password`;
  try {
    await writeFile(passwordFile, place.password, { mode: 0o600 });
    if (place.owner) await chown(passwordFile, place.owner.uid, place.owner.gid);
    const args = [
      "-D",
      draft,
      "-U",
      USER,
      `--pwfile=${passwordFile}`,
      "-A",
      "scram-sha-256",
      "-E",
      "UTF8",
      "--locale=C",
      "--no-sync",
    ];
    const { code, output } = await finished(place, "initdb", args);
    if (code !== 0)
      throw new Error(`The embedded database could not be made: ${output.trim().split("\n").at(-1)}`);
    await rename(draft, place.cluster).catch(async (error: NodeJS.ErrnoException) => {
      // Another process starting at the same moment was first; its cluster is as good as ours.
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

type Running = { pid: number; port: number };

/** Reads the lock file that PostgreSQL keeps: line 1 the pid, line 4 the port, line 8 its state. */
async function findRunning({ cluster }: Place): Promise<Running | undefined> {
  const lines = (await readFile(path.join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  if (!pid || lines[7]?.trim() !== "ready" || !isAlive(pid)) return undefined;
  return { pid, port: Number(lines[3]) };
}

async function start(place: Place): Promise<Running> {
  const log = await open(place.log, "a", 0o600);
  try {
    if (place.owner) await chown(place.log, place.owner.uid, place.owner.gid);
    const tuning = Object.entries(TUNING).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const args = [
      "-D",
      place.cluster,
      "-p",
      String(await freePort()),
      "-h",
      "127.0.0.1",
      "-k",
      "",
      ...tuning,
    ];
    // A group of its own: Ctrl-C in the terminal must reach us first, and let us finish.
    const child = spawn(path.join(place.binaries, "bin", "postgres"), args, {
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
      cwd: place.cluster,
      env: PLAIN,
      ...place.owner,
    });
    child.unref();
    child.on("error", () => {});
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline) {
      const running = await findRunning(place);
      if (running) return running;
      if (child.exitCode !== null) {
        // Lost a race against another process of this installation: join the winner's.
        await sleep(100);
        const winner = await findRunning(place);
        if (winner) return winner;
        if (!(await lockedByOther(place)))
          throw await startFailure(place, `ended with code ${child.exitCode}`);
      }
      await sleep(10);
    }
    throw await startFailure(place, "was not ready within a minute");
  } finally {
    await log.close();
  }
}

async function lockedByOther({ cluster }: Place): Promise<boolean> {
  const pid = Number(
    (await readFile(path.join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n")[0],
  );
  return pid > 0 && isAlive(pid);
}

/** Takes the users' lock on a connection kept for the life of this process; undefined when the database is going down. */
async function join(place: Place, running: Running): Promise<EmbeddedDatabase | undefined> {
  const address = (name: string) =>
    `postgres://${USER}:${encodeURIComponent(place.password)}@127.0.0.1:${running.port}/${name}`;
  const lease = postgres(address("postgres"), {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 5,
    onnotice: () => {},
  });
  try {
    await lease`SELECT pg_advisory_lock_shared(${USERS_LOCK[0]}, ${USERS_LOCK[1]})`;
    await createDatabase(lease);
  } catch (error) {
    await lease.end({ timeout: 1 });
    if (isGoingDown(error)) return undefined;
    throw error;
  }
  const release = async () => {
    try {
      await lease`SELECT pg_advisory_unlock_shared(${USERS_LOCK[0]}, ${USERS_LOCK[1]})`;
      const [last] = await lease`SELECT pg_try_advisory_lock(${USERS_LOCK[0]}, ${USERS_LOCK[1]}) AS alone`;
      if (last?.alone) await stop(running.pid);
    } finally {
      await lease.end({ timeout: 1 }).catch(() => {});
    }
  };
  return { url: address(USER), release };
}

async function createDatabase(lease: postgres.Sql): Promise<void> {
  const [found] = await lease`SELECT 1 FROM pg_database WHERE datname = ${USER}`;
  if (found) return;
  await lease.unsafe(`CREATE DATABASE ${USER}`).catch((error: postgres.PostgresError) => {
    if (error.code !== "42P04" && error.code !== "23505") throw error; // another process made it meanwhile
  });
}

function isGoingDown(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? "";
  return [
    "57P01",
    "57P03",
    "ECONNREFUSED",
    "ECONNRESET",
    "CONNECTION_CLOSED",
    "CONNECTION_DESTROYED",
  ].includes(code);
}

/** Fast shutdown: PostgreSQL takes SIGINT for it (PostgreSQL manual, "Shutting Down the Server"). */
async function stop(pid: number): Promise<void> {
  process.kill(pid, "SIGINT");
  for (let waited = 0; waited < 10_000 && isAlive(pid); waited += 20) await sleep(20);
}

async function startFailure(place: Place, what: string): Promise<Error> {
  const log = await readFile(place.log, "utf8").catch(() => "");
  const tail = log.trim().split("\n").slice(-5).join("\n  ");
  return new Error(`The embedded database ${what}. Its log (${place.log}) ends with:\n  ${tail}`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function exists(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    () => false,
  );
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

async function finished(
  place: Place,
  program: string,
  args: string[],
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(place.binaries, "bin", program), args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: PLAIN,
      cwd: path.dirname(place.cluster),
      ...place.owner,
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}
