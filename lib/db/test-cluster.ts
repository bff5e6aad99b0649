import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { openEmbeddedDatabase } from "./embedded";
import { migrateDatabase } from "./migrate";

declare module "vitest" {
  export interface ProvidedContext {
    databaseUrl: string;
    dataDir: string;
  }
}

/** One embedded PostgreSQL for a whole test run, with a migrated template that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "roadstead-test-"));
  const cluster = await openEmbeddedDatabase(dataDir);
  await migrateDatabase(cluster.url);
  const admin = postgres(cluster.url, { max: 1, onnotice: () => {} });
  await admin.unsafe("ALTER SYSTEM SET fsync = off");
  await admin.unsafe("SELECT pg_reload_conf()");
  await admin.end();
  project.provide("databaseUrl", cluster.url);
  project.provide("dataDir", dataDir);
  return async () => {
    await cluster.release();
    await rm(dataDir, { recursive: true, force: true });
  };
}
