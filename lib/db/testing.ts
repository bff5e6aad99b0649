import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, inject } from "vitest";
import { closeDatabase, openDatabase } from "./client";

/** Gives the test file a fresh, migrated database of its own, open before its first test. Call it at top level. */
export function givenDatabase(): { url: () => string } {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const url = new URL(inject("databaseUrl"));
  const template = url.pathname.slice(1);
  const admin = postgres(Object.assign(new URL(url), { pathname: "/postgres" }).href, {
    max: 1,
    onnotice: () => {},
  });
  url.pathname = `/${name}`;

  beforeAll(async () => {
    process.env.ROADSTEAD_DATA_DIR = inject("dataDir");
    await admin.unsafe(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
    await openDatabase(url.href);
  });
  afterAll(async () => {
    await closeDatabase();
    await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  });
  return { url: () => url.href };
}
