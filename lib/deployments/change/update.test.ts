import { expect, test } from "vitest";
import { givenDatabase } from "@/lib/db/testing";
import { EngineError } from "@/lib/engine/engine";
import { replaceEnv } from "@/lib/projects/env";
import { projectRecord } from "@/lib/projects/on-project";
import { startProject } from "@/lib/projects/start";
import { readVariables } from "@/lib/projects/variables/stored";
import { useEngine as giveEngine, installationId, LABELS } from "@/lib/servers";
import { cancelDeployment } from "../cancel";
import { sweepCopies } from "../data/sweep-copies";
import { deployProject } from "../deploy";
import { servingDeployment } from "../serving";
import { changeImage, givenQueued, givenWorkers, untilDeployment, untilEnded } from "../testing";
import { queueUpdate } from "./queue-update";
import { copiesOn, dataIn, givenInstalled, memoryEngine, stateOf, update, WEB, withImage } from "./testing";

givenDatabase();
const givenWorker = givenWorkers();
const TOKEN = { service: "web", key: "TOKEN", label: "Token", generate: "secret" as const, secret: true };

async function given(...[services, more]: Parameters<typeof givenInstalled>) {
  const engine = memoryEngine();
  const installed = await givenInstalled(services, more);
  const worker = await givenWorker({ engine: async () => engine });
  expect(await untilEnded(installed.first)).toMatchObject({ state: "ready" });
  return { engine, worker, ...installed };
}

test("an update changes the project once it is ready, and keeps a copy of the data before", async () => {
  const { engine, owner, project } = await given();
  const id = await update(owner, project.id, "web:2");
  const ended = await untilEnded(id);
  expect(ended).toMatchObject({ state: "ready", trigger: "update", reason: null });
  expect(ended.steps.map(({ name, state }) => [name, state])).toEqual([
    ["freeze", "done"],
    ["pull", "done"],
    ["build", "skipped"],
    ["network", "done"],
    ["data", "done"],
    ["start", "done"],
    ["health", "done"],
    ["prepare", "skipped"],
    ["routes", "done"],
    ["watch", "done"],
  ]);
  expect((await projectRecord(project.id)).definition.services[0]?.image).toBe("web:2");
  expect(await dataIn(engine, project.slug)).toBe("2");
  expect(await copiesOn(engine)).toHaveLength(1);
  const containers = await engine.listContainers({ [LABELS.project]: project.id });
  expect(containers.map(({ image, state }) => [image.length > 0, state])).toEqual([[true, "running"]]);
});

test.each([
  ["crashes", "web:crash", /exit code 3/],
  ["dies while it is watched", "web:late", /^web came up, and .* while it was watched\./],
  ["is in no registry", "web:nowhere", /could not be pulled/],
])("one whose new version %s leaves project, variables and data as they were", async (_how, image, why) => {
  const { engine, owner, project, first } = await given();
  const before = await stateOf(project.id);
  const ended = await untilEnded(await update(owner, project.id, image));
  expect(ended.reason).toMatch(why);
  expect(ended.state).toBe(image === "web:nowhere" ? "failed" : "rolled_back");
  expect(await stateOf(project.id)).toEqual(before);
  expect(await dataIn(engine, project.slug)).toBe("1");
  expect(await copiesOn(engine)).toEqual([]);
  expect((await servingDeployment(project.id))?.id).toBe(first);
  const containers = await engine.listContainers({ [LABELS.project]: project.id });
  expect(containers.map(({ labels, state }) => [labels[LABELS.deployment], state])).toEqual([
    [first, "running"],
  ]);
});

test("what a failed version kept of its own goes with it, and a secret it asked for is not kept", async () => {
  const { engine, owner, project } = await given();
  const record = await projectRecord(project.id);
  const definition = withImage(record.definition, "web:crash", {
    configFields: [TOKEN],
  });
  const services = definition.services.map((one) => ({ ...one, volumes: [...one.volumes, "more:/more"] }));
  const before = await stateOf(project.id);
  const { id } = await queueUpdate(owner, record, { definition: { ...definition, services } });
  expect(await untilEnded(id)).toMatchObject({ state: "rolled_back" });
  expect(await stateOf(project.id)).toEqual(before);
  expect((await engine.listVolumes({})).map(({ name }) => name)).toEqual([`${project.slug}_data`]);
});

test("secrets stay as they are, and a new one is made once", async () => {
  const { owner, project } = await given([WEB], { secrets: { web: { PASSWORD: "as-it-was" } } });
  const [password] = await readVariables(project.id);
  const record = await projectRecord(project.id);
  const definition = withImage(record.definition, "web:2", {
    configFields: [TOKEN],
  });
  const { id } = await queueUpdate(owner, record, { definition });
  await untilEnded(id);
  const rows = await readVariables(project.id);
  expect(rows.find(({ key }) => key === "PASSWORD")?.secret).toBe(password?.secret);
  const token = rows.find(({ key }) => key === "TOKEN");
  expect(token?.secret).toEqual(expect.any(String));
  await untilEnded(await update(owner, project.id, "web:1"));
  expect((await readVariables(project.id)).find(({ key }) => key === "TOKEN")?.secret).toBe(token?.secret);
});

test("of two people who apply at once one wins, and a deploy in between is told to wait", async () => {
  const { owner, project, worker } = await given();
  await worker.stop();
  const outcomes = await Promise.allSettled([
    update(owner, project.id, "web:2"),
    update(owner, project.id, "web:crash"),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const busy = { code: "PROJECT_BUSY", message: expect.stringContaining("Wait for it, or cancel it.") };
  const lost = outcomes.find(({ status }) => status === "rejected");
  expect(lost).toMatchObject({ reason: busy });
  await expect(deployProject(owner, { projectId: project.id })).rejects.toMatchObject(busy);
});

test("an update during a deployment is refused in words", async () => {
  const { owner, project, worker } = await given();
  await worker.stop();
  await givenQueued(owner, project.id, "manual");
  await expect(update(owner, project.id, "web:2")).rejects.toMatchObject({
    code: "PROJECT_BUSY",
    message: "Deployment 2 of this project is still running. Wait for it, or cancel it.",
  });
});

test("a cancel while the data is copied leaves everything as it was", async () => {
  const { engine, owner, project, first, worker } = await given();
  await worker.stop();
  const before = await stateOf(project.id);
  const slow = {
    ...engine,
    copyVolume: async (...[from, to, options]: Parameters<typeof engine.copyVolume>) => {
      await new Promise<void>((resolve) => options.signal.addEventListener("abort", () => resolve()));
      await engine.copyVolume(from, to, options);
    },
  };
  const deploymentId = await update(owner, project.id, "web:2");
  await givenWorker({ engine: async () => slow });
  await untilDeployment(deploymentId, ({ steps }) =>
    steps.some(({ name, items }) => name === "data" && items?.[0]?.state === "running"),
  );
  await cancelDeployment(owner, { deploymentId });
  expect(await untilEnded(deploymentId)).toMatchObject({ state: "cancelled" });
  expect(await stateOf(project.id)).toEqual(before);
  expect(await dataIn(engine, project.slug)).toBe("1");
  expect(await copiesOn(engine)).toEqual([]);
  expect(await engine.listContainers({ [LABELS.deployment]: first })).toMatchObject([{ state: "running" }]);
});

test("a disk without room for the copy refuses before anything stops, with the figures", async () => {
  const engine = memoryEngine({}, 40 * 1024 * 1024);
  const { owner, project, first } = await givenInstalled();
  await givenWorker({ engine: async () => engine });
  await untilEnded(first);
  const [before] = await engine.listContainers({ [LABELS.project]: project.id });
  const ended = await untilEnded(await update(owner, project.id, "web:2"));
  expect(ended.reason).toContain("The data to copy takes 1 MB, and the engine's disk has only 40 MB free.");
  expect(ended.advice).toContain("Nothing was stopped.");
  const [after] = await engine.listContainers({ [LABELS.project]: project.id });
  expect(after).toEqual(before);
});

test("an image that is another one than was announced fails the update before anything stops", async () => {
  const { engine, owner, project } = await given();
  const [before] = await engine.listContainers({ [LABELS.project]: project.id });
  const record = await projectRecord(project.id);
  const digests = { web: `sha256:${"0".repeat(64)}` };
  const { id } = await queueUpdate(owner, record, {
    definition: withImage(record.definition, "web:2"),
    digests,
  });
  expect((await untilEnded(id)).reason).toContain(
    "The registry gave another image under web:2 than the one that was announced.",
  );
  const [after] = await engine.listContainers({ [LABELS.project]: project.id });
  expect(after).toEqual(before);
});

test("what people set while it ran stays their word", async () => {
  const { owner, project } = await given([{ ...WEB, environment: { MODE: "one" } }]);
  const record = await projectRecord(project.id);
  const services = record.definition.services.map((one) => ({
    ...one,
    image: "web:2",
    environment: { MODE: "two" },
  }));
  const { id } = await queueUpdate(owner, record, { definition: { ...record.definition, services } });
  await replaceEnv(owner, {
    projectId: project.id,
    env: [{ service: "web", key: "MODE", value: "by hand" }],
  });
  expect(await untilEnded(id)).toMatchObject({ state: "ready" });
  const [mode] = await readVariables(project.id);
  expect(mode).toMatchObject({ key: "MODE", value: "by hand", source: "user" });
});

test("where no data can come to harm, the new version starts beside the old one", async () => {
  const { engine, owner, project, first, worker } = await given([{ name: "web", image: "web:1" }]);
  await worker.stop();
  await givenWorker({ engine: async () => engine, limits: { watchMs: 1_500 } });
  const id = await update(owner, project.id, "web:2");
  await untilDeployment(id, ({ steps }) =>
    steps.some(({ name, state }) => name === "watch" && state === "running"),
  );
  const during = await engine.listContainers({ [LABELS.project]: project.id });
  expect(during.map(({ state }) => state)).toEqual(["running", "running"]);
  expect(await untilEnded(id)).toMatchObject({ state: "ready" });
  expect(await engine.listContainers({ [LABELS.deployment]: first })).toEqual([]);
  const failed = await update(owner, project.id, "web:late");
  expect(await untilEnded(failed)).toMatchObject({ state: "rolled_back" });
  expect(await engine.listContainers({ [LABELS.project]: project.id })).toMatchObject([
    { state: "running", labels: { [LABELS.deployment]: id } },
  ]);
});

test("data that could not be put back is put back before anything of the project runs again", async () => {
  const { engine, owner, project, worker } = await given();
  await worker.stop();
  const full = {
    ...engine,
    copyVolume: async (...[from, to, options]: Parameters<typeof engine.copyVolume>) => {
      if (!to.endsWith("_data")) return await engine.copyVolume(from, to, options);
      await engine.removeVolume(to);
      throw new EngineError("disk-full", "The engine's disk is full: it could not copy.");
    },
  };
  const failing = await givenWorker({ engine: async () => full });
  const ended = await untilEnded(await update(owner, project.id, "web:crash"));
  expect(ended.state).toBe("failed");
  expect(ended.reason).toContain("Clearing up failed too: The engine's disk is full");
  await failing.stop();
  giveEngine(engine);
  await expect(startProject(owner, { projectId: project.id })).rejects.toMatchObject({
    code: "DATA_NOT_BACK",
  });
  giveEngine(undefined);
  await sweepCopies(engine, await installationId(), new Date(Date.now() + 1e12));
  expect(await copiesOn(engine)).toHaveLength(1);
  await givenWorker({ engine: async () => engine });
  // A version that writes nothing: what it finds is what was put back.
  await changeImage(project.id, "reader:1");
  expect(await untilEnded(await givenQueued(owner, project.id, "retry"))).toMatchObject({ state: "ready" });
  expect(await dataIn(engine, project.slug)).toBe("1");
});
