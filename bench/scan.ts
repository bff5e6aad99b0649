import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { AppDefinition } from "@/lib/app-definition/schema";
import { organizations } from "@/lib/auth/table";
import { closeDatabase, db, openDatabase } from "@/lib/db/client";
import { openEmbeddedDatabase } from "@/lib/db/embedded";
import { migrateDatabase } from "@/lib/db/migrate";
import { deployments } from "@/lib/deployments/table";
import { createAsk } from "@/lib/outgoing";
import { projects } from "@/lib/projects/table";
import { AT_ONCE } from "@/lib/registry";
import { digestOf, startRegistryStub } from "@/lib/registry/testing";
import { runScan } from "@/lib/updates/scan/run-scan";

/** Comparing many projects with a registry of our own that answers slowly. */

const PROJECTS = 1_000;
const IMAGES = 300;
const ANSWER_MS = 50;
const ORGANIZATION = "org_bench";

/** @returns seconds of a first and a second scan, and by how much memory grew from the one to the other */
export async function measureScan() {
  const dataDir = await mkdtemp(path.join(tmpdir(), "roadstead-bench-scan-"));
  const database = await openEmbeddedDatabase(dataDir);
  const repositories = Array.from({ length: IMAGES }, (_, at) => `bench/app-${at}`);
  const images = Object.fromEntries(repositories.map((one) => [one, ["1.0.0", "1.0.1", "2.0.0"]]));
  const stub = await startRegistryStub({ images, answerMs: ANSWER_MS });
  try {
    await migrateDatabase(database.url);
    await openDatabase(database.url);
    await giveProjects(repositories);
    const registries = { mirrors: [stub.origin], insecure: [] };
    const access = { ask: createAsk({ allowed: [] }), registries };
    const first = await timed(() => runScan(ORGANIZATION, { access }));
    const before = await heapMb();
    const second = await timed(() => runScan(ORGANIZATION, { access }));
    const grownMb = Math.round(((await heapMb()) - before) * 10) / 10;
    return {
      ...{ projects: PROJECTS, images: IMAGES, answerMs: ANSWER_MS },
      ...{ seconds: first.seconds, againSeconds: second.seconds, grownMb },
      ...{ requests: stub.asked.length, atOnce: stub.peak(), allowedAtOnce: AT_ONCE, ...first.result },
    };
  } finally {
    stub.close();
    await closeDatabase();
    await database.release();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function timed<T>(work: () => Promise<T>) {
  const began = performance.now();
  const result = await work();
  return { result, seconds: Math.round((performance.now() - began) / 10) / 100 };
}

/** What stays after a collection; without `--expose-gc` garbage is in it too. */
async function heapMb(): Promise<number> {
  await pause(50);
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

async function giveProjects(repositories: readonly string[]): Promise<void> {
  await db().insert(organizations).values({ id: ORGANIZATION, name: "Bench", slug: "bench" });
  for (let at = 0; at < PROJECTS; at++) {
    const image = `${repositories[at % repositories.length]}:1.0.0`;
    const [number, name] = [String(at).padStart(20, "0"), `bench-${at}`];
    const definition = AppDefinition.parse({
      ...{ id: name, name, description: "Runs.", kind: "template", logo: "bench", category: "other" },
      ...{ available: true, services: [{ name: "web", image }] },
    });
    const whose = { organizationId: ORGANIZATION, createdBy: "bench" };
    const [projectId, now] = [`prj_${number}`, new Date()];
    const app = { appId: name, definition, exposures: [] };
    await db()
      .insert(projects)
      .values({ ...whose, ...app, id: projectId, name, slug: name, installedAt: now });
    const images = { web: { reference: image, digest: digestOf(image), id: "" } };
    const snapshot = { definition, slug: name, exposures: [], env: {}, files: [], images };
    const order = { projectId, number: 1, trigger: "install" as const, steps: [] };
    await db()
      .insert(deployments)
      .values({ ...whose, ...order, snapshot, id: `dep_${number}`, state: "ready", finishedAt: now });
  }
}
