import { afterAll, expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import {
  changeImage,
  givenProject,
  givenQueued,
  givenWorkers,
  projectNow,
  untilDeployment,
  untilEnded,
} from "@/lib/deployments/testing";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { useEngine as giveEngine, LABELS } from "@/lib/servers";
import { forgetReading } from "@/lib/services/states";
import { deleteProject } from "./remove";
import { restartProject } from "./restart";
import { projectStatuses } from "./runtime";
import { startProject } from "./start";
import { stopProject } from "./stop";

givenDatabase();
const givenWorker = givenWorkers();
afterAll(() => giveEngine(undefined));

const CHECK = { test: ["CMD", "healthy"], interval: "1s", retries: 1 };
const NEVER = { healthyAfterMs: Number.POSITIVE_INFINITY };

async function givenRunning(web: { healthyAfterMs?: number } = {}) {
  const engine = createMemoryEngine({ "web:1": web, "db:1": {}, "web:2": NEVER });
  giveEngine(engine);
  const owner = await givenOwner();
  const project = await givenProject(owner, [
    { name: "web", image: "web:1", dependsOn: ["db"], healthcheck: CHECK, volumes: ["files:/files"] },
    { name: "db", image: "db:1", healthcheck: CHECK, volumes: ["data:/data"] },
  ]);
  await givenWorker({ engine: async () => engine });
  const deployment = await givenQueued(owner, project.id);
  await untilEnded(deployment);
  return { engine, owner, project, projectId: project.id, deployment };
}

async function statusOf(projectId: string) {
  forgetReading();
  const project = await projectNow(projectId);
  return project && (await projectStatuses([project])).get(projectId);
}

test("a running project says how many of its services are healthy", async () => {
  const { projectId } = await givenRunning();
  const found = await statusOf(projectId);
  expect(found?.status).toMatchObject({ state: "running", reason: "2 of 2 services healthy" });
  expect(found?.services).toMatchObject([
    { name: "web", state: "healthy", dependsOn: ["db"] },
    { name: "db", state: "healthy", restartCount: 0 },
  ]);
});

// Whether the last check has passed already when the answer is given is the engine's to decide.
const COMING_UP = { status: { state: expect.stringMatching(/^(starting|running)$/) } };

test("stop, start and restart answer with the state that follows", async () => {
  const { owner, engine, projectId } = await givenRunning();
  expect(await stopProject(owner, { projectId })).toMatchObject({
    status: { state: "stopped", reason: "Stopped on purpose" },
  });
  expect((await projectNow(projectId))?.stoppedAt).toBeInstanceOf(Date);
  expect(await startProject(owner, { projectId })).toMatchObject(COMING_UP);
  await expect.poll(async () => (await statusOf(projectId))?.status.state).toBe("running");
  expect((await projectNow(projectId))?.stoppedAt).toBeNull();
  const before = await engine.listContainers({ [LABELS.project]: projectId });
  expect(await restartProject(owner, { projectId })).toMatchObject(COMING_UP);
  await expect.poll(async () => (await statusOf(projectId))?.status.state).toBe("running");
  const after = await engine.listContainers({ [LABELS.project]: projectId });
  for (const container of after) {
    const same = before.find(({ id }) => id === container.id);
    expect(container.startedAt?.getTime()).toBeGreaterThan(
      same?.startedAt?.getTime() ?? Number.POSITIVE_INFINITY,
    );
  }
});

test("a service whose health test has not passed yet makes the project starting, not broken", async () => {
  const { owner, projectId } = await givenRunning({ healthyAfterMs: 600 });
  expect(await restartProject(owner, { projectId })).toMatchObject({
    status: { state: "starting", reason: "1 of 2 services up. web: starting" },
  });
  await expect.poll(async () => (await statusOf(projectId))?.status.state).toBe("running");
});

test("a service that somebody ended makes the project degraded, and says which", async () => {
  const { engine, projectId } = await givenRunning();
  const [web] = await engine.listContainers({ [LABELS.project]: projectId, [LABELS.service]: "web" });
  await engine.stopContainer(web?.id ?? "", 1_000);
  const found = await statusOf(projectId);
  expect(found?.status.state).toBe("degraded");
  expect(found?.status.reason).toMatch(/^1 of 2 services healthy\. web: ended with exit code \d+$/);
  await engine.removeContainer(web?.id ?? "");
  expect((await statusOf(projectId))?.services[0]).toMatchObject({ state: "missing" });
});

test("an engine that does not answer makes the state unknown, never wrong", async () => {
  const { engine, owner, projectId } = await givenRunning();
  engine.goAway();
  expect(await statusOf(projectId)).toMatchObject({
    status: { state: "unknown", reason: expect.stringContaining("does not answer") },
    services: [{ state: "unknown" }, { state: "unknown" }],
  });
  for (const verb of [stopProject, startProject, restartProject, deleteProject]) {
    await expect(verb(owner, { projectId })).rejects.toMatchObject({ code: "ENGINE_UNAVAILABLE" });
  }
  expect(await projectNow(projectId)).toMatchObject({ stoppedAt: null });
});

test("while a deployment runs, nothing else may touch the project", async () => {
  const { owner, projectId } = await givenRunning();
  await changeImage(projectId, "web:2");
  const deployment = await givenQueued(owner, projectId);
  await untilDeployment(deployment, ({ state }) => state === "deploying");
  for (const verb of [stopProject, startProject, restartProject, deleteProject]) {
    await expect(verb(owner, { projectId })).rejects.toMatchObject({ code: "PROJECT_BUSY" });
  }
  expect((await statusOf(projectId))?.status.state).toBe("deploying");
  await untilEnded(deployment);
});

test("a project that was never ready cannot be started, and is a draft or has failed", async () => {
  const owner = await givenOwner();
  const engine = createMemoryEngine({});
  giveEngine(engine);
  const { id: projectId } = await givenProject(owner, [{ name: "web", image: "gone:1" }]);
  expect((await statusOf(projectId))?.status).toMatchObject({ state: "draft", reason: "Not deployed yet" });
  await expect(startProject(owner, { projectId })).rejects.toMatchObject({ code: "PROJECT_NOT_DEPLOYED" });
  await givenWorker({ engine: async () => engine });
  await untilEnded(await givenQueued(owner, projectId));
  expect((await statusOf(projectId))?.status).toMatchObject({
    state: "failed",
    reason: expect.stringContaining("gone:1"),
  });
});

test("uninstalling leaves nothing behind but the volumes that were not named", async () => {
  const { engine, owner, project, projectId } = await givenRunning();
  const answer = await deleteProject(owner, { projectId, deleteVolumes: [`${project.slug}_files`] });
  expect(answer.removed.containers).toHaveLength(2);
  expect(answer).toMatchObject({
    removed: { networks: [`${project.slug}_default`], volumes: [`${project.slug}_files`] },
    keptVolumes: [`${project.slug}_data`],
  });
  expect(await engine.listContainers({})).toEqual([]);
  expect((await engine.listVolumes({})).map(({ name }) => name)).toEqual([`${project.slug}_data`]);
  expect(await projectNow(projectId)).toBeUndefined();
});

test("a volume of somebody else is never removed, and then nothing is", async () => {
  const { engine, owner, projectId } = await givenRunning();
  await engine.ensureVolume("somebody_else", {});
  await expect(deleteProject(owner, { projectId, deleteVolumes: ["somebody_else"] })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    issues: [{ path: "deleteVolumes.0" }],
  });
  expect(await engine.listContainers({ [LABELS.project]: projectId })).toHaveLength(2);
  expect(await projectNow(projectId)).toBeDefined();
});

test("a draft is removed without an engine", async () => {
  const owner = await givenOwner();
  const { id: projectId } = await givenProject(owner, [{ name: "web", image: "web:1" }]);
  const engine = createMemoryEngine({});
  engine.goAway();
  giveEngine(engine);
  expect(await deleteProject(owner, { projectId })).toMatchObject({
    removed: { containers: [] },
    keptVolumes: [],
  });
  expect(await projectNow(projectId)).toBeUndefined();
});

test("a read-only caller changes nothing, and a stranger meets the same 404 as for nothing at all", async () => {
  const { owner, projectId } = await givenRunning();
  const stranger = await givenOwner();
  const nothing = `prj_${"0".repeat(20)}`;
  for (const verb of [stopProject, startProject, restartProject, deleteProject]) {
    await expect(verb({ ...owner, readOnly: true }, { projectId })).rejects.toMatchObject({
      code: "TOKEN_READ_ONLY",
    });
    for (const id of [projectId, nothing]) {
      await expect(verb(stranger, { projectId: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  }
});
