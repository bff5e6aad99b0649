import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import type { ExecResult } from "@/lib/engine/engine";
import { projects } from "@/lib/projects/table";
import { cancelDeployment } from "../../cancel";
import { deployments } from "../../table";
import {
  changeImage,
  givenQueued,
  givenWorkers,
  projectNow,
  textsOf,
  untilDeployment,
  untilEnded,
} from "../../testing";
import { type Answer, itemsOf, preparing, type Steps, shell, stateOf, WEB } from "./testing";

givenDatabase();
const givenWorker = givenWorkers();
const given = preparing(givenWorker);

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

async function _snapshotOf(id: string) {
  const [found] = await db().select().from(deployments).where(eq(deployments.id, id));
  return { snapshot: found?.snapshot };
}

async function setPrepare(projectId: string, prepare: Steps) {
  const project = await projectNow(projectId);
  if (!project) throw new Error("The project is gone.");
  const definition = { ...project.definition, prepare };
  await db().update(projects).set({ definition }).where(eq(projects.id, projectId));
}
