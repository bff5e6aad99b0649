import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { sqlClient } from "./client";
import { migrateDatabase } from "./migrate";
import { givenDatabase } from "./testing";

const database = givenDatabase();
let folder: string | undefined;

afterEach(async () => {
  if (folder) await rm(folder, { recursive: true });
});

async function givenMigrations(
  change: (entries: { when: number; tag: string; idx: number }[]) => void,
): Promise<string> {
  folder = await mkdtemp(path.join(tmpdir(), "roadstead-migrations-"));
  await cp("drizzle", folder, { recursive: true });
  const file = path.join(folder, "meta", "_journal.json");
  const journal = JSON.parse(await readFile(file, "utf8"));
  change(journal.entries);
  await writeFile(file, JSON.stringify(journal));
  return folder;
}

const tables = async () =>
  (
    await sqlClient()`SELECT count(*)::int AS count FROM information_schema.tables WHERE table_schema = 'public'`
  )[0]?.count;

test("migrating a migrated database changes nothing, also when two processes start together", async () => {
  const before = await tables();
  await Promise.all([migrateDatabase(database.url()), migrateDatabase(database.url())]);
  expect(await tables()).toBe(before);
});

test("a failing migration leaves nothing of itself behind and is named", async () => {
  const before = await tables();
  const migrations = await givenMigrations((entries) => {
    entries.push({ ...entries[0], idx: 99, when: Date.now(), tag: "9999_broken" } as never);
  });
  await writeFile(
    path.join(migrations, "9999_broken.sql"),
    "CREATE TABLE half (id int);--> statement-breakpoint\nSELECT broken;",
  );
  await expect(migrateDatabase(database.url(), migrations)).rejects.toThrow();
  expect(await tables()).toBe(before);
});

test("a database that a newer version has used is refused, with the way out", async () => {
  const older = await givenMigrations((entries) => {
    for (const entry of entries) entry.when = 1;
  });
  await expect(migrateDatabase(database.url(), older)).rejects.toThrow(/used by a newer Roadstead/);
});
