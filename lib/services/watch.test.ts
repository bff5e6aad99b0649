import { eq } from "drizzle-orm";
import { afterAll, afterEach, expect, test } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { givenProject, givenQueued, givenWorkers, untilEnded } from "@/lib/deployments/testing";
import { createMemoryEngine, type MemoryEngine } from "@/lib/engine/memory/memory-engine";
import { projectStatuses } from "@/lib/projects/runtime";
import { projects } from "@/lib/projects/table";
import { useEngine as giveEngine, LABELS } from "@/lib/servers";
import { serviceStates } from "./table";
import { watchServices } from "./watch";
import { watchState } from "./watch-state";

givenDatabase();
const givenWorker = givenWorkers();
const CHECK = { test: ["CMD", "healthy"], interval: "1s", retries: 1 };
const watching: { stop: AbortController; done: Promise<void> }[] = [];

async function endWatches() {
  for (const { stop } of watching) stop.abort();
  await Promise.all(watching.splice(0).map(({ done }) => done));
}
afterEach(endWatches);
afterAll(() => giveEngine(undefined));

/** An engine that counts what it is asked. */
function counting(engine: MemoryEngine) {
  const asked: string[] = [];
  const counted = new Proxy(engine, {
    get(target, name: keyof MemoryEngine) {
      const own = target[name];
      if (typeof own !== "function") return own;
      return (...args: never[]) => {
        asked.push(name);
        return (own as (...args: never[]) => unknown)(...args);
      };
    },
  });
  return { counted, asked };
}

function givenWatch(engine: MemoryEngine) {
  const stop = new AbortController();
  watching.push({ stop, done: watchServices(stop.signal, { find: async () => engine, firstPauseMs: 20 }) });
}

type Images = Parameters<typeof createMemoryEngine>[0];

async function givenDeployed(images: Images, services: Parameters<typeof givenProject>[1]) {
  const engine = createMemoryEngine(images);
  giveEngine(engine);
  const owner = await givenOwner();
  const project = await givenProject(owner, services);
  await givenWorker({ engine: async () => engine });
  await untilEnded(await givenQueued(owner, project.id));
  return { engine, owner: owner as Caller, project, projectId: project.id };
}

const rowsOf = (projectId: string) =>
  db().select().from(serviceStates).where(eq(serviceStates.projectId, projectId));

/** The project's services as its page tells them, once `is` holds. */
async function until(project: { id: string }, expected: object[]) {
  const read = async () => {
    const [row] = await db().select().from(projects).where(eq(projects.id, project.id));
    return row && (await projectStatuses([row])).get(project.id)?.services;
  };
  await expect.poll(read, { timeout: 10_000, interval: 30 }).toMatchObject(expected);
}

async function containerOf(engine: MemoryEngine, projectId: string, service: string) {
  const labels = { [LABELS.project]: projectId, [LABELS.service]: service };
  const [found] = await engine.listContainers(labels);
  if (!found) throw new Error(`There is no container of ${service}.`);
  return found;
}

test("what happens to containers is written down, without asking the engine in between", async () => {
  const { engine, project, projectId } = await givenDeployed({ "web:1": {}, "db:1": {} }, [
    { name: "web", image: "web:1", healthcheck: CHECK },
    { name: "db", image: "db:1" },
  ]);
  const { counted, asked } = counting(engine);
  givenWatch(counted);
  await until(project, [
    { name: "web", state: "healthy" },
    { name: "db", state: "running", restartCount: 0 },
  ]);
  giveEngine(counted);
  const before = asked.length;
  for (let times = 0; times < 5; times++) await projectStatuses([project]);
  expect(asked.slice(before)).toEqual([]);

  const db = await containerOf(engine, projectId, "db");
  await engine.stopContainer(db.id, 1_000);
  await until(project, [{}, { state: "stopped", reason: "Stopped by hand on the engine", exitCode: 143 }]);
  await engine.removeContainer(db.id);
  await until(project, [{}, { state: "missing", containerId: null }]);
  const calls = asked.slice(before).filter((name) => name !== "stopContainer" && name !== "removeContainer");
  expect(new Set(calls)).toEqual(new Set(["inspectContainer"]));
  expect(calls.length).toBeLessThanOrEqual(6);
});

test("a crash loop is named, with how it exits", async () => {
  const { engine, project, projectId } = await givenDeployed(
    { "web:1": {}, "crash:1": { exits: { afterMs: 20, code: 3 } } },
    [{ name: "web", image: "web:1" }],
  );
  givenWatch(engine);
  const web = await containerOf(engine, projectId, "web");
  await engine.removeContainer(web.id);
  await engine.pullImage("crash:1", { signal: AbortSignal.timeout(5_000), onProgress: () => {} });
  const { id: _, ...spec } = { ...web, env: {}, volumes: [], files: [], aliases: [], healthcheck: undefined };
  const made = await engine.createContainer({
    ...spec,
    ...{ image: "crash:1", network: web.networks[0] ?? "", restart: "always" },
  });
  await engine.startContainer(made);
  await until(project, [
    {
      state: "crash-loop",
      reason: expect.stringMatching(/^Restarted \d+ times in .+; exits with 3 (at once|after .+)$/),
    },
  ]);
  const [row] = await rowsOf(projectId);
  expect(row?.restartCount).toBeGreaterThanOrEqual(3);
  expect(row?.ends).toMatchObject([{ exitCode: 3, asked: false, oomKilled: false }, {}, {}]);
});

test("an engine that goes away makes everything unknown, and all is read anew when it is back", async () => {
  const { engine, project, projectId } = await givenDeployed({ "web:1": {} }, [
    { name: "web", image: "web:1" },
  ]);
  givenWatch(engine);
  await expect.poll(watchState).toMatchObject({ watched: true });
  await until(project, [{ state: "running" }]);
  engine.goAway();
  await until(project, [
    { state: "unknown", reason: expect.stringMatching(/does not answer; last read (a|\d+) seconds? ago$/) },
  ]);
  engine.comeBack();
  await until(project, [{ state: "running" }]);
  const { id } = await containerOf(engine, projectId, "web");
  engine.goAway();
  await until(project, [{ state: "unknown" }]);
  engine.comeBack();
  await engine.removeContainer(id);
  await until(project, [{ state: "missing" }]);
});

test("one of two watchers watches, and the other goes on when it ends", async () => {
  const { engine, project, projectId } = await givenDeployed({ "web:1": {} }, [
    { name: "web", image: "web:1" },
  ]);
  const first = counting(engine);
  const second = counting(engine);
  givenWatch(first.counted);
  await until(project, [{ state: "running" }]);
  await expect.poll(() => first.asked).toContain("events");
  givenWatch(second.counted);
  const { id } = await containerOf(engine, projectId, "web");
  await engine.stopContainer(id, 1_000);
  await until(project, [{ state: "stopped" }]);
  expect(second.asked).toEqual([]);
  const [one] = watching.splice(0, 1);
  one?.stop.abort();
  await one?.done;
  await engine.startContainer(id);
  await until(project, [{ state: "running" }]);
  await expect.poll(() => second.asked).toContain("events");
});

test("what is kept of services goes with their version, and with their project", async () => {
  const { engine, owner, project, projectId } = await givenDeployed({ "web:1": {} }, [
    { name: "web", image: "web:1" },
  ]);
  givenWatch(engine);
  await until(project, [{ state: "running" }]);
  const [before] = await rowsOf(projectId);
  await untilEnded(await givenQueued(owner, projectId));
  await expect
    .poll(async () => {
      const { id } = await containerOf(engine, projectId, "web");
      await engine.renameContainer(id, `renamed-${Date.now()}`);
      return (await rowsOf(projectId)).map(({ deploymentId }) => deploymentId === before?.deploymentId);
    })
    .toEqual([false]);
  await db().delete(projects).where(eq(projects.id, projectId));
  expect(await rowsOf(projectId)).toEqual([]);
});

test("what a health check wrote is shown without the secrets in it", async () => {
  const engine = createMemoryEngine({ "web:1": { healthyAfterMs: 0 } });
  giveEngine(engine);
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "web:1", healthcheck: CHECK }], {
    secrets: { web: { PASSWORD: "hunter2-hunter2" } },
  });
  await givenWorker({ engine: async () => engine });
  await untilEnded(await givenQueued(owner, project.id));
  const sick = new Proxy(engine, {
    get: (target, name: keyof MemoryEngine) =>
      name !== "listContainers"
        ? target[name]
        : async (labels: Record<string, string>) =>
            (await target.listContainers(labels)).map((container) => ({
              ...{ ...container, health: "unhealthy" as const },
              healthOutput: "first line\nlogin with hunter2-hunter2 failed\n",
            })),
  });
  giveEngine(sick);
  givenWatch(sick);
  await until(project, [{ state: "unhealthy", reason: "Its health check fails: login with •••••• failed" }]);
});
