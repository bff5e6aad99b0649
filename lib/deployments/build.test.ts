import { expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { deleteProject } from "@/lib/projects/remove";
import { LABELS, useEngine } from "@/lib/servers";
import { cancelDeployment } from "./cancel";
import {
  givenProject,
  givenQueued,
  givenWorkers,
  logOf,
  textsOf,
  untilDeployment,
  untilEnded,
} from "./testing";

givenDatabase();
const givenWorker = givenWorkers();

const SECRET = "a-token-nobody-prints";
const WEB = {
  name: "web",
  environment: { COLOR: "blue" },
  build: {
    dockerfile:
      "FROM base:1\nARG COLOR\nARG TOKEN\nCOPY web/page.html /page.html\nCOPY worker/ /worker/\nRUN echo painted $COLOR with $TOKEN",
    files: [{ path: "page.html", content: "<h1>{{config:COLOR}}</h1>" }],
  },
};
const WORKER = {
  name: "worker",
  build: { dockerfile: "FROM base:1\nARG COLOR\nRUN echo worker sees $COLOR", files: [] },
};

async function given(services: Parameters<typeof givenProject>[1] = [WEB, WORKER]) {
  const engine = createMemoryEngine({ "base:1": { logs: ["up"] } });
  const owner = await givenOwner();
  const project = await givenProject(owner, services, { secrets: { web: { TOKEN: SECRET } } });
  const built = () => engine.listImages({ [LABELS.project]: project.id });
  const worker = () => givenWorker({ engine: async () => engine, limits: { settleMs: 20 } });
  return { engine, owner, project, built, worker };
}

const itemsOf = (steps: { name: string; items?: { name: string; state: string; detail: string }[] }[]) =>
  steps.find(({ name }) => name === "build")?.items;

test("every service that is built gets its image, and the log tells how, without secrets", async () => {
  const { engine, owner, project, built, worker } = await given();
  const id = await givenQueued(owner, project.id);
  await worker();
  const ended = await untilEnded(id);
  expect(ended).toMatchObject({ state: "ready", reason: null });
  expect(ended.steps.slice(1, 3)).toMatchObject([
    { name: "pull", state: "done", detail: "Nothing to pull" },
    { name: "build", state: "done", detail: "2 images" },
  ]);
  expect(itemsOf(ended.steps)).toMatchObject([
    { name: "web", state: "done" },
    { name: "worker", state: "done" },
  ]);
  const lines = await logOf(id);
  const said = (service: string) => lines.filter((line) => line.service === service).map(({ text }) => text);
  expect(said("web")).toContain("painted blue with ••••••");
  expect(said("worker")).toContain("worker sees blue");
  expect(JSON.stringify([lines, ended])).not.toContain(SECRET);
  const images = await built();
  expect(images.flatMap(({ tags }) => tags).sort()).toEqual([
    `roadstead/${project.slug}/web:${id}`,
    `roadstead/${project.slug}/worker:${id}`,
  ]);
  expect(images[0]?.labels).toMatchObject({ [LABELS.project]: project.id });
  expect(JSON.stringify(images)).not.toContain(SECRET);
  const containers = await engine.listContainers({ [LABELS.deployment]: id });
  expect(new Set(containers.map(({ imageId }) => imageId))).toEqual(new Set(images.map((image) => image.id)));
});

test("what nothing has changed of is not built again; what has changed is", async () => {
  const { owner, project, built, worker } = await given();
  await worker();
  await untilEnded(await givenQueued(owner, project.id));
  const first = await built();
  const again = await givenQueued(owner, project.id, "manual");
  expect(itemsOf((await untilEnded(again)).steps)).toMatchObject([
    { detail: "Not changed" },
    { detail: "Not changed" },
  ]);
  expect(await built()).toEqual(first);
  expect((await textsOf(again)).filter((text) => text.startsWith("Building"))).toEqual([]);
});

test("a build that fails names service, instruction and last line, and leaves no image", async () => {
  const broken = {
    name: "web",
    build: { dockerfile: "FROM base:1\nRUN echo disk is on fire; exit 3", files: [] },
  };
  const { owner, project, built, worker } = await given([broken, WORKER]);
  const id = await givenQueued(owner, project.id);
  await worker();
  const ended = await untilEnded(id);
  expect(ended).toMatchObject({
    state: "failed",
    failedService: "web",
    reason:
      "The image of web could not be built. “RUN echo disk is on fire; exit 3” of web/Dockerfile ended with exit code 3. Its last line: disk is on fire",
    advice: expect.stringContaining("last lines of web"),
  });
  expect(await built()).toEqual([]);
});

test("a base image that is not there fails with its name", async () => {
  const { owner, project, worker } = await given([
    { name: "web", build: { dockerfile: "FROM nowhere/base:9", files: [] } },
  ]);
  const id = await givenQueued(owner, project.id);
  await worker();
  expect(await untilEnded(id)).toMatchObject({
    state: "failed",
    failedService: "web",
    reason: expect.stringContaining("nowhere/base:9"),
  });
});

const SLOW = [
  WORKER,
  { name: "web", build: { dockerfile: "FROM base:1\nRUN echo begun; sleep 1", files: [] } },
];

test("cancelling while an image is built ends at once, with nothing left", async () => {
  const { engine, owner, project, built, worker } = await given(SLOW);
  const deploymentId = await givenQueued(owner, project.id);
  await worker();
  await untilDeployment(deploymentId, ({ steps }) =>
    Boolean(itemsOf(steps)?.some(({ name, detail }) => name === "web" && detail.includes("sleep"))),
  );
  const since = Date.now();
  await cancelDeployment(owner, { deploymentId });
  expect(await untilEnded(deploymentId)).toMatchObject({ state: "cancelled" });
  expect(Date.now() - since).toBeLessThan(900);
  expect(await built()).toEqual([]);
  expect(await engine.listContainers({})).toEqual([]);
});

test("a worker that stops in the middle of a build leaves it to the next one", async () => {
  const { owner, project, built, worker } = await given(SLOW);
  const id = await givenQueued(owner, project.id);
  const first = await worker();
  await untilDeployment(id, ({ steps }) =>
    Boolean(itemsOf(steps)?.some(({ name, state }) => name === "worker" && state === "done")),
  );
  await first.stop();
  await worker();
  const ended = await untilEnded(id);
  expect(ended).toMatchObject({ state: "ready" });
  expect(itemsOf(ended.steps)).toMatchObject([{ name: "worker", detail: "Built already" }, { name: "web" }]);
  expect(await built()).toHaveLength(2);
});

test("uninstalling removes the images that were built", async () => {
  const { engine, owner, project, built, worker } = await given();
  const id = await givenQueued(owner, project.id);
  await worker();
  await untilEnded(id);
  useEngine(engine);
  const { removed } = await deleteProject(owner, { projectId: project.id });
  expect(removed.images.sort()).toEqual([
    `roadstead/${project.slug}/web:${id}`,
    `roadstead/${project.slug}/worker:${id}`,
  ]);
  expect(await built()).toEqual([]);
});
