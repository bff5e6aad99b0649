import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach } from "vitest";
import { db } from "@/lib/db/client";
import { connectDocker, type Engine } from "@/lib/engine";
import { testEngineAddress } from "@/lib/engine/docker/testing";
import { installationId, LABELS } from "@/lib/servers";
import { deployments } from "../table";

/** The real engine of the suite; all that this file's installation made on it is gone after the file. */
export function givenRealEngine(): Engine {
  const engine = connectDocker(testEngineAddress());
  afterAll(async () => {
    const labels = { [LABELS.installation]: await installationId() };
    const containers = await engine.listContainers(labels);
    await Promise.all(containers.map(({ id }) => engine.removeContainer(id)));
    const networks = await engine.listNetworks(labels);
    await Promise.all(networks.map(({ name }) => engine.removeNetwork(name)));
    for (const { name } of await engine.listVolumes(labels)) await engine.removeVolume(name);
    for (const { id } of await engine.listImages(labels)) await engine.removeImage(id);
  });
  return engine;
}

/** A port of this machine that nobody holds. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The real engine behind a socket that can be cut, and that holds requests back. Ends with the test. */
export async function givenWire() {
  const folder = await mkdtemp(path.join(tmpdir(), "roadstead-wire-"));
  const socketPath = path.join(folder, "engine.sock");
  const open = new Set<Socket>();
  let holding: { pattern: RegExp; reached: () => void } | undefined;
  const held = new Set<() => void>();
  const server = createServer((near) => {
    open.add(near.on("error", () => {}).on("close", () => open.delete(near)));
    near.once("data", (first) => {
      const pass = () => {
        // Whoever asked has given up.
        if (near.destroyed) return;
        const far = connectToEngine();
        open.add(far.on("error", () => near.destroy()).on("close", () => open.delete(far)));
        // Whoever goes away in the middle of an answer is gone for the engine too.
        near.on("close", () => near.readableEnded || far.destroy());
        far.write(first);
        near.pipe(far).pipe(near);
      };
      if (!holding?.pattern.test(first.toString("latin1").split("\r\n", 1)[0] ?? "")) return pass();
      held.add(pass);
      near.pause();
      holding.reached();
    });
  });
  const listen = () => new Promise<void>((resolve) => server.listen(socketPath, resolve));
  const cut = async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  await listen();
  endings.push(async () => {
    await cut();
    await rm(folder, { recursive: true });
  });
  return {
    address: `unix://${socketPath}`,
    cut,
    mend: listen,
    /** Requests whose first line fits wait until `release`. @returns once the first one came */
    hold: (pattern: RegExp) =>
      new Promise<void>((reached, reject) => {
        const timer = setTimeout(() => reject(new Error(`No request ${pattern} came.`)), 60_000);
        const found = () => {
          clearTimeout(timer);
          reached();
        };
        holding = { pattern, reached: found };
      }),
    /** Nothing is held back any more, and what was goes on. */
    release() {
      holding = undefined;
      for (const pass of held) pass();
      held.clear();
    },
  };
}

function connectToEngine(): Socket {
  const address = new URL(testEngineAddress().replace(/^tcp:/, "http:"));
  return address.protocol === "unix:"
    ? createConnection(address.pathname)
    : createConnection(Number(address.port), address.hostname);
}

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

const PROGRAM = `
  import { openBackupWorker } from "@/lib/backups/run/worker";
  import { openDatabase } from "@/lib/db/client";
  import { openWorker } from "@/lib/deployments/worker";
  await openDatabase(process.env.WORKER_DATABASE);
  await openWorker({ limits: JSON.parse(process.env.LIMITS) });
  await openBackupWorker();
  process.send("ready");
  setInterval(() => {}, 60_000);
`;

/** Workers for deployments and backups in a process of their own, on this database and that engine. Killed with the test at the latest. */
export async function givenWorkerProcess(databaseUrl: string, engineAddress: string, limits: object = {}) {
  const child: ChildProcess = spawn(
    process.execPath,
    ["--import", "./scripts/typescript.mjs", "--input-type=module", "--eval", PROGRAM],
    {
      env: {
        ...process.env,
        WORKER_DATABASE: databaseUrl,
        DOCKER_HOST: engineAddress,
        LIMITS: JSON.stringify(limits),
      },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    },
  );
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  endings.push(kill);
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => reject(new Error(`The worker process ended with ${code}.`)));
  });
  return { pid: child.pid, kill };
}

/** As if the time of every lease had run out: half a minute that a test need not wait. */
export async function leasesRunOut(): Promise<void> {
  await db().update(deployments).set({ leaseUntil: sql`now() - interval '1 s'` });
}
