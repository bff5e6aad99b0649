import { afterEach, expect, test } from "vitest";
import {
  breakEngine,
  breakRegistry,
  fillDisk,
  freeDisk,
  mendEngine,
  mendRegistry,
  releaseImage,
  restartEngine,
  untagImage,
} from "@/e2e/lab";
import type { AppDefinitionInput } from "@/lib/app-definition/schema";
import { givenOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/db/columns";
import { givenDatabase } from "@/lib/db/testing";
import { projectStatuses } from "@/lib/projects/runtime";
import { useEngine as giveEngine, LABELS } from "@/lib/servers";
import { forgetReading } from "@/lib/services/states";
import { LIMITS } from "./run/limits";
import { givenRealEngine } from "./run/testing";
import {
  givenProject,
  givenQueued,
  givenWorkers,
  projectNow,
  textsOf,
  untilDeployment,
  untilEnded,
} from "./testing";

// These break the lab itself: its disk, its registry, its engine. Each mends what it broke.
givenDatabase();
const engine = givenRealEngine();
const givenWorker = givenWorkers();
afterEach(async () => {
  await freeDisk();
  await mendRegistry();
  await mendEngine();
  giveEngine(undefined);
});

type GivenService = Partial<NonNullable<AppDefinitionInput["services"]>[number]>;

async function givenDeployment(service: GivenService, limits: object = {}) {
  giveEngine(engine);
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "lab/web:1.0.0", ...service }]);
  const id = await givenQueued(owner, project.id);
  await givenWorker({ engine: async () => engine, limits: { ...LIMITS, ...limits } });
  return { owner, project, id };
}

async function statusOf(projectId: string) {
  forgetReading();
  const project = await projectNow(projectId);
  return project && (await projectStatuses([project])).get(projectId)?.status;
}

test("a full disk is named as the cause, and a retry with space works", async () => {
  await fillDisk();
  const { owner, project, id } = await givenDeployment({ volumes: ["data:/data"] });
  const ended = await untilEnded(id, 60_000);
  expect(ended).toMatchObject({ state: "failed", reason: expect.stringContaining("disk is full") });
  expect(ended.advice).toBe("Free some space on the engine's disk, then retry.");
  await freeDisk();
  expect(await untilEnded(await givenQueued(owner, project.id, "retry"), 60_000)).toMatchObject({
    state: "ready",
  });
});

test.each([
  ["refuses connections", { kind: "stop" as const }],
  ["is too busy", { kind: "status" as const, code: 429 }],
  ["fails", { kind: "status" as const, code: 503 }],
])("a registry that %s is told, and a retry once it is back works", async (_how, fault) => {
  const tag = `lab/web:${newId("t").replace("_", "-")}`;
  await releaseImage(tag, "lab/web:1.0.0");
  const image = `${process.env.LAB_REGISTRY}/${tag}`;
  await breakRegistry(fault);
  const { owner, project, id } = await givenDeployment({ image });
  const ended = await untilEnded(id, 60_000);
  expect(ended).toMatchObject({ state: "failed", failedService: "web" });
  expect(ended.reason).toMatch(/registry/i);
  expect(ended.advice).toMatch(/retry\.$/);
  await mendRegistry();
  const retried = await untilEnded(await givenQueued(owner, project.id, "retry"), 60_000);
  expect(retried).toMatchObject({ state: "ready" });
  await untagImage(tag);
});

test.each(["kill", "crash", "pause"] as const)(
  "an engine that is hit by `%s` in the middle is waited for",
  async (fault) => {
    const { project, id } = await givenDeployment({ environment: { START_DELAY: "2" } });
    await untilDeployment(
      id,
      ({ steps }) => steps.some(({ name, state }) => name === "health" && state === "running"),
      30_000,
    );
    await breakEngine(fault);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await mendEngine();
    expect(await untilEnded(id, 90_000)).toMatchObject({ state: "ready" });
    expect(await engine.listContainers({ [LABELS.project]: project.id })).toHaveLength(1);
  },
);

test("an engine that stays away ends the deployment and makes the project's state unknown, then true again", async () => {
  const { owner, project, id } = await givenDeployment({}, { engineAwayMs: 3_000 });
  await untilEnded(id, 60_000);
  await breakEngine("stop");
  const second = await givenQueued(owner, project.id);
  const ended = await untilEnded(second, 60_000);
  expect(ended).toMatchObject({ state: "failed", advice: "Start the container engine, then retry." });
  expect(await statusOf(project.id)).toMatchObject({ state: "unknown" });
  await mendEngine();
  await expect.poll(async () => (await statusOf(project.id))?.state, { timeout: 20_000 }).toBe("running");
  expect(await textsOf(second)).toContainEqual(expect.stringContaining("container engine"));
});

test("what runs survives a restart of the engine", async () => {
  const { project, id } = await givenDeployment({});
  await untilEnded(id, 60_000);
  await restartEngine();
  await expect.poll(async () => (await statusOf(project.id))?.state, { timeout: 20_000 }).toBe("running");
});
