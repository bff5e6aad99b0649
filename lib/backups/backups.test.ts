import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { givenInstalled, memoryEngine, WEB } from "@/lib/deployments/change/testing";
import { givenWorkers, untilEnded } from "@/lib/deployments/testing";
import type { Engine } from "@/lib/engine/engine";
import { stopProject } from "@/lib/projects";
import { useEngine as giveEngine, LABELS } from "@/lib/servers";
import { createBackup } from "./create";
import { listBackups } from "./list";
import { deleteBackup } from "./remove";
import { backups } from "./table";
import {
  DATABASE,
  DB_SERVICE,
  givenBackupWorkers,
  givenDestination,
  untilBackup,
  untilOver,
} from "./testing";

givenDatabase();
const givenWorker = givenWorkers();
const givenBackups = givenBackupWorkers();
let engine: ReturnType<typeof memoryEngine>;
beforeEach(async () => {
  await db().delete(backups);
  engine = memoryEngine({ "db:1": { ...DATABASE, writes: [{ path: "/db/rows", content: "rows" }] } });
  giveEngine(engine);
});

/** An app that serves, and a folder for its backups. */
async function given(services: Parameters<typeof givenInstalled>[0] = [WEB, DB_SERVICE], more = {}) {
  const installed = await givenInstalled(services, more);
  await givenWorker({ engine: async () => engine });
  expect(await untilEnded(installed.first)).toMatchObject({ state: "ready" });
  return { ...installed, destination: await givenDestination(installed.owner) };
}
const statesOf = async (projectId: string) =>
  Object.fromEntries(
    (await engine.listContainers({ [LABELS.project]: projectId })).map(({ labels, state }) => [
      labels[LABELS.service],
      state,
    ]),
  );
/** The engine, and what was asked of it in which order. */
function watched(asked: string[], more: Partial<Engine> = {}): Engine {
  return {
    ...engine,
    stopContainer: async (...args) => {
      asked.push("stop");
      await engine.stopContainer(...args);
    },
    startContainer: async (id) => {
      asked.push("start");
      await engine.startContainer(id);
    },
    copyVolume: async (...args) => {
      asked.push(`copy ${args[0].split("_").at(-1)}`);
      await engine.copyVolume(...args);
    },
    async *readVolume(...args) {
      asked.push("read");
      yield* engine.readVolume(...args);
    },
    async *execStream(...args) {
      asked.push(args[1].join(" "));
      yield* engine.execStream(...args);
    },
    ...more,
  };
}
const leftovers = async () => ({
  volumes: (await engine.listVolumes({})).filter(({ labels }) => labels[LABELS.backup]).length,
});

test("a backup holds files and dumps, is read back, and stops who writes files only while those are copied", async () => {
  const { owner, project, destination } = await given();
  const asked: string[] = [];
  await givenBackups({ engine: async () => watched(asked) });
  const { id } = await createBackup(owner, { projectId: project.id });
  expect(await untilOver(id)).toMatchObject({
    ...{ state: "verified", reason: null, stopped: [], trigger: "manual" },
    parts: [
      { kind: "dump", name: "db", bytes: "dump of rows".length },
      { kind: "volume", name: "data", files: 1 },
    ],
  });
  expect(asked).toEqual(["stop", "copy data", "dump", "start", "read"]);
  expect(await statesOf(project.id)).toEqual({ web: "running", db: "running" });
  expect(await leftovers()).toEqual({ volumes: 0 });
  const { data } = await listBackups(owner, { projectId: project.id });
  const file = path.join(destination.folder, owner.organizationId, data[0]?.file ?? "");
  expect((await readFile(file)).length).toBe(data[0]?.sizeBytes);
});

test("a second wish is answered with the backup under way, not with another one", async () => {
  const { owner, project } = await given();
  const [one, other] = await Promise.all([
    createBackup(owner, { projectId: project.id }),
    createBackup(owner, { projectId: project.id }),
  ]);
  expect(one.id).toBe(other.id);
});

test("where copies do not fit, the services stay down until their data was read", async () => {
  const { owner, project } = await given();
  const asked: string[] = [];
  const measureVolumes = async () => ({ usedBytes: 10_000_000_000, freeBytes: 1 });
  await givenBackups({ engine: async () => watched(asked, { measureVolumes }) });
  const { id } = await createBackup(owner, { projectId: project.id });
  expect(await untilOver(id)).toMatchObject({ state: "verified" });
  expect(asked).toEqual(["stop", "dump", "read", "start"]);
  expect(await statesOf(project.id)).toEqual({ web: "running", db: "running" });
});

test("a database that is down is kept as its files", async () => {
  const { owner, project } = await given();
  await stopProject(owner, { projectId: project.id });
  await givenBackups({ engine: async () => engine });
  const { id } = await createBackup(owner, { projectId: project.id });
  expect(await untilOver(id)).toMatchObject({
    state: "verified",
    parts: [
      { kind: "volume", name: "data" },
      { kind: "volume", name: "rows" },
    ],
  });
  expect(await statesOf(project.id)).toEqual({ web: "exited", db: "exited" });
});

test("a dump that fails is told without secrets, leaves nothing, and everything runs again", async () => {
  const secrets = { web: { PASSWORD: "hunter2-hunter2" } };
  const broken = { ...DB_SERVICE, backup: { dump: ["fail"], restore: ["load"] } };
  const { owner, project, destination } = await given([WEB, broken], { secrets });
  await givenBackups({ engine: async () => engine });
  const { id } = await createBackup(owner, { projectId: project.id });
  const { state, reason } = await untilOver(id);
  expect([state, reason]).toEqual([
    "failed",
    '"fail" ended with 1 inside the container: password •••••• is wrong',
  ]);
  expect(await statesOf(project.id)).toEqual({ web: "running", db: "running" });
  expect(await leftovers()).toEqual({ volumes: 0 });
  expect(await readdir(path.join(destination.folder, owner.organizationId, project.id))).toEqual([]);
});

test("a full disk is told in words, and nothing half is kept", async () => {
  const { owner, project, destination } = await given();
  const copyVolume: Engine["copyVolume"] = async () => {
    throw Object.assign(new Error("The engine's disk is full."), { name: "EngineError", kind: "disk-full" });
  };
  await givenBackups({ engine: async () => ({ ...engine, copyVolume }) });
  const { id } = await createBackup(owner, { projectId: project.id });
  expect(await untilOver(id)).toMatchObject({ state: "failed", reason: "The engine's disk is full." });
  expect(await statesOf(project.id)).toEqual({ web: "running", db: "running" });
  await rm(destination.folder, { recursive: true });
  await writeFile(destination.folder, "in the way");
  const next = await createBackup(owner, { projectId: project.id });
  expect((await untilOver(next.id)).reason).toContain("is not a folder");
});

test("what a killed process stopped starts again, its half file goes, and the backup is made anew", async () => {
  const { owner, project, destination } = await given();
  const { id, file } = await createBackup(owner, { projectId: project.id });
  const containers = await engine.listContainers({ [LABELS.project]: project.id });
  const web = containers.find(({ labels }) => labels[LABELS.service] === "web")?.id ?? "";
  await engine.stopContainer(web, 0);
  const half = path.join(destination.folder, owner.organizationId, `${file}.part`);
  await givenHalf(half);
  const dead = { worker: "dead", leaseUntil: new Date(0), state: "copying" as const, attempts: 1 };
  await db()
    .update(backups)
    .set({ ...dead, stopped: [web] })
    .where(eq(backups.id, id));
  await expect(stopProject(owner, { projectId: project.id })).rejects.toMatchObject({ code: "PROJECT_BUSY" });
  const asked: string[] = [];
  await givenBackups({ engine: async () => watched(asked) });
  expect(await untilOver(id)).toMatchObject({ state: "verified", attempts: 2 });
  expect(asked.slice(0, 2)).toEqual(["start", "stop"]);
  expect(await readdir(path.dirname(half))).toEqual([path.basename(file)]);
});

test("one that was interrupted too often is given up, and what it stopped runs", async () => {
  const { owner, project } = await given();
  const { id } = await createBackup(owner, { projectId: project.id });
  const [web] = await engine.listContainers({ [LABELS.project]: project.id });
  await engine.stopContainer(web?.id ?? "", 0);
  const dead = { worker: "dead", leaseUntil: new Date(0), state: "copying" as const, attempts: 3 };
  await db()
    .update(backups)
    .set({ ...dead, stopped: [web?.id ?? ""] })
    .where(eq(backups.id, id));
  await givenBackups({ engine: async () => engine });
  expect(await untilOver(id)).toMatchObject({
    state: "failed",
    reason: expect.stringContaining("interrupted 3 times"),
  });
  expect(await statesOf(project.id)).toEqual({ web: "running", db: "running" });
});

test("a worker that stops starts what it stopped, and the next one makes the backup", async () => {
  const { owner, project } = await given();
  let reached = () => {};
  const copying = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const copyVolume: Engine["copyVolume"] = async (_from, _to, { signal }) => {
    reached();
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const worker = await givenBackups({ engine: async () => ({ ...engine, copyVolume }) });
  const { id } = await createBackup(owner, { projectId: project.id });
  await copying;
  expect(await statesOf(project.id)).toEqual({ web: "exited", db: "running" });
  await worker.stop();
  expect(await statesOf(project.id)).toEqual({ web: "running", db: "running" });
  await givenBackups({ engine: async () => engine });
  expect(await untilOver(id)).toMatchObject({ state: "verified" });
});

test("a file that comes back as something else is no backup", async () => {
  const { owner, project, destination } = await given();
  const { id, file } = await createBackup(owner, { projectId: project.id });
  const where = path.join(destination.folder, owner.organizationId, file);
  const dead = { worker: "dead", leaseUntil: new Date(0), state: "verifying" as const, attempts: 1 };
  await givenHalf(where);
  await db()
    .update(backups)
    .set({ ...dead, parts: [] })
    .where(eq(backups.id, id));
  await givenBackups({ engine: async () => engine });
  expect(await untilOver(id)).toMatchObject({
    state: "failed",
    reason: "The backup is damaged, incomplete, or was made under another key.",
  });
});

test("a place of another organization is not there", async () => {
  const { project, owner } = await given();
  const foreign = await givenDestination(await givenOwner());
  const asked = createBackup(owner, { projectId: project.id, destinationId: foreign.id });
  await expect(asked).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a deleted backup takes its file along; one under way stays", async () => {
  const { owner, project, destination } = await given();
  await givenBackups({ engine: async () => engine });
  const { id } = await createBackup(owner, { projectId: project.id });
  await untilOver(id);
  await deleteBackup(owner, { backupId: id });
  expect(await readdir(path.join(destination.folder, owner.organizationId, project.id))).toEqual([]);
  expect((await listBackups(owner, {})).data).toEqual([]);
  const next = await createBackup(owner, { projectId: project.id });
  await untilBackup(next.id, ({ state }) => state !== "queued");
});

async function givenHalf(file: string): Promise<void> {
  const { mkdir } = await import("node:fs/promises");
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, "half of something");
}
