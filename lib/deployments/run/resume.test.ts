import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { LABELS } from "@/lib/servers";
import { cancelDeployment } from "../cancel";
import { deployments } from "../table";
import {
  changeImage,
  givenProject,
  givenQueued,
  givenWorkers,
  logOf,
  textsOf,
  untilDeployment,
  untilEnded,
} from "../testing";

givenDatabase();
const givenWorker = givenWorkers();
const CHECK = { test: ["CMD", "healthy"] };
const NEVER = { healthyAfterMs: Number.POSITIVE_INFINITY };
const isIn = (step: string) => (deployment: { steps: { name: string; state: string }[] }) =>
  deployment.steps.some(({ name, state }) => name === step && state === "running");

test.each(["pull", "health"])(
  "a worker that stops in the step %s leaves a deployment that the next one finishes",
  async (step) => {
    const engine = createMemoryEngine({
      "web:1": { pullMs: 400, healthyAfterMs: 800, logs: ["one", "two", "three"] },
    });
    const owner = await givenOwner();
    const project = await givenProject(owner, [{ name: "web", image: "web:1", healthcheck: CHECK }]);
    const id = await givenQueued(owner, project.id);
    const first = await givenWorker({ engine: async () => engine });
    await untilDeployment(id, isIn(step));
    await first.stop();
    expect(await untilDeployment(id, () => true)).toMatchObject({
      state: step === "pull" ? "building" : "deploying",
    });
    await givenWorker({ engine: async () => engine });
    expect(await untilEnded(id)).toMatchObject({ state: "ready" });
    expect(await engine.listContainers({})).toHaveLength(1);
    const lines = await logOf(id);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at + 1));
    expect(lines.map(({ text }) => text)).toContain("Going on with this deployment after an interruption");
    expect(lines.filter(({ service }) => service === "web").map(({ text }) => text)).toEqual([
      "one",
      "two",
      "three",
    ]);
  },
);

test("a cancel that nobody was there to hear is carried out by the next worker", async () => {
  const engine = createMemoryEngine({ "web:1": NEVER });
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "web:1", healthcheck: CHECK }]);
  const deploymentId = await givenQueued(owner, project.id);
  const first = await givenWorker({ engine: async () => engine, limits: { healthAtLeastMs: 60_000 } });
  await untilDeployment(deploymentId, isIn("health"));
  await first.stop();
  expect(await cancelDeployment(owner, { deploymentId })).toMatchObject({
    state: "deploying",
    cancelRequested: true,
  });
  await givenWorker({ engine: async () => engine });
  expect(await untilEnded(deploymentId)).toMatchObject({ state: "cancelled" });
  expect(await engine.listContainers({})).toEqual([]);
});

test("an ending that was decided is not decided anew by the worker that takes over", async () => {
  const engine = createMemoryEngine({ "web:1": {}, "web:2": NEVER });
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "web:1", healthcheck: CHECK }]);
  const first = await givenWorker({ engine: async () => engine, limits: { healthAtLeastMs: 60_000 } });
  await untilEnded(await givenQueued(owner, project.id));
  await changeImage(project.id, "web:2");
  const id = await givenQueued(owner, project.id);
  await untilDeployment(id, isIn("health"));
  await first.stop();
  const told = { reason: "web was too slow.", advice: "Wait.", failedService: "web" };
  await db().update(deployments).set(told).where(eq(deployments.id, id));
  await givenWorker({ engine: async () => engine });
  expect(await untilEnded(id)).toMatchObject({
    ...told,
    state: "rolled_back",
    reason: "web was too slow. What ran before (deployment 1) serves again.",
  });
  expect(await engine.listContainers({ [LABELS.project]: project.id })).toMatchObject([
    { state: "running", image: expect.anything() },
  ]);
});

test("a deployment that is interrupted again and again is given up", async () => {
  const engine = createMemoryEngine({ "web:1": {} });
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "web:1" }]);
  const id = await givenQueued(owner, project.id);
  await db().update(deployments).set({ attempts: 10 }).where(eq(deployments.id, id));
  await givenWorker({ engine: async () => engine });
  expect(await untilEnded(id)).toMatchObject({
    state: "failed",
    reason: "This deployment was interrupted 10 times.",
  });
});

test("an engine that goes away is waited for, and the deployment goes on", async () => {
  const engine = createMemoryEngine({ "web:1": { healthyAfterMs: 700 } });
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "web:1", healthcheck: CHECK }]);
  const id = await givenQueued(owner, project.id);
  await givenWorker({ engine: async () => engine, limits: { engineAwayMs: 10_000 } });
  await untilDeployment(id, isIn("health"));
  engine.goAway();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  engine.comeBack();
  expect(await untilEnded(id)).toMatchObject({ state: "ready" });
  const texts = await textsOf(id);
  expect(texts.some((text) => text.startsWith("The container engine stopped answering while"))).toBe(true);
  expect(texts).toContain("The container engine answers again. Going on.");
});

test("an engine that stays away ends the deployment, saying during what", async () => {
  const engine = createMemoryEngine({ "web:1": NEVER });
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "web:1", healthcheck: CHECK }]);
  const id = await givenQueued(owner, project.id);
  await givenWorker({ engine: async () => engine, limits: { engineAwayMs: 1_000, healthAtLeastMs: 60_000 } });
  await untilDeployment(id, isIn("health"));
  engine.goAway();
  const ended = await untilEnded(id);
  expect(ended.state).toBe("failed");
  expect(ended.reason).toMatch(
    /^The container engine stopped answering while starting services\. Clearing up failed too: /,
  );
  expect(ended.advice).toBe("Start the container engine, then retry.");
});
