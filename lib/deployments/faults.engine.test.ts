import { createServer } from "node:net";
import { expect, test } from "vitest";
import type { AppDefinitionInput } from "@/lib/app-definition/schema";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { connectDocker } from "@/lib/engine";
import { projectStatuses } from "@/lib/projects/runtime";
import type { Exposure } from "@/lib/projects/schema";
import { LABELS } from "@/lib/servers";
import { cancelDeployment } from "./cancel";
import { LIMITS } from "./run/limits";
import { freePort, givenRealEngine, givenWire } from "./run/testing";
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
const engine = givenRealEngine();
const givenWorker = givenWorkers();
const registry = process.env.LAB_REGISTRY ?? "127.0.0.1:5000";

/** Deploys one service on the real engine. @returns how it ended, with nothing of it left on the engine */
async function failing(
  service: Partial<NonNullable<AppDefinitionInput["services"]>[number]>,
  more: { exposures?: Exposure[]; limits?: object } = {},
) {
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "busybox:1.36.1", ...service }], more);
  const id = await givenQueued(owner, project.id);
  await givenWorker({ engine: async () => engine, limits: { ...LIMITS, ...more.limits } });
  const ended = await untilEnded(id, 60_000);
  expect(ended.finishedAt).not.toBeNull();
  expect(ended.advice).toMatch(/\.$/);
  expect(await engine.listContainers({ [LABELS.project]: project.id })).toEqual([]);
  const status = (await projectStatuses([project])).get(project.id)?.status;
  expect(status).toMatchObject({ state: "failed", reason: ended.reason });
  return { ...ended, texts: await textsOf(id) };
}

test("a tag that the registry does not have", async () => {
  const image = `${registry}/library/busybox:no-such-tag`;
  const ended = await failing({ image });
  expect(ended).toMatchObject({ state: "failed", failedService: "web" });
  expect(ended.reason).toContain(image);
  expect(ended.advice).toContain("Check the image's name and version");
  expect(ended.steps.find(({ name }) => name === "pull")?.state).toBe("failed");
});

test("a registry that is down", async () => {
  const ended = await failing({ image: "127.0.0.1:1/library/busybox:1" });
  expect(ended.reason).toContain("127.0.0.1:1");
  expect(ended.advice).toContain("network");
});

test("a port that another program holds", async () => {
  const hostPort = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(hostPort, "127.0.0.1", resolve));
  try {
    const exposures = [
      { service: "web", port: 8080, kind: "http" as const, label: "Web", mode: "port" as const, hostPort },
    ];
    const ended = await failing({ image: "lab/web:1.0.0" }, { exposures });
    expect(ended.reason).toContain(String(hostPort));
    expect(ended.advice).toContain("Choose another port");
  } finally {
    server.close();
  }
});

test("a container that exits at once", async () => {
  const ended = await failing({ image: "lab/crash:1", environment: { EXIT_CODE: "7" } });
  expect(ended.reason).toMatch(/^web ended with exit code 7 \d times in a row\./);
  expect(ended.texts.length).toBeGreaterThan(5);
});

test("a container that exits at once and is not to be restarted, with its last line", async () => {
  const ended = await failing({
    commandArgv: ["sh", "-c", "echo the config is wrong; exit 4"],
    restart: "no",
  });
  expect(ended.reason).toBe("web ended with exit code 4. Its last line: the config is wrong.");
  expect(ended.texts).toContain("the config is wrong");
});

test("a command that is not in the image", async () => {
  const ended = await failing({ commandArgv: ["/no/such/program"] });
  expect(ended.failedService).toBe("web");
  expect(ended.reason).toContain("the program to run is not in its image");
});

test("a health check that never passes", async () => {
  const ended = await failing(
    { image: "lab/unhealthy:1" },
    { limits: { healthAtLeastMs: 3_000, healthExtraMs: 0 } },
  );
  expect(ended.reason).toMatch(/^web was not healthy within \d+ s\./);
  expect(ended.steps.find(({ name }) => name === "health")).toMatchObject({
    state: "failed",
    items: [{ name: "web", state: "failed" }],
  });
});

test("a port that nobody listens on inside", async () => {
  const hostPort = await freePort();
  const exposures = [
    { service: "web", port: 9999, kind: "tcp" as const, label: "Raw", mode: "publish" as const, hostPort },
  ];
  const ended = await failing({ image: "lab/web:1.0.0" }, { exposures, limits: { routesMs: 2_000 } });
  expect(ended.reason).toMatch(/^web runs, but .* did not answer within 2 s\.$/);
  expect(ended.advice).toContain("port 9999");
});

test("an app that writes thousands of lines a second", async () => {
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "lab/noisy:1", dependsOn: [] }]);
  const id = await givenQueued(owner, project.id);
  await givenWorker({ engine: async () => engine, limits: { ...LIMITS, settleMs: 4_000 } });
  expect(await untilEnded(id, 60_000)).toMatchObject({ state: "ready" });
  const lines = await logOf(id);
  expect(lines.filter(({ service }) => service === "web")).toHaveLength(5_000);
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at + 1));
});

test("an engine that goes away in the middle and comes back", async () => {
  const wire = await givenWire();
  const owner = await givenOwner();
  const project = await givenProject(owner, [
    { name: "web", image: "lab/web:1.0.0", environment: { START_DELAY: "3" } },
  ]);
  const id = await givenQueued(owner, project.id);
  const there = connectDocker(wire.address);
  await givenWorker({ engine: async () => there, limits: LIMITS });
  await untilDeployment(
    id,
    ({ steps }) => steps.some(({ name, state }) => name === "health" && state === "running"),
    30_000,
  );
  await wire.cut();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await wire.mend();
  expect(await untilEnded(id, 60_000)).toMatchObject({ state: "ready" });
  expect(await textsOf(id)).toContain("The container engine answers again. Going on.");
  expect(await engine.listContainers({ [LABELS.project]: project.id })).toHaveLength(1);
});

test("an engine that goes away for good ends the deployment with a reason, and its remains go when it is back", async () => {
  const wire = await givenWire();
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "lab/slow:1" }]);
  const id = await givenQueued(owner, project.id);
  const there = connectDocker(wire.address);
  await givenWorker({ engine: async () => there, limits: { ...LIMITS, engineAwayMs: 2_000 } });
  await untilDeployment(
    id,
    ({ steps }) => steps.some(({ name, state }) => name === "health" && state === "running"),
    30_000,
  );
  await wire.cut();
  const ended = await untilEnded(id, 60_000);
  expect(ended.state).toBe("failed");
  expect(ended.reason).toMatch(/^The container engine stopped answering while starting services\./);
  await wire.mend();
  const { useEngine: giveEngine } = await import("@/lib/servers");
  const { sweep } = await import("./run/sweep");
  giveEngine(engine);
  expect(await sweep()).toEqual([expect.stringContaining(project.slug)]);
  giveEngine(undefined);
  expect(await engine.listContainers({ [LABELS.project]: project.id })).toEqual([]);
});

test("a cancel while an engine call hangs ends all the same", async () => {
  const wire = await givenWire();
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "lab/web:1.0.0" }]);
  const deploymentId = await givenQueued(owner, project.id);
  const there = connectDocker(wire.address);
  const held = wire.hold(/^POST \S*\/containers\/create/);
  await givenWorker({ engine: async () => there, limits: { ...LIMITS, graceMs: 1_000 } });
  await held;
  await cancelDeployment(owner, { deploymentId });
  expect(await untilEnded(deploymentId, 10_000)).toMatchObject({ state: "cancelled", reason: "Cancelled." });
  wire.release();
});
