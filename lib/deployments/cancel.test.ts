import { expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { LABELS } from "@/lib/servers";
import { cancelDeployment } from "./cancel";
import {
  changeImage,
  givenProject,
  givenQueued,
  givenWorkers,
  textsOf,
  untilDeployment,
  untilEnded,
} from "./testing";

givenDatabase();
const givenWorker = givenWorkers();
const NEVER = { healthyAfterMs: Number.POSITIVE_INFINITY };
const CHECK = { test: ["CMD", "healthy"] };
const isIn = (step: string) => (deployment: { steps: { name: string; state: string }[] }) =>
  deployment.steps.some(({ name, state }) => name === step && state === "running");

test("a waiting deployment is cancelled at once", async () => {
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "web:1" }]);
  const deploymentId = await givenQueued(owner, project.id);
  const answer = await cancelDeployment(owner, { deploymentId });
  expect(answer).toMatchObject({ state: "cancelled", reason: "Cancelled before it began." });
  expect(await textsOf(deploymentId)).toEqual(["Cancelled before it began."]);
  await expect(cancelDeployment(owner, { deploymentId })).rejects.toMatchObject({
    code: "DEPLOYMENT_FINISHED",
  });
});

test("cancelling while an image is pulled ends within a second, with nothing left", async () => {
  const engine = createMemoryEngine({ "web:1": { pullMs: 60_000 } });
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "web:1" }]);
  const deploymentId = await givenQueued(owner, project.id);
  await givenWorker({ engine: async () => engine });
  await untilDeployment(deploymentId, isIn("pull"));
  await cancelDeployment(owner, { deploymentId });
  const ended = await untilEnded(deploymentId, 1_000);
  expect(ended).toMatchObject({ state: "cancelled", reason: "Cancelled.", cancelRequested: true });
  expect(ended.steps.find(({ name }) => name === "pull")?.state).toBe("cancelled");
});

test("cancelling while services start takes them away", async () => {
  const engine = createMemoryEngine({ "web:1": NEVER });
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "web:1", healthcheck: CHECK }]);
  const deploymentId = await givenQueued(owner, project.id);
  await givenWorker({ engine: async () => engine, limits: { healthAtLeastMs: 60_000 } });
  await untilDeployment(deploymentId, isIn("health"));
  await cancelDeployment(owner, { deploymentId });
  expect(await untilEnded(deploymentId, 1_000)).toMatchObject({ state: "cancelled" });
  expect(await engine.listContainers({})).toEqual([]);
});

test("cancelling a redeployment has what ran before serve again", async () => {
  const engine = createMemoryEngine({ "web:1": {}, "web:2": NEVER });
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "web:1", healthcheck: CHECK }]);
  await givenWorker({ engine: async () => engine, limits: { healthAtLeastMs: 60_000 } });
  const first = await givenQueued(owner, project.id);
  await untilEnded(first);
  await changeImage(project.id, "web:2");
  const deploymentId = await givenQueued(owner, project.id);
  await untilDeployment(deploymentId, isIn("health"));
  await cancelDeployment(owner, { deploymentId });
  const ended = await untilEnded(deploymentId, 2_000);
  expect(ended).toMatchObject({
    state: "cancelled",
    reason: "Cancelled. What ran before (deployment 1) serves again.",
  });
  const containers = await engine.listContainers({ [LABELS.project]: project.id });
  expect(containers).toMatchObject([{ state: "running", labels: { [LABELS.deployment]: first } }]);
});

test("a read-only caller may not cancel, and a stranger meets the same 404 as for nothing at all", async () => {
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "web:1" }]);
  const deploymentId = await givenQueued(owner, project.id);
  await expect(cancelDeployment({ ...owner, readOnly: true }, { deploymentId })).rejects.toMatchObject({
    code: "TOKEN_READ_ONLY",
  });
  const stranger = await givenOwner();
  const nothing = `dep_${"0".repeat(20)}`;
  for (const id of [deploymentId, nothing]) {
    await expect(cancelDeployment(stranger, { deploymentId: id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  }
  await cancelDeployment(owner, { deploymentId });
});
