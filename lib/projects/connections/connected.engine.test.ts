import { beforeAll, expect, test } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { givenCatalog } from "@/lib/apps/testing";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { deployProject } from "@/lib/deployments";
import { LIMITS } from "@/lib/deployments/run/limits";
import { givenRealEngine } from "@/lib/deployments/run/testing";
import { givenWorkers, projectNow, untilEnded } from "@/lib/deployments/testing";
import { LABELS, useEngine } from "@/lib/servers";
import { forgetReading } from "@/lib/services/states";
import { deleteProject } from "../remove";
import { restartProject } from "../restart";
import { startProject } from "../start";
import { stopProject } from "../stop";
import { givenInstalled, READER, SHELF } from "./testing";

givenDatabase();
const engine = givenRealEngine();
const givenWorker = givenWorkers();
const limits = { ...LIMITS, settleMs: 500, watchMs: 1_500 };

beforeAll(() => {
  useEngine(engine);
  givenCatalog(SHELF, READER);
});

/** A source and its user, both running on the real engine. */
async function givenPair(owner: Caller, name: string) {
  const shelf = await givenInstalled(owner, { appId: "shelf", name: `${name} shelf` });
  expect(await untilEnded(shelf.deploymentId, 120_000)).toMatchObject({ state: "ready", reason: null });
  const connections = [{ requirementId: "database", projectId: shelf.projectId }];
  const reader = await givenInstalled(owner, { appId: "reader", name: `${name} reader`, connections });
  expect(await untilEnded(reader.deploymentId, 120_000)).toMatchObject({ state: "ready", reason: null });
  return { source: shelf.projectId, user: reader.projectId };
}

async function containerOf(projectId: string, service: string) {
  const [found] = await engine.listContainers({ [LABELS.project]: projectId, [LABELS.service]: service });
  if (!found) throw new Error(`${service} has no container`);
  return found;
}

/** What the user's own program gets from its database under the variables that it was given. */
async function ask(user: string, line = `psql "$DATABASE_URL" -Atc "select 'it is ' || current_database()"`) {
  const { id } = await containerOf(user, "web");
  const { exitCode, stdout, stderr } = await engine.exec(id, ["sh", "-c", line], { timeoutMs: 20_000 });
  return exitCode === 0 ? stdout.trim() : `${exitCode} ${stderr.trim()}`;
}

/** The same once the database is up again, which may take it a moment. */
const askUntilUp = (user: string) => expect.poll(() => ask(user), { timeout: 30_000 }).toBe("it is books");

async function redeploy(owner: Caller, projectId: string) {
  forgetReading();
  const { deploymentId } = await deployProject(owner, { projectId });
  return await untilEnded(deploymentId, 120_000);
}

test("an app reaches the database it was given, though both have a service of that name, whatever either does", async () => {
  const owner = await givenOwner();
  await givenWorker({ engine: async () => engine, limits });
  const { source, user } = await givenPair(owner, "Both");
  const before = await containerOf(source, "postgres");
  expect(await ask(user)).toBe("it is books");
  expect(await ask(user, 'psql -h "$PGHOST" -U "$PGUSER" -l 2>&1 | head -1')).toContain("Password");

  // Its own service keeps its name, and only what the connection needs can be reached.
  const own = await ask(user, "getent hosts postgres | cut -d' ' -f1");
  const theirs = await ask(user, 'getent hosts "$PGHOST" | cut -d" " -f1');
  expect(own).toMatch(/^[\d.]+$/);
  expect(theirs).toMatch(/^[\d.]+$/);
  expect(own).not.toBe(theirs);
  const slug = (await projectNow(source))?.slug;
  expect(await ask(user, `getent hosts inner.${slug}.internal inner`)).toMatch(/^2/);
  const inner = await containerOf(source, "inner");
  expect(inner.networks).toEqual([`${slug}_default`]);
  expect((await containerOf(user, "postgres")).networks).toHaveLength(1);

  // A redeployed source has new containers, which its user finds under the old name.
  expect(await redeploy(owner, source)).toMatchObject({ state: "ready" });
  expect((await containerOf(source, "postgres")).id).not.toBe(before.id);
  await askUntilUp(user);

  await stopProject(owner, { projectId: source });
  expect(await ask(user)).toMatch(/^2 .*could not/s);
  const refusal = await redeploy(owner, user).catch((error: Error) => error.message);
  expect(refusal).toBe("Both shelf is stopped. Start it first.");
  await startProject(owner, { projectId: source });
  await askUntilUp(user);
  await stopProject(owner, { projectId: user });
  await restartProject(owner, { projectId: source });
  await startProject(owner, { projectId: user });
  await askUntilUp(user);
});

test("uninstalling the source first leaves its user able to stop, start and be uninstalled", async () => {
  const owner = await givenOwner();
  await givenWorker({ engine: async () => engine, limits });
  const { source, user } = await givenPair(owner, "First");
  await stopProject(owner, { projectId: user });
  const { removed } = await deleteProject(owner, { projectId: source, disconnect: true });
  expect(removed.networks).toEqual(["first-shelf_default", "first-reader_to_first-shelf"]);
  expect(await startProject(owner, { projectId: user })).toMatchObject({ status: { state: "running" } });
  expect(await ask(user)).toMatch(/^2 .*could not translate host name/s);
  const refusal = await redeploy(owner, user).catch((error: Error) => error.message);
  expect(refusal).toMatch(/^“Database” came from First shelf, which was uninstalled\./);
  await deleteProject(owner, { projectId: user });
  expect(await engine.listContainers({ [LABELS.project]: user })).toEqual([]);
});

test("uninstalling the user first leaves the source as it was, stopped or running", async () => {
  const owner = await givenOwner();
  await givenWorker({ engine: async () => engine, limits });
  const { source, user } = await givenPair(owner, "Last");
  await stopProject(owner, { projectId: source });
  await deleteProject(owner, { projectId: user });
  await startProject(owner, { projectId: source });
  expect(await containerOf(source, "postgres")).toMatchObject({
    state: "running",
    networks: ["last-shelf_default"],
  });
  expect(await engine.listNetworks({ [LABELS.source]: source })).toEqual([]);
  const { removed } = await deleteProject(owner, { projectId: source });
  expect(removed.networks).toEqual(["last-shelf_default"]);
});

test("a failed first deployment takes its connection back, and a source that is down is named", async () => {
  const owner = await givenOwner();
  await givenWorker({ engine: async () => engine, limits });
  const shelf = await givenInstalled(owner, { appId: "shelf", name: "Down shelf" });
  await untilEnded(shelf.deploymentId, 120_000);
  const down = await containerOf(shelf.projectId, "postgres");
  await engine.stopContainer(down.id, 5_000);
  const connections = [{ requirementId: "database", projectId: shelf.projectId }];
  const { deploymentId } = await givenInstalled(owner, { appId: "reader", name: "Down reader", connections });
  expect(await untilEnded(deploymentId, 60_000)).toMatchObject({
    state: "failed",
    reason: "Down shelf, which this project uses, does not run: its service postgres is down.",
    advice: "Start Down shelf, then retry.",
  });
  expect(await engine.listNetworks({ [LABELS.source]: shelf.projectId })).toEqual([]);
  await engine.startContainer(down.id);
});
