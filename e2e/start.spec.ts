import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import {
  ADMIN,
  databasePid,
  discard,
  freePort,
  isAlive,
  processesOf,
  type Roadstead,
  signInByApi,
  spawnRoadstead,
  startRoadstead,
} from "./roadstead";
import { CTRL_C, CTRL_D, ENTER, openTerminal, type Terminal } from "./terminal";

const run = promisify(execFile);
let roadstead: Roadstead | undefined;

test.afterEach(async () => {
  await discard(roadstead);
  roadstead = undefined;
});

const ended = (instance: Roadstead) =>
  new Promise<number | null>((resolve) => instance.process.once("close", resolve));

test("the first admin comes from the settings and can sign in at once", async () => {
  roadstead = await startRoadstead();
  expect(await signInByApi(roadstead)).toMatch(/^roadstead\.session_token=/);
  await expect.poll(() => roadstead?.output()).toContain(`Roadstead is at ${roadstead.url}`);
  expect(roadstead.output()).not.toContain(ADMIN.password);
});

test("without a terminal or settings the one command that makes the first admin is told, and works", async () => {
  roadstead = await startRoadstead({
    env: { ROADSTEAD_ADMIN_EMAIL: undefined, ROADSTEAD_ADMIN_PASSWORD: undefined },
  });
  await expect.poll(() => roadstead?.output(), { timeout: 20_000 }).toContain("npm run first-admin");
  const env = { ...process.env, PORT: String(roadstead.port), ROADSTEAD_DATA_DIR: roadstead.dataDir };
  const answering = run(process.execPath, ["scripts/first-admin.mjs"], { env });
  answering.child.stdin?.end(["Maren", ADMIN.email, ADMIN.password, ADMIN.password, ""].join("\n"));
  expect((await answering).stdout).toContain(`Sign in as ${ADMIN.email}`);
  expect(await signInByApi(roadstead)).toMatch(/^roadstead\.session_token=/);
});

test("Ctrl-C ends cleanly and leaves no process behind", async () => {
  roadstead = await startRoadstead();
  const database = await databasePid(roadstead.dataDir);
  expect(database).toBeDefined();
  expect(await roadstead.stop()).toBe(0);
  expect(isAlive(database ?? 0)).toBe(false);
});

// Two moments at which something half-made could stay behind: the cluster being made, and the server coming up.
for (const [moment, sign] of [
  ["while the database is made", "database"],
  ["while the database starts", path.join("database", "18", "postmaster.pid")],
] as const) {
  test(`Ctrl-C ${moment} leaves no process behind, and the next start works`, async () => {
    const early = await spawnRoadstead();
    await expect.poll(() => existsSync(path.join(early.dataDir, sign)), { intervals: [10] }).toBe(true);
    await early.stop();
    expect(await processesOf(early.dataDir)).toEqual([]);
    roadstead = await startRoadstead({ dataDir: early.dataDir });
    expect(await signInByApi(roadstead)).toMatch(/^roadstead\.session_token=/);
  });
}

test.describe("in a terminal", () => {
  let dataDir: string;
  let terminal: Terminal | undefined;
  test.beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), "roadstead-e2e-"));
  });
  test.afterEach(async () => {
    terminal?.process.kill("SIGKILL");
    await expect.poll(() => processesOf(dataDir)).toEqual([]);
    await rm(dataDir, { recursive: true, force: true });
  });
  const shows = (text: string) =>
    expect.poll(() => terminal?.screen(), { timeout: 60_000, intervals: [50] }).toContain(text);

  test("the first admin is guided, and the password is never shown", async () => {
    terminal = await openTerminal("npm start", dataDir);
    await shows("Your name:");
    terminal.type(`Maren${ENTER}`);
    await shows("E-mail:");
    terminal.type(`nobody${ENTER}`);
    await shows("Password");
    terminal.type(`short${ENTER}`);
    await shows("again:");
    terminal.type(`short${ENTER}`);
    await shows("Write an e-mail address, such as maren@example.org.");
    await shows("Use 8 to 128 characters.");
    // All answers at once, as when they are pasted.
    terminal.type(["Maren", ADMIN.email, ADMIN.password, ADMIN.password, ""].join(ENTER));
    await shows(`Done. Sign in as ${ADMIN.email}.`);
    expect(terminal.screen()).not.toContain("short");
    expect(terminal.screen()).not.toContain(ADMIN.password);
    expect(await signInByApi(terminal)).toMatch(/^roadstead\.session_token=/);
    terminal.type(CTRL_C);
    await terminal.ended;
    await expect.poll(() => processesOf(dataDir)).toEqual([]);
  });

  test("who closes the questions can answer them later", async () => {
    terminal = await openTerminal("node scripts/start.mjs", dataDir);
    await shows("Your name:");
    terminal.type(CTRL_D);
    await shows("No admin was made. Make one later with: npm run first-admin");
    expect((await fetch(`${terminal.url}/api/health`)).status).toBe(200);
    terminal.type(CTRL_C);
    expect(await terminal.ended).toBe(0);
  });

  test("Ctrl-C at a question ends everything", async () => {
    terminal = await openTerminal("node scripts/start.mjs", dataDir);
    await shows("Your name:");
    terminal.type(CTRL_C);
    expect(await terminal.ended).toBe(0);
    expect(await processesOf(dataDir)).toEqual([]);
  });

  test("closing the window ends everything", async () => {
    terminal = await openTerminal("node scripts/start.mjs", dataDir);
    await shows("Your name:");
    terminal.process.kill("SIGKILL");
    await expect.poll(() => processesOf(dataDir)).toEqual([]);
  });
});

test("a second start on the same port says where Roadstead runs already", async () => {
  roadstead = await startRoadstead();
  const second = await spawnRoadstead({ dataDir: roadstead.dataDir, port: roadstead.port });
  expect(await ended(second)).toBe(1);
  expect(second.output()).toContain(`Roadstead is running already, at ${roadstead.url}`);
  expect((await fetch(`${roadstead.url}/api/health`)).status).toBe(200);
});

test("a port that another program holds is named, with the way round", async () => {
  const { createServer } = await import("node:net");
  const port = await freePort();
  const other = createServer((socket) => socket.destroy()).listen(port, "127.0.0.1");
  const refused = await spawnRoadstead({ port });
  expect(await ended(refused)).toBe(1);
  expect(refused.output()).toContain(`Port ${port} is used by another program`);
  other.close();
  await discard(refused);
});

test("wrong settings are told all at once before anything is started", async () => {
  const refused = await spawnRoadstead({
    env: { DATABASE_URL: "mysql://x", ROADSTEAD_PUBLIC_URL: "nowhere" },
  });
  expect(await ended(refused)).toBe(2);
  expect(refused.output()).toContain("DATABASE_URL must look like postgres://");
  expect(refused.output()).toContain("ROADSTEAD_PUBLIC_URL must be a full address");
  await discard(refused);
});

test("a database left running by a kill -9 is adopted, with everything in it", async () => {
  const first = await startRoadstead();
  const database = await databasePid(first.dataDir);
  await first.kill();
  expect(await databasePid(first.dataDir)).toBe(database);
  roadstead = await startRoadstead({ dataDir: first.dataDir });
  expect(await databasePid(roadstead.dataDir)).toBe(database);
  expect(await signInByApi(roadstead)).toMatch(/^roadstead\.session_token=/);
});

test("two processes share one data folder, and the database goes with the last", async () => {
  roadstead = await startRoadstead();
  const second = await startRoadstead({ dataDir: roadstead.dataDir });
  const database = await databasePid(roadstead.dataDir);
  await roadstead.stop();
  expect(await signInByApi(second)).toMatch(/^roadstead\.session_token=/);
  await second.stop();
  expect(isAlive(database ?? 0)).toBe(false);
});

test("without an engine it serves all the same and says what installs one", async () => {
  roadstead = await startRoadstead({ env: { DOCKER_HOST: "unix:///nowhere/docker.sock" } });
  const cookie = await signInByApi(roadstead);
  const info = await (await fetch(`${roadstead.url}/api/system/info`, { headers: { cookie } })).json();
  expect(info.engine).toMatchObject({ state: "missing", installCommand: expect.stringContaining("install") });
  await expect.poll(() => roadstead?.output(), { timeout: 20_000 }).toContain("No container engine answers");
});
