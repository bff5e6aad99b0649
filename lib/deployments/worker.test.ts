import { expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { LABELS } from "@/lib/servers";
import {
  changeImage,
  givenProject,
  givenQueued,
  givenWorkers,
  logOf,
  projectNow,
  textsOf,
  untilEnded,
} from "./testing";

givenDatabase();
const givenWorker = givenWorkers();
const CHECK = { test: ["CMD", "healthy"], interval: "1s" };

test("a deployment of two services ends ready, with every step told", async () => {
  const engine = createMemoryEngine({
    "web:1": { healthyAfterMs: 100, logs: ["hello from web"], sizeBytes: 5 * 1024 * 1024 },
    "db:1": { present: true, healthyAfterMs: 200 },
  });
  const owner = await givenOwner();
  const project = await givenProject(owner, [
    { name: "web", image: "web:1", dependsOn: ["db"], healthcheck: CHECK, volumes: ["data:/data"] },
    { name: "db", image: "db:1", healthcheck: CHECK },
  ]);
  const id = await givenQueued(owner, project.id);
  await givenWorker({ engine: async () => engine });

  const ended = await untilEnded(id);
  expect(ended).toMatchObject({ state: "ready", reason: null, createdBy: "Maren Hallberg" });
  expect(ended.steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
    "freeze done",
    "pull done",
    "build skipped",
    "network done",
    "start done",
    "health done",
    "prepare skipped",
    "routes done",
  ]);
  expect(ended.steps.find(({ name }) => name === "pull")?.items).toMatchObject([
    { name: "web:1", state: "done", detail: "5 MB" },
    { name: "db:1", state: "done", detail: "Here already" },
  ]);
  expect(ended.services).toMatchObject([
    { name: "web", image: "web:1", digest: expect.stringMatching(/^sha256:/) },
    { name: "db" },
  ]);
  const texts = await textsOf(id);
  expect(texts.indexOf("Starting web")).toBeGreaterThan(
    texts.findIndex((text) => text.startsWith("db is healthy")),
  );
  expect(await logOf(id)).toContainEqual(expect.objectContaining({ service: "web", text: "hello from web" }));
  expect((await logOf(id)).map(({ seq }) => seq)).toEqual(texts.map((_, at) => at + 1));
  const containers = await engine.listContainers({ [LABELS.project]: project.id, [LABELS.deployment]: id });
  expect(containers.map(({ name, state }) => [name, state]).sort()).toEqual([
    [`${project.slug}-db-${id.slice(-8)}`, "running"],
    [`${project.slug}-web-${id.slice(-8)}`, "running"],
  ]);
  expect((await engine.listVolumes({ [LABELS.project]: project.id })).map(({ name }) => name)).toEqual([
    `${project.slug}_data`,
  ]);
  expect((await projectNow(project.id))?.installedAt).toBeInstanceOf(Date);
});

test("a failed first installation takes its containers and network away, and keeps the volumes", async () => {
  const engine = createMemoryEngine({
    "crash:1": { exits: { afterMs: 10, code: 3 }, logs: ["config file not found"] },
  });
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "crash:1", volumes: ["data:/data"] }]);
  const id = await givenQueued(owner, project.id);
  await givenWorker({ engine: async () => engine });

  const ended = await untilEnded(id);
  expect(ended).toMatchObject({ state: "failed", failedService: "web" });
  expect(ended.reason).toMatch(
    /^web ended with exit code 3 5 times in a row\. Its last line: config file not found\.$/,
  );
  expect(ended.advice).toContain("last lines of web");
  expect(await textsOf(id)).toContain("config file not found");
  expect(await engine.listContainers({})).toEqual([]);
  expect(await engine.listVolumes({ [LABELS.project]: project.id })).toHaveLength(1);
});

test("a redeployment that fails has what ran before serve again", async () => {
  const engine = createMemoryEngine({ "web:1": {}, "web:2": { healthyAfterMs: Number.POSITIVE_INFINITY } });
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "web:1", healthcheck: CHECK }]);
  await givenWorker({ engine: async () => engine });
  const first = await givenQueued(owner, project.id);
  expect(await untilEnded(first)).toMatchObject({ state: "ready" });
  const [before] = await engine.listContainers({ [LABELS.project]: project.id });

  await changeImage(project.id, "web:2");
  const second = await givenQueued(owner, project.id, "settings");
  const ended = await untilEnded(second);
  expect(ended).toMatchObject({ state: "rolled_back", number: 2, failedService: "web" });
  expect(ended.reason).toMatch(
    /^web was not healthy within 3 s\. Its health test said: exit code 1\. What ran before \(deployment 1\) serves again\.$/,
  );
  const after = await engine.listContainers({ [LABELS.project]: project.id });
  expect(after.map(({ id, state }) => [id, state])).toEqual([[before?.id, "running"]]);
});

test("a redeployment that works replaces what ran before", async () => {
  const engine = createMemoryEngine({ "web:1": {}, "web:2": {} });
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "web:1" }]);
  await givenWorker({ engine: async () => engine });
  await untilEnded(await givenQueued(owner, project.id));
  await changeImage(project.id, "web:2");
  const second = await givenQueued(owner, project.id, "settings");
  expect(await untilEnded(second)).toMatchObject({ state: "ready" });
  const after = await engine.listContainers({ [LABELS.project]: project.id });
  expect(after.map(({ labels, state }) => [labels[LABELS.deployment], state])).toEqual([[second, "running"]]);
});

test("an image that is in no registry fails the deployment before anything is touched", async () => {
  const engine = createMemoryEngine({ "web:1": {} });
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "web:1" }]);
  await givenWorker({ engine: async () => engine });
  await untilEnded(await givenQueued(owner, project.id));
  await changeImage(project.id, "web:99");
  const ended = await untilEnded(await givenQueued(owner, project.id));
  expect(ended).toMatchObject({ state: "failed", failedService: "web" });
  expect(ended.reason).toContain("web:99");
  expect(ended.steps.find(({ name }) => name === "pull")).toMatchObject({
    state: "failed",
    items: [{ name: "web:99", state: "failed" }],
  });
  expect(await engine.listContainers({ [LABELS.project]: project.id })).toMatchObject([{ state: "running" }]);
});

test("what works first and ends while others are waited for is not called ready", async () => {
  const engine = createMemoryEngine({
    "web:1": { healthyAfterMs: 700 },
    "db:1": { exits: { afterMs: 300, code: 3 } },
  });
  const owner = await givenOwner();
  const project = await givenProject(owner, [
    { name: "web", image: "web:1", dependsOn: ["db"], healthcheck: CHECK },
    { name: "db", image: "db:1", healthcheck: CHECK, restart: "no" },
  ]);
  const id = await givenQueued(owner, project.id);
  await givenWorker({ engine: async () => engine });
  expect(await untilEnded(id)).toMatchObject({
    state: "failed",
    failedService: "db",
    reason: expect.stringContaining("db came up, and it ended with exit code 3 before everything was ready."),
  });
  expect(await engine.listContainers({})).toEqual([]);
});
