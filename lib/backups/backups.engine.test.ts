import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { LIMITS } from "@/lib/deployments/run/limits";
import { givenRealEngine, givenWire, givenWorkerProcess, leasesRunOut } from "@/lib/deployments/run/testing";
import { givenProject, givenQueued, givenWorkers, untilEnded } from "@/lib/deployments/testing";
import { useEngine as giveEngine, LABELS } from "@/lib/servers";
import { createBackup } from "./create";
import { restoreBackup } from "./restore/restore";
import { backups } from "./table";
import { givenBackupWorkers, givenDestination, untilBackup, untilOver } from "./testing";

const database = givenDatabase();
const engine = givenRealEngine();
giveEngine(engine);
const givenWorker = givenWorkers();
const givenBackups = givenBackupWorkers();
const limits = { ...LIMITS, settleMs: 500, watchMs: 1_500 };

const WEB = {
  ...{ name: "web", image: "busybox:1.36.1", volumes: ["kept:/kept"], dependsOn: ["db"] },
  commandArgv: ["sleep", "100000"],
  stopGracePeriod: "1s",
};
/** Without the database. */
const ALONE = { ...WEB, dependsOn: [] };
const DB = {
  ...{ name: "db", image: "postgres:18.6", volumes: ["rows:/var/lib/postgresql"] },
  environment: { POSTGRES_USER: "harbour", POSTGRES_DB: "harbour" },
  healthcheck: {
    test: "pg_isready -q -h 127.0.0.1 -U harbour -d harbour",
    interval: "1s",
    startPeriod: "1m",
  },
  backup: {
    dump: ["pg_dump", "--format=custom", "--username=harbour", "harbour"],
    restore: [
      ...["pg_restore", "--clean", "--if-exists", "--single-transaction"],
      ...["--username=harbour", "--dbname=harbour"],
    ],
  },
};

/** An app with files and a database, in a project that serves. */
async function given(services = [WEB, DB]) {
  const owner = await givenOwner();
  const project = await givenProject(owner, services, {
    secrets: { db: { POSTGRES_PASSWORD: "kept-with-it" } },
  });
  const worker = await givenWorker({ engine: async () => engine, limits });
  expect(await untilEnded(await givenQueued(owner, project.id), 90_000)).toMatchObject({ state: "ready" });
  return { owner, project, worker, destination: await givenDestination(owner) };
}

async function run(projectId: string, service: string, ...argv: string[]): Promise<string> {
  const labels = { [LABELS.project]: projectId, [LABELS.service]: service };
  const [container] = await engine.listContainers(labels);
  const { exitCode, stdout, stderr } = await engine.exec(container?.id ?? "", argv, { timeoutMs: 20_000 });
  if (exitCode !== 0) throw new Error(`${argv.join(" ")}: ${stderr}`);
  return stdout.trim();
}
const psql = (projectId: string, statement: string) =>
  run(projectId, "db", "psql", "-qtAX", "-U", "harbour", "-c", statement);
const sh = (projectId: string, line: string) => run(projectId, "web", "sh", "-c", line);
const STATE =
  "cd /kept && find . | sort | xargs stat -c '%n %a %u:%g' && readlink link && cat deep/file && md5sum big";

async function fill(projectId: string): Promise<string> {
  await sh(
    projectId,
    "cd /kept && mkdir -m 750 deep && echo secret > deep/file && chmod 640 deep/file && chown 1000:2000 deep deep/file && ln -s /etc/passwd link && head -c 20000000 /dev/urandom > big && ln big hard",
  );
  await psql(
    projectId,
    "CREATE TABLE ships (name text); INSERT INTO ships SELECT 'ship ' || n FROM generate_series(1, 5000) n",
  );
  return await sh(projectId, STATE);
}

test("files with owners, modes and links and a database come back, in place and in a new project", async () => {
  const { owner, project } = await given();
  const before = await fill(project.id);
  await givenBackups({ engine: async () => engine });
  const { id: backupId } = await createBackup(owner, { projectId: project.id });
  expect(await untilOver(backupId, 60_000)).toMatchObject({
    ...{ state: "verified", reason: null },
    parts: [
      { kind: "dump", name: "db" },
      { kind: "volume", name: "kept", files: 2 },
    ],
  });
  await sh(project.id, "rm -rf /kept/* && echo new > /kept/new");
  await psql(project.id, "DROP TABLE ships; CREATE TABLE storms (name text)");
  const inPlace = await restoreBackup(owner, { backupId });
  expect(await untilEnded(inPlace.deploymentId, 120_000)).toMatchObject({ state: "ready", reason: null });
  expect(await sh(project.id, STATE)).toBe(before);
  expect(await psql(project.id, "SELECT count(*), max(name) FROM ships")).toBe("5000|ship 999");
  expect(await psql(project.id, "SELECT to_regclass('storms') IS NULL")).toBe("t");
  const fresh = await restoreBackup(owner, { backupId, as: "Second harbour" });
  expect(await untilEnded(fresh.deploymentId, 120_000)).toMatchObject({ state: "ready", reason: null });
  expect(await sh(fresh.projectId, STATE)).toBe(before);
  expect(await psql(fresh.projectId, "SELECT count(*) FROM ships")).toBe("5000");
}, 400_000);

test.each([
  ["a service is being stopped", /^POST \S*\/containers\/\w+\/stop/],
  ["a volume is being copied", /^PUT \S*\/containers\/[\w-]+-copied-to\/archive/],
  ["the copy is being read", /^GET \S*\/containers\/[\w-]+-read-from\/archive/],
])(
  "kill -9 while %s: everything runs again, and no half of a backup is left",
  async (_moment, request) => {
    const { owner, project, worker, destination } = await given([ALONE]);
    await worker.stop();
    await sh(project.id, "echo kept > /kept/file");
    const wire = await givenWire();
    const held = wire.hold(request);
    const other = await givenWorkerProcess(database.url(), wire.address, limits);
    const { id } = await createBackup(owner, { projectId: project.id });
    await held;
    await other.kill();
    expect(await untilBackup(id, () => true)).toMatchObject({ state: "copying" });
    await db().update(backups).set({ leaseUntil: sql`now() - interval '1 s'` });
    await givenBackups({ engine: async () => engine });
    const { file } = await untilOver(id, 60_000);
    expect(await untilOver(id)).toMatchObject({ state: "verified", stopped: [] });
    const containers = await engine.listContainers({ [LABELS.project]: project.id });
    expect(containers.map(({ state }) => state)).toEqual(["running"]);
    const folder = path.join(destination.folder, owner.organizationId, project.id);
    expect(await readdir(folder)).toEqual([path.basename(file)]);
    expect(await engine.listVolumes({ [LABELS.backup]: id })).toEqual([]);
    expect(await engine.listContainers({ [LABELS.backup]: id })).toEqual([]);
  },
  200_000,
);

test.each([
  ["what is there is being copied", [ALONE], /^PUT \S*_copy_\w+-copied-to\/archive/],
  ["a volume is being put back", [ALONE], /^PUT \S*_kept-copied-to\/archive/],
  ["a dump is being put back", [WEB, DB], /^POST \S*\/containers\/\w+\/exec/],
])(
  "kill -9 while %s: all that was stored then is there, or all that was stored since",
  async (_moment, services, request) => {
    const { owner, project, worker } = await given(services);
    const hasRows = services.length > 1;
    await sh(project.id, "echo then > /kept/file");
    if (hasRows) await psql(project.id, "CREATE TABLE ships AS SELECT 'then' AS name");
    await givenBackups({ engine: async () => engine });
    const { id: backupId } = await createBackup(owner, { projectId: project.id });
    expect(await untilOver(backupId, 60_000)).toMatchObject({ state: "verified" });
    await sh(project.id, "echo since > /kept/file");
    if (hasRows) await psql(project.id, "UPDATE ships SET name = 'since'");
    await worker.stop();
    const wire = await givenWire();
    const held = wire.hold(request);
    const other = await givenWorkerProcess(database.url(), wire.address, limits);
    const { deploymentId } = await restoreBackup(owner, { backupId });
    await held;
    await other.kill();
    await leasesRunOut();
    await givenWorker({ engine: async () => engine, limits });
    const { state } = await untilEnded(deploymentId, 120_000);
    const stored = { ready: "then", rolled_back: "since" }[state as "ready" | "rolled_back"];
    expect(await sh(project.id, "cat /kept/file")).toBe(stored);
    if (hasRows) expect(await psql(project.id, "TABLE ships")).toBe(stored);
    const containers = await engine.listContainers({ [LABELS.project]: project.id });
    expect(containers.map(({ state }) => state)).toEqual(services.map(() => "running"));
  },
  200_000,
);
