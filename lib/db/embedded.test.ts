import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openEmbeddedDatabase } from "./embedded";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "roadstead-embedded-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const lockFile = () => readFile(path.join(dataDir, "database", "18", "postmaster.pid"), "utf8");
const serverPid = async () => Number((await lockFile()).split("\n")[0]);

async function ask(url: string): Promise<unknown> {
  const sql = postgres(url, { max: 1 });
  const rows = await sql`SELECT current_database() AS name`;
  await sql.end();
  return rows[0]?.name;
}

test("the first use makes a database that only this machine and its password reach", async () => {
  const database = await openEmbeddedDatabase(dataDir);
  expect(await ask(database.url)).toBe("roadstead");
  const wrong = new URL(database.url);
  wrong.password = "guess";
  await expect(ask(wrong.href)).rejects.toThrow(/password authentication failed/);
  expect(new URL(database.url).hostname).toBe("127.0.0.1");
  expect((await stat(path.join(dataDir, "secrets", "database-password"))).mode & 0o777).toBe(0o600);
  await database.release();
});

test("the last user stops the database, not the first", async () => {
  const one = await openEmbeddedDatabase(dataDir);
  const two = await openEmbeddedDatabase(dataDir);
  const pid = await serverPid();
  await one.release();
  expect(await ask(two.url)).toBe("roadstead");
  await two.release();
  expect(() => process.kill(pid, 0)).toThrow();
});

test("two processes starting at the same moment share one database", async () => {
  const both = await Promise.all([openEmbeddedDatabase(dataDir), openEmbeddedDatabase(dataDir)]);
  expect(new Set(both.map((database) => new URL(database.url).port)).size).toBe(1);
  for (const database of both) await database.release();
});

test("a database left running by a killed process is adopted, with its data", async () => {
  const script = `
    const { openEmbeddedDatabase } = await import("./lib/db/embedded.ts");
    const { url } = await openEmbeddedDatabase(${JSON.stringify(dataDir)});
    const { default: postgres } = await import("postgres");
    await postgres(url)\`CREATE TABLE kept (id int)\`;
    process.kill(process.pid, "SIGKILL");`;
  const child = spawnSync(process.execPath, [
    "--import",
    "./scripts/typescript.mjs",
    "--input-type=module",
    "-e",
    script,
  ]);
  expect(child.signal, String(child.stderr)).toBe("SIGKILL");
  const pid = await serverPid();
  const database = await openEmbeddedDatabase(dataDir);
  expect(await serverPid()).toBe(pid);
  const sql = postgres(database.url, { max: 1 });
  expect(await sql`SELECT count(*)::int AS count FROM kept`).toEqual([{ count: 0 }]);
  await sql.end();
  await database.release();
  expect(() => process.kill(pid, 0)).toThrow();
});

test("a database whose server was killed comes back with what was committed", async () => {
  const first = await openEmbeddedDatabase(dataDir);
  const sql = postgres(first.url, { max: 1 });
  await sql`CREATE TABLE kept AS SELECT 1 AS id`;
  await sql.end();
  process.kill(await serverPid(), "SIGKILL");
  await first.release().catch(() => {});
  const again = await openEmbeddedDatabase(dataDir);
  const read = postgres(again.url, { max: 1 });
  expect(await read`SELECT id FROM kept`).toEqual([{ id: 1 }]);
  await read.end();
  await again.release();
});
