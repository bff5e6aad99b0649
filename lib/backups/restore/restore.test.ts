import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { dataIn, givenInstalled, memoryEngine, update, WEB } from "@/lib/deployments/change/testing";
import { deployProject } from "@/lib/deployments/deploy";
import { deployments } from "@/lib/deployments/table";
import { givenWorkers, textsOf, untilEnded } from "@/lib/deployments/testing";
import type { ImageScript } from "@/lib/engine/memory/image-script";
import { projectRecord } from "@/lib/projects/on-project";
import { deleteProject } from "@/lib/projects/remove";
import { projectConnections, projects } from "@/lib/projects/table";
import { openVariable, readVariables, writeVariables } from "@/lib/projects/variables/stored";
import { useEngine as giveEngine, LABELS } from "@/lib/servers";
import { createBackup } from "../create";
import { showBackupKey } from "../show-key";
import { backups } from "../table";
import { DATABASE, DB_SERVICE, givenBackupWorkers, givenDestination, untilOver } from "../testing";
import { restoreBackup } from "./restore";
import { unpackBackup } from "./unpack";

givenDatabase();
const givenWorker = givenWorkers();
const givenBackups = givenBackupWorkers();
let engine: ReturnType<typeof memoryEngine>;
let isRefusing = false;
const FUSSY: ImageScript = {
  ...DATABASE,
  pipe: (argv, input, files) =>
    isRefusing && argv[0] === "load"
      ? { exitCode: 3, stdout: "", stderr: "the dump is not for me" }
      : DATABASE.pipe?.(argv, input, files),
};
beforeEach(() => {
  isRefusing = false;
  engine = memoryEngine({ "db:1": FUSSY });
  giveEngine(engine);
});

const SECRETS = { web: { PASSWORD: "the password of then" } };

/** An app that serves, with rows in its database, and a verified backup of it. */
async function given(more: Parameters<typeof givenInstalled>[1] = { secrets: SECRETS }) {
  const installed = await givenInstalled([{ ...WEB, dependsOn: ["db"] }, DB_SERVICE], more);
  await givenWorker({ engine: async () => engine });
  expect(await untilEnded(installed.first)).toMatchObject({ state: "ready" });
  await write(installed.project.id, "rows of then");
  const destination = await givenDestination(installed.owner);
  await givenBackups({ engine: async () => engine });
  const backup = await createBackup(installed.owner, { projectId: installed.project.id });
  expect(await untilOver(backup.id)).toMatchObject({ state: "verified" });
  return { ...installed, destination, backupId: backup.id };
}

/** What the database of a project holds becomes this. */
async function write(projectId: string, rows: string): Promise<void> {
  async function* input() {
    yield Buffer.from(rows);
  }
  const { signal } = new AbortController();
  for await (const _ of engine.execStream(await databaseOf(projectId), ["load"], { signal, input: input() }));
}
async function rowsOf(projectId: string): Promise<string> {
  const { stdout } = await engine.exec(await databaseOf(projectId), ["cat", "/db/rows"], {
    timeoutMs: 1_000,
  });
  return stdout;
}
async function databaseOf(projectId: string): Promise<string> {
  const labels = { [LABELS.project]: projectId, [LABELS.service]: "db" };
  return (await engine.listContainers(labels))[0]?.id ?? "";
}

test("a restore makes the project what it was: version, variables and data", async () => {
  const { owner, project, backupId } = await given();
  expect(await untilEnded(await update(owner, project.id, "web:2"))).toMatchObject({ state: "ready" });
  await write(project.id, "rows of now");
  const changed = { service: "web", key: "PASSWORD", text: "another", secret: true, source: "user" as const };
  await db().transaction((tx) => writeVariables(tx, project.id, [changed, { ...changed, key: "NEW" }]));
  const { deploymentId, projectId } = await restoreBackup(owner, { backupId });
  expect(projectId).toBe(project.id);
  expect(await untilEnded(deploymentId)).toMatchObject({ state: "ready", trigger: "restore", reason: null });
  expect(await rowsOf(project.id)).toBe("rows of then");
  expect(await dataIn(engine, project.slug)).toBe("1");
  expect((await projectRecord(project.id)).definition.services[0]?.image).toBe("web:1");
  const variables = (await readVariables(project.id)).map(openVariable);
  expect(variables.map(({ key, text }) => [key, text])).toEqual([["PASSWORD", "the password of then"]]);
  const words = await textsOf(deploymentId);
  expect(words).toContain("db has its data back");
  expect(words.indexOf("db has its data back")).toBeLessThan(words.indexOf("Starting web"));
});

test("a restore that fails leaves the project and its data as they were", async () => {
  const { owner, project, backupId } = await given();
  await write(project.id, "rows of now");
  isRefusing = true;
  const { deploymentId } = await restoreBackup(owner, { backupId });
  const ended = await untilEnded(deploymentId);
  expect(ended).toMatchObject({
    state: "rolled_back",
    reason: expect.stringContaining("the dump is not for me"),
  });
  expect(await rowsOf(project.id)).toBe("rows of now");
});

test("a new project has the data, secrets and addresses of its own, and the first one goes on", async () => {
  const { owner, project, backupId } = await given();
  await write(project.id, "rows of now");
  const made = await restoreBackup(owner, { backupId, as: "Second harbour" });
  expect(made.projectId).not.toBe(project.id);
  expect(await untilEnded(made.deploymentId)).toMatchObject({ state: "ready", reason: null });
  expect([await rowsOf(made.projectId), await rowsOf(project.id)]).toEqual(["rows of then", "rows of now"]);
  const second = await projectRecord(made.projectId);
  expect([second.name, second.slug]).toEqual(["Second harbour", "second-harbour"]);
  const variables = (await readVariables(made.projectId)).map(openVariable);
  expect(variables.map(({ text }) => text)).toEqual(["the password of then"]);
  await expect(restoreBackup(owner, { backupId, as: "Second harbour" })).rejects.toMatchObject({
    code: "PROJECT_NAME_TAKEN",
  });
});

test("a new project whose restore failed never begins empty: the next deployment brings the data, and later ones none", async () => {
  const { owner, backupId } = await given();
  isRefusing = true;
  const made = await restoreBackup(owner, { backupId, as: "Second harbour" });
  const failed = await untilEnded(made.deploymentId);
  expect([failed.state, failed.reason]).toEqual([
    "failed",
    expect.stringContaining("the dump is not for me"),
  ]);
  isRefusing = false;
  const { projectId } = made;
  const again = await deployProject(owner, { projectId, trigger: "retry" });
  expect(await untilEnded(again.deploymentId)).toMatchObject({ state: "ready", trigger: "restore" });
  expect(await rowsOf(projectId)).toBe("rows of then");
  await write(projectId, "rows since");
  const later = await deployProject(owner, { projectId });
  expect(await untilEnded(later.deploymentId)).toMatchObject({ state: "ready", trigger: "manual" });
  expect(await rowsOf(projectId)).toBe("rows since");
});

test("a backup outlives its project, and makes a new one", async () => {
  const { owner, project, backupId } = await given();
  await deleteProject(owner, {
    projectId: project.id,
    deleteVolumes: [`${project.slug}_data`, `${project.slug}_rows`],
  });
  await expect(restoreBackup(owner, { backupId })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  const made = await restoreBackup(owner, { backupId, as: "Back again" });
  expect(await untilEnded(made.deploymentId)).toMatchObject({ state: "ready" });
  expect(await rowsOf(made.projectId)).toBe("rows of then");
});

test("with the key alone a backup opens where the instance is lost", async () => {
  const { owner, destination } = await given();
  const [row] = await db().select().from(backups).where(eq(backups.organizationId, owner.organizationId));
  const file = path.join(destination.folder, owner.organizationId, row?.file ?? "");
  await expect(showBackupKey(owner, {})).rejects.toMatchObject({ code: "FORBIDDEN" });
  const key = Buffer.from((await showBackupKey({ ...owner, instanceAdmin: true }, {})).key, "base64url");
  const opened = path.join(destination.folder, "opened");
  expect(await unpackBackup(key, file, opened)).toEqual(["manifest.json", "dump-db", "volume-data.tar"]);
  expect(await readFile(path.join(opened, "dump-db"), "utf8")).toBe("dump of rows of then");
  expect(await readFile(path.join(opened, "manifest.json"), "utf8")).toContain("the password of then");
  await expect(unpackBackup(randomBytes(32), file, `${opened}-2`)).rejects.toMatchObject({
    name: "SealBroken",
  });
});

test("projects that keep data in it have to be named before it goes back in time", async () => {
  const { owner, project, backupId } = await given();
  const { project: user } = await givenInstalled([WEB]);
  await db()
    .update(projects)
    .set({ organizationId: owner.organizationId, name: "Blog" })
    .where(eq(projects.id, user.id));
  await db().insert(projectConnections).values({
    projectId: user.id,
    requirementId: "db",
    sourceProjectId: project.id,
    provideId: "db",
    mode: "internal",
  });
  await expect(restoreBackup(owner, { backupId })).rejects.toMatchObject({
    code: "PROJECT_IN_USE",
    message: expect.stringContaining("Blog keeps data in"),
  });
  const { deploymentId } = await restoreBackup(owner, { backupId, confirm: ["Blog"] });
  expect(await untilEnded(deploymentId)).toMatchObject({ state: "ready" });
});

test("a file that is damaged, or another backup's, is refused and changes nothing", async () => {
  const { owner, project, destination, backupId } = await given();
  const again = await createBackup(owner, { projectId: project.id });
  const { file: other } = await untilOver(again.id);
  const [row] = await db().select().from(backups).where(eq(backups.id, backupId));
  const fileOf = (name: string) => path.join(destination.folder, owner.organizationId, name);
  const bytes = await readFile(fileOf(row?.file ?? ""));
  const count = async () => (await db().select().from(deployments)).length;
  const before = await count();
  await writeFile(fileOf(row?.file ?? ""), await readFile(fileOf(other)));
  await expect(restoreBackup(owner, { backupId })).rejects.toMatchObject({ code: "BACKUP_NOT_USABLE" });
  await writeFile(fileOf(row?.file ?? ""), "nothing");
  await expect(restoreBackup(owner, { backupId })).rejects.toMatchObject({ code: "BACKUP_NOT_USABLE" });
  expect(await count()).toBe(before);
  // Cut off behind the manifest: the deployment notices, and gives the data back.
  await write(project.id, "rows of now");
  await writeFile(fileOf(row?.file ?? ""), bytes.subarray(0, -1));
  const restored = await restoreBackup(owner, { backupId }).catch((error) => error.code);
  if (typeof restored === "string") expect(restored).toBe("BACKUP_NOT_USABLE");
  else expect(await untilEnded(restored.deploymentId)).toMatchObject({ state: "rolled_back" });
  expect(await rowsOf(project.id)).toBe("rows of now");
});
