import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { db, sqlClient } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import type { Exposure } from "@/lib/projects/schema";
import { LABELS } from "@/lib/servers";
import { deployments } from "../table";
import {
  changeImage,
  givenProject,
  givenQueued,
  givenWorkers,
  logOf,
  untilDeployment,
  untilEnded,
} from "../testing";
import { LIMITS } from "./limits";
import { freePort, givenRealEngine, givenWire, givenWorkerProcess, leasesRunOut } from "./testing";

const database = givenDatabase();
const engine = givenRealEngine();
const givenWorker = givenWorkers();
const nextWorker = () => givenWorker({ engine: async () => engine, limits: LIMITS });
const isIn = (step: string) => (deployment: { steps: { name: string; state: string }[] }) =>
  deployment.steps.some(({ name, state }) => name === step && state === "running");

async function given(environment: Record<string, string> = {}, exposures: Exposure[] = []) {
  const owner = await givenOwner();
  const project = await givenProject(
    owner,
    [
      { name: "web", image: "lab/web:1.0.0", dependsOn: ["db"], environment, volumes: ["kept:/kept"] },
      { name: "db", image: "lab/web:1.0.1" },
    ],
    { exposures, secrets: { web: { PASSWORD: "kept-through-a-kill" } } },
  );
  return { owner, project, id: await givenQueued(owner, project.id) };
}

async function expectWhole(id: string, projectId: string) {
  expect(await untilEnded(id, 60_000)).toMatchObject({ state: "ready", reason: null });
  const containers = await engine.listContainers({ [LABELS.project]: projectId });
  expect(
    containers.map(({ labels, state }) => [labels[LABELS.service], labels[LABELS.deployment], state]).sort(),
  ).toEqual([
    ["db", id, "running"],
    ["web", id, "running"],
  ]);
  const lines = await logOf(id);
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at + 1));
  expect(lines.map(({ text }) => text)).toContain("Going on with this deployment after an interruption");
}

describe("after kill -9, the next worker finishes what was under way", () => {
  test.each([
    ["freeze is about to begin", /^GET \S*\/(info|version|_ping)/],
    ["pull", /^GET \S*\/images\//],
    ["network", /^POST \S*\/networks\/create/],
    ["network, at the volume", /^POST \S*\/volumes\/create/],
    ["start, making containers", /^POST \S*\/containers\/create/],
    ["start, starting them", /^POST \S*\/containers\/\w+\/start/],
    ["health", /^POST \S*\/containers\/\w+\/exec/],
  ])("in the step %s", async (_step, request) => {
    const { project, id } = await given();
    const wire = await givenWire();
    const held = wire.hold(request);
    const worker = await givenWorkerProcess(database.url(), wire.address);
    await held;
    await worker.kill();
    expect(await untilDeployment(id, () => true)).toMatchObject({
      state: expect.stringMatching(/building|deploying/),
    });
    await leasesRunOut();
    await nextWorker();
    await expectWhole(id, project.id);
  });

  test("in the step freeze, waiting for the database", async () => {
    const { project, id } = await given();
    const wire = await givenWire();
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const lock = sqlClient().begin(async (sql) => {
      await sql`LOCK TABLE project_env IN ACCESS EXCLUSIVE MODE`;
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const worker = await givenWorkerProcess(database.url(), wire.address);
    await untilDeployment(id, isIn("freeze"), 20_000);
    await worker.kill();
    release.resolve();
    await lock;
    await leasesRunOut();
    await nextWorker();
    await expectWhole(id, project.id);
  });

  test("in the step routes", async () => {
    const hostPort = await freePort();
    const { project, id } = await given({ START_DELAY: "0" }, [
      { service: "web", port: 8080, kind: "http", label: "Web", mode: "port", hostPort },
    ]);
    const wire = await givenWire();
    const worker = await givenWorkerProcess(database.url(), wire.address);
    await untilDeployment(id, isIn("health"), 30_000);
    const held = wire.hold(/^GET \S*\/(info|version|_ping)/);
    await held;
    await worker.kill();
    await leasesRunOut();
    await nextWorker();
    await expectWhole(id, project.id);
    expect((await fetch(`http://127.0.0.1:${hostPort}/`)).status).toBe(200);
  });

  test("while the version before is being removed", async () => {
    const { owner, project, id: first } = await given();
    const worker = await nextWorker();
    await untilEnded(first, 60_000);
    await worker.stop();
    const wire = await givenWire();
    const id = await givenQueued(owner, project.id, "settings");
    const held = wire.hold(/^DELETE \S*\/containers\//);
    const other = await givenWorkerProcess(database.url(), wire.address);
    await held;
    await other.kill();
    await leasesRunOut();
    await nextWorker();
    await expectWhole(id, project.id);
  });
});

test("kill -9 while a failed version is taken back: the old one serves again", async () => {
  const { owner, project, id: first } = await given();
  const worker = await nextWorker();
  await untilEnded(first, 60_000);
  await worker.stop();
  await changeImage(project.id, "lab/crash:1");
  const wire = await givenWire();
  const id = await givenQueued(owner, project.id, "settings");
  const held = wire.hold(/^DELETE \S*\/containers\//);
  const other = await givenWorkerProcess(database.url(), wire.address);
  await held;
  await other.kill();
  const [left] = await db().select().from(deployments).where(eq(deployments.id, id));
  expect(left).toMatchObject({
    state: "deploying",
    reason: expect.stringContaining("ended with exit code 1"),
  });
  await leasesRunOut();
  await nextWorker();
  expect(await untilEnded(id, 60_000)).toMatchObject({
    state: "rolled_back",
    reason: expect.stringMatching(/exit code 1.* What ran before \(deployment 1\) serves again\.$/),
  });
  const containers = await engine.listContainers({ [LABELS.project]: project.id });
  expect(containers.map(({ labels, state }) => [labels[LABELS.deployment], state])).toEqual([
    [first, "running"],
    [first, "running"],
  ]);
});

test("nobody needs to do anything: the lease of a killed worker runs out by itself", async () => {
  const { project, id } = await given();
  const wire = await givenWire();
  const held = wire.hold(/^POST \S*\/networks\/create/);
  const worker = await givenWorkerProcess(database.url(), wire.address);
  await held;
  await worker.kill();
  // As if most of the half minute had gone by.
  await db().update(deployments).set({ leaseUntil: sql`now() + interval '3 s'` });
  await nextWorker();
  await expectWhole(id, project.id);
});

test("two processes share many deployments, and none is carried twice", async () => {
  const owner = await givenOwner();
  const ids: string[] = [];
  for (let at = 0; at < 6; at++) {
    const project = await givenProject(owner, [{ name: "web", image: "lab/web:1.0.0" }]);
    ids.push(await givenQueued(owner, project.id), await givenQueued(owner, project.id));
  }
  const address = process.env.DOCKER_HOST ?? "";
  await Promise.all([
    givenWorkerProcess(database.url(), address),
    givenWorkerProcess(database.url(), address),
  ]);
  for (const id of ids) expect(await untilEnded(id, 90_000)).toMatchObject({ state: "ready" });
  const rows = await db().select().from(deployments);
  const mine = rows.filter((row) => ids.includes(row.id));
  expect(mine.map(({ attempts }) => attempts)).toEqual(mine.map(() => 1));
  expect(new Set(mine.map(({ worker }) => worker)).size).toBe(2);
  for (const id of ids) {
    const texts = (await logOf(id)).map(({ text }) => text);
    expect(texts.filter((text) => text === "Starting web")).toHaveLength(1);
  }
});
