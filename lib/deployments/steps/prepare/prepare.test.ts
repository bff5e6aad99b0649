import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { AppDefinitionInput } from "@/lib/app-definition/schema";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import type { ExecResult } from "@/lib/engine/engine";
import type { ImageScript } from "@/lib/engine/memory/image-script";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { undeployedChanges } from "@/lib/projects/plan/undeployed";
import { projects } from "@/lib/projects/table";
import { openVariable, readVariables, writeVariables } from "@/lib/projects/variables/stored";
import { LABELS } from "@/lib/servers";
import { cancelDeployment } from "../../cancel";
import { deployments } from "../../table";
import {
  changeImage,
  givenProject,
  givenQueued,
  givenWorkers,
  logOf,
  projectNow,
  textsOf,
  untilDeployment,
  untilEnded,
} from "../../testing";

givenDatabase();
const givenWorker = givenWorkers();

type Steps = NonNullable<AppDefinitionInput["prepare"]>;
type Services = NonNullable<AppDefinitionInput["services"]>;
type Answer = Partial<ExecResult> | Promise<ExecResult>;
type Shell = (line: string, env: Readonly<Record<string, string>>) => Answer | undefined;

/** A container with a shell that answers lines like this, and says nothing to others. */
function shell(answer: Shell, more: ImageScript = {}): ImageScript {
  const done = (result: Partial<ExecResult> = {}) => ({ exitCode: 0, stdout: "", stderr: "", ...result });
  return {
    ...more,
    exec([program, flag, line = ""], env) {
      if (program !== "sh" || flag !== "-c") return undefined;
      const given = answer(line, env);
      return given instanceof Promise ? given : done(given);
    },
  };
}

/** A project with these steps, a worker and an engine that counts what it makes. */
async function given(
  images: Record<string, ImageScript>,
  services: Services,
  prepare: Steps,
  more: { definition?: Partial<AppDefinitionInput>; secrets?: Record<string, Record<string, string>> } = {},
) {
  const engine = createMemoryEngine(images);
  const created: string[] = [];
  const create = engine.createContainer.bind(engine);
  engine.createContainer = (spec) => {
    created.push(spec.labels[LABELS.service] ?? "");
    return create(spec);
  };
  const owner = await givenOwner();
  const project = await givenProject(owner, services, {
    secrets: more.secrets,
    definition: { ...more.definition, prepare },
  });
  const deploy = async () => untilEnded(await givenQueued(owner, project.id));
  const printed = async (service: string, key: string) => {
    const containers = await engine.listContainers({
      [LABELS.project]: project.id,
      [LABELS.service]: service,
    });
    const result = await engine.exec(containers[0]?.id ?? "", ["printenv", key], { timeoutMs: 500 });
    return result.exitCode === 0 ? result.stdout.slice(0, -1) : undefined;
  };
  const fileOf = async (service: string, path: string) => {
    const [found] = await engine.listContainers({ [LABELS.project]: project.id, [LABELS.service]: service });
    const result = await engine.exec(found?.id ?? "", ["cat", path], { timeoutMs: 500 });
    return result.exitCode === 0 ? result.stdout : undefined;
  };
  const start = () => givenWorker({ engine: async () => engine, limits: { prepareMs: 300 } });
  return { engine, owner, project, created, deploy, printed, fileOf, start };
}

// Healthy at once: a service without a test would take its settling time in each deployment.
const healthcheck = { test: ["CMD", "healthy"] };
const WEB = { name: "web", image: "web:1", healthcheck };
const itemsOf = ({ steps }: Awaited<ReturnType<typeof untilEnded>>) =>
  steps.find(({ name }) => name === "prepare")?.items?.map(({ name, state }) => [name, state]);
const stateOf = ({ steps }: Awaited<ReturnType<typeof untilEnded>>) =>
  steps.find(({ name }) => name === "prepare")?.state;

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

test("one that must succeed fails the deployment by name, and what ran before serves again", async () => {
  let fails = false;
  const web = shell((line) =>
    line === "migrate" && fails
      ? { exitCode: 3, stdout: "one\ntwo\n", stderr: "no such table\n" }
      : undefined,
  );
  const { deploy, project, start } = await given(
    { "web:1": web, "web:2": web },
    [WEB],
    [{ service: "web", command: "migrate", capture: "done", mustSucceed: true, title: "Migrate" }],
  );
  await start();
  expect(await deploy()).toMatchObject({ state: "ready" });
  fails = true;
  await changeImage(project.id, "web:2");
  const ended = await deploy();
  expect(ended).toMatchObject({ state: "rolled_back", failedService: "web" });
  expect(ended.reason).toBe(
    "The prepare step “Migrate” of web failed: it ended with exit code 3. Its last lines: one / two / no such table. What ran before (deployment 1) serves again.",
  );
  expect([stateOf(ended), itemsOf(ended)]).toEqual(["failed", [["web/done", "failed"]]]);
  expect(await textsOf(ended.id)).toContain("web: no such table");
});

test.each<[string, Answer | "hangs", object, RegExp]>([
  ["prints nothing", { stdout: "\n" }, {}, /it printed nothing/],
  ["prints something else", { stdout: "key: -" }, { capturePattern: "key: (\\w+)" }, /does not match/],
  ["ends badly", { exitCode: 1, stdout: "s3cret-in-full" }, {}, /exit code 1/],
  ["hangs", "hangs", {}, /did not end within 0.3 s/],
])(
  "one that %s keeps what was there before, or fails where it must succeed",
  async (_how, answer, more, why) => {
    let isGood = true;
    const hang = () => new Promise<ExecResult>(() => {});
    const web = shell((line) => {
      if (line !== "make") return undefined;
      if (isGood) return { stdout: "key: before1" };
      return answer === "hangs" ? hang() : answer;
    });
    const persistAs = { key: "KEY", secret: true };
    const step = { service: "web", command: "make", capture: "key", persistAs, ...more };
    const { deploy, printed, project, start, created } = await given({ "web:1": web }, [WEB], [step]);
    await start();
    await deploy();
    const before = await printed("web", "KEY");
    isGood = false;
    const ended = await deploy();
    expect(ended).toMatchObject({ state: "ready" });
    expect([await printed("web", "KEY"), created.length]).toEqual([before, 3]);
    const texts = await textsOf(ended.id);
    expect(texts.filter((text) => why.test(text))).toHaveLength(1);
    expect(JSON.stringify([ended, texts])).not.toContain("s3cret-in-full");
    expect(itemsOf(ended)).toEqual([["web/key", "failed"]]);
    await setPrepare(project.id, [{ ...step, mustSucceed: true }]);
    const failed = await deploy();
    expect(failed).toMatchObject({ state: "rolled_back", failedService: "web" });
    expect(failed.reason).toMatch(why);
  },
);

test("a placeholder that nothing was captured for is left out and told, never empty", async () => {
  const web = shell(() => ({ exitCode: 1 }));
  const { deploy, printed, start } = await given(
    { "web:1": web },
    [{ ...WEB, environment: { URL: "x/{{config:KEY}}" } }],
    [{ service: "web", command: "make", capture: "key", persistAs: { key: "KEY" } }],
  );
  await start();
  const ended = await deploy();
  expect(ended).toMatchObject({ state: "ready" });
  expect(await printed("web", "URL")).toBeUndefined();
  expect(await textsOf(ended.id)).toContain("URL of web is left out: what it names was not captured");
});

test("a container without a shell is told as such", async () => {
  const { deploy, start } = await given(
    { "web:1": {} },
    [WEB],
    [{ service: "web", command: "anything", capture: "x", mustSucceed: true }],
  );
  await start();
  expect((await deploy()).reason).toBe(
    "The prepare step “x” of web failed: the container has no shell (sh) to run it.",
  );
});

test("a command that the shell does not find is not taken for a missing shell", async () => {
  const web = shell((line) =>
    line === "gone" ? { exitCode: 127, stderr: "sh: gone: not found" } : undefined,
  );
  const { deploy, start } = await given(
    { "web:1": web },
    [WEB],
    [{ service: "web", command: "gone", capture: "x", mustSucceed: true }],
  );
  await start();
  expect((await deploy()).reason).toBe(
    "The prepare step “x” of web failed: it ended with exit code 127. Its last line: sh: gone: not found.",
  );
});

test("a readiness test that never passes ends after its tries", async () => {
  const lines: string[] = [];
  const web = shell((line) => {
    lines.push(line);
    return line === "ready?" ? { exitCode: 1, stderr: "starting up" } : undefined;
  });
  const readiness = { test: "ready?", interval: 1, retries: 4 };
  const { deploy, start } = await given(
    { "web:1": web },
    [WEB],
    [{ service: "web", command: "go", capture: "x", phase: "post-ready", readiness, mustSucceed: true }],
  );
  await start();
  expect((await deploy()).reason).toBe(
    "The prepare step “x” of web failed: its readiness test did not pass in 4 tries. Its last line: starting up.",
  );
  expect(lines).toEqual(["ready?", "ready?", "ready?", "ready?"]);
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

test("a cancel ends a step at once and leaves nothing", async () => {
  const web = shell((line) => (line === "long" ? new Promise<ExecResult>(() => {}) : undefined));
  const { engine, owner, project } = await given(
    { "web:1": web },
    [WEB],
    [{ service: "web", command: "long", capture: "x", mustSucceed: true }],
  );
  const deploymentId = await givenQueued(owner, project.id);
  await givenWorker({ engine: async () => engine, limits: { prepareMs: 60_000 } });
  await untilDeployment(deploymentId, ({ steps }) =>
    steps.some(({ name, items }) => name === "prepare" && items?.[0]?.state === "running"),
  );
  await cancelDeployment(owner, { deploymentId });
  expect(await untilEnded(deploymentId, 1_500)).toMatchObject({ state: "cancelled" });
  expect(await engine.listContainers({})).toEqual([]);
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

async function setPrepare(projectId: string, prepare: Steps) {
  const project = await projectNow(projectId);
  if (!project) throw new Error("The project is gone.");
  const definition = { ...project.definition, prepare };
  await db().update(projects).set({ definition }).where(eq(projects.id, projectId));
}
