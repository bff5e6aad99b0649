import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import type { ExecResult } from "@/lib/engine/engine";
import { undeployedChanges } from "@/lib/projects/plan/undeployed";
import { projects } from "@/lib/projects/table";
import { openVariable, readVariables, writeVariables } from "@/lib/projects/variables/stored";
import { LABELS } from "@/lib/servers";
import { deployments } from "../../table";
import {
  changeImage,
  givenQueued,
  givenWorkers,
  logOf,
  projectNow,
  textsOf,
  untilDeployment,
  untilEnded,
} from "../../testing";
import { healthcheck, itemsOf, preparing, type Steps, shell, stateOf, WEB } from "./testing";

givenDatabase();
const givenWorker = givenWorkers();
const given = preparing(givenWorker);

test("a captured secret reaches the container and whoever names it, each made anew once, and shows nowhere", async () => {
  const token = "t0k3n-of-the-day";
  let runs = 0;
  const web = shell((line) => {
    if (line !== "make-token") return undefined;
    runs++;
    return { stdout: `Made.\ntoken=${token}\n`, stderr: `also ${token}\n` };
  });
  const { created, deploy, printed, fileOf, project, start } = await given(
    { "web:1": web, "worker:1": shell(() => ({})), "other:1": {} },
    [
      WEB,
      {
        name: "worker",
        image: "worker:1",
        healthcheck,
        environment: { HEADER: "Bearer {{config:TOKEN}}", MODE: "a" },
      },
      { name: "other", image: "other:1", healthcheck },
    ],
    [
      {
        service: "web",
        command: "make-token",
        capture: "token",
        capturePattern: "token=(\\S+)",
        persistAs: { key: "TOKEN", secret: true },
        title: { en: "Make a token", de: "Schlüssel machen" },
        description: "Other services sign in with it.",
      },
    ],
    { definition: { files: [{ service: "worker", path: "/etc/token", content: "t={{config:TOKEN}}\n" }] } },
  );
  await start();
  const ended = await deploy();
  expect(ended).toMatchObject({ state: "ready", reason: null });
  expect(runs).toBe(1);
  expect(created.sort()).toEqual(["other", "web", "web", "worker", "worker"]);
  expect(await printed("web", "TOKEN")).toBe(token);
  expect(await printed("worker", "HEADER")).toBe(`Bearer ${token}`);
  expect(await fileOf("worker", "/etc/token")).toBe(`t=${token}\n`);
  const [row] = (await readVariables(project.id)).filter(({ key }) => key === "TOKEN");
  expect(row).toMatchObject({ service: "web", source: "captured", value: null });
  expect(row && openVariable(row).text).toBe(token);
  expect(ended.steps.find(({ name }) => name === "prepare")).toMatchObject({
    state: "done",
    detail: "1 step",
    items: [
      {
        name: "web/token",
        title: "web: Make a token",
        description: "Other services sign in with it.",
        state: "done",
        detail: "Kept as TOKEN, encrypted",
      },
      { title: "worker", state: "done" },
      { title: "web", state: "done" },
    ],
  });
  const texts = await textsOf(ended.id);
  expect(texts).toContain("web: token=••••••");
  expect(texts).toContain("web: also ••••••");
  expect(JSON.stringify([ended, texts])).not.toContain(token);
  expect(await undeployedChanges(project.id)).toEqual([]);
  const { snapshot } = await snapshotOf(ended.id);
  expect(snapshot?.env.web?.TOKEN?.secret).toBeDefined();
  expect(snapshot?.env.worker?.HEADER?.secret).toBeDefined();
  expect(JSON.stringify(snapshot)).not.toContain(token);
});

test("a step that runs once is not run by a redeployment or a retry, and what it captured stays", async () => {
  let count = 0;
  const web = shell((line) => (line === "make" ? { stdout: `value-${++count}` } : undefined));
  const { created, deploy, printed, project, start } = await given(
    { "web:1": web, "web:2": web },
    [WEB],
    [{ service: "web", command: "make", capture: "key", persistAs: { key: "KEY" }, once: true }],
  );
  await start();
  await deploy();
  expect([count, created.length, await printed("web", "KEY")]).toEqual([1, 2, "value-1"]);
  await changeImage(project.id, "web:2");
  const second = await deploy();
  expect(second).toMatchObject({ state: "ready" });
  expect([count, created.length, await printed("web", "KEY")]).toEqual([1, 3, "value-1"]);
  expect([stateOf(second), itemsOf(second)]).toEqual(["skipped", [["web/key", "skipped"]]]);
  expect((await projectNow(project.id))?.preparedOnce).toEqual(["web/key"]);
});

test("a step that runs each time changes the container only when it captures something else", async () => {
  let value = "one";
  const web = shell((line) => (line === "make" ? { stdout: value } : undefined));
  const { created, deploy, printed, start } = await given(
    { "web:1": web },
    [{ ...WEB, environment: { COPY: "<{{config:KEY}}>" } }],
    [{ service: "web", command: "make", capture: "key", persistAs: { key: "KEY" } }],
  );
  await start();
  await deploy();
  await deploy();
  expect(created).toHaveLength(3);
  value = "two {{config:COPY}}";
  await deploy();
  expect(created).toHaveLength(5);
  expect(await printed("web", "KEY")).toBe("two {{config:COPY}}");
  expect(await printed("web", "COPY")).toBe("<two {{config:COPY}}>");
});

test("who depends on the service that captures starts with the value, and needs no second container started", async () => {
  const started: string[] = [];
  const web = shell((line) => (line === "make" ? { stdout: "abcdef" } : undefined));
  const { engine, created, deploy, printed, start } = await given(
    { "web:1": web, "runner:1": {} },
    [
      {
        name: "runner",
        image: "runner:1",
        healthcheck,
        dependsOn: ["web"],
        environment: { TOKEN: "{{config:TOKEN}}" },
      },
      WEB,
    ],
    [{ service: "web", command: "make", capture: "token", phase: "post-ready", persistAs: { key: "TOKEN" } }],
  );
  const startContainer = engine.startContainer.bind(engine);
  engine.startContainer = async (id) => {
    started.push((await engine.inspectContainer(id))?.labels[LABELS.service] ?? "");
    await startContainer(id);
  };
  await start();
  expect(await deploy()).toMatchObject({ state: "ready" });
  expect(started).toEqual(["web", "runner", "web"]);
  expect(created.filter((name) => name === "runner")).toHaveLength(2);
  expect(await printed("runner", "TOKEN")).toBe("abcdef");
});

test("steps follow the start and the health of their service, in order, and wait until they are ready", async () => {
  const lines: string[] = [];
  let tries = 0;
  const web = shell(
    (line) => {
      lines.push(line);
      return line === "ready?" && ++tries < 3 ? { exitCode: 1, stderr: "not yet" } : undefined;
    },
    { healthyAfterMs: 150 },
  );
  const { deploy, start } = await given(
    { "web:1": web },
    [{ ...WEB, healthcheck: { test: ["CMD", "healthy"] } }],
    [
      {
        service: "web",
        command: "last",
        capture: "last",
        phase: "post-ready",
        readiness: { test: "ready?", interval: 5 },
      },
      { service: "web", command: "first", capture: "first" },
      { service: "web", command: "second", capture: "second", phase: "post-start" },
      { service: "web", command: "never", capture: "never", phase: "pre-deploy", title: "Before" },
    ],
  );
  await start();
  const ended = await deploy();
  expect(ended).toMatchObject({ state: "ready" });
  expect(lines).toEqual(["first", "second", "ready?", "ready?", "ready?", "last"]);
  const texts = await textsOf(ended.id);
  const at = (text: string) => texts.findIndex((line) => line.startsWith(text));
  expect(at("Preparing web: second")).toBeLessThan(at("web is healthy"));
  expect(at("Preparing web: last")).toBeGreaterThan(at("web is healthy"));
  expect(texts).toContain("Before of web is not run: steps of the phase pre-deploy never are.");
  expect(itemsOf(ended)).toContainEqual(["web/never", "skipped"]);
});

test("what a person set is not replaced by what a step captures", async () => {
  const web = shell((line) => (line === "make" ? { stdout: "machine" } : undefined));
  const { deploy, printed, project, created, start } = await given(
    { "web:1": web },
    [WEB],
    [{ service: "web", command: "make", capture: "key", persistAs: { key: "KEY" }, once: true }],
  );
  await db().transaction((tx) =>
    writeVariables(tx, project.id, [
      { service: "web", key: "KEY", text: "mine", secret: false, source: "user" },
    ]),
  );
  await start();
  const ended = await deploy();
  expect([await printed("web", "KEY"), created.length]).toEqual(["mine", 1]);
  expect(await textsOf(ended.id)).toContain("key: Done; KEY was set by a person and stays as it is");
});

test("a worker that takes over runs no step again that has succeeded once, and makes nothing anew twice", async () => {
  const runs: string[] = [];
  let isHeld = true;
  const web = shell((line) => {
    runs.push(line);
    if (line === "make") return { stdout: "captured-before" };
    if (line === "slow" && isHeld) return new Promise<ExecResult>(() => {});
    return undefined;
  });
  const { engine, owner, project, created, printed } = await given(
    { "web:1": web },
    [WEB],
    [
      {
        service: "web",
        command: "make",
        capture: "key",
        persistAs: { key: "KEY", secret: true },
        once: true,
      },
      { service: "web", command: "each", capture: "each" },
      { service: "web", command: "slow", capture: "slow" },
    ],
  );
  const id = await givenQueued(owner, project.id);
  const limits = { prepareMs: 60_000 };
  const first = await givenWorker({ engine: async () => engine, limits });
  await untilDeployment(id, ({ steps }) =>
    steps.some(({ items }) => items?.some(({ name, state }) => name === "web/slow" && state === "running")),
  );
  await first.stop();
  isHeld = false;
  await givenWorker({ engine: async () => engine, limits });
  const ended = await untilEnded(id);
  expect(ended).toMatchObject({ state: "ready" });
  expect(runs).toEqual(["make", "each", "slow", "each", "slow"]);
  expect([created.length, await printed("web", "KEY")]).toEqual([2, "captured-before"]);
  expect(JSON.stringify(await logOf(id))).not.toContain("captured-before");
});
async function snapshotOf(id: string) {
  const [found] = await db().select().from(deployments).where(eq(deployments.id, id));
  return { snapshot: found?.snapshot };
}

async function _setPrepare(projectId: string, prepare: Steps) {
  const project = await projectNow(projectId);
  if (!project) throw new Error("The project is gone.");
  const definition = { ...project.definition, prepare };
  await db().update(projects).set({ definition }).where(eq(projects.id, projectId));
}
