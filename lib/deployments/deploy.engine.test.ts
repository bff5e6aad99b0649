import { expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { deleteProject } from "@/lib/projects/remove";
import { restartProject } from "@/lib/projects/restart";
import { projectStatuses } from "@/lib/projects/runtime";
import { startProject } from "@/lib/projects/start";
import { stopProject } from "@/lib/projects/stop";
import { LABELS } from "@/lib/servers";
import { LIMITS } from "./run/limits";
import { freePort, givenRealEngine } from "./run/testing";
import {
  changeImage,
  givenProject,
  givenQueued,
  givenWorkers,
  logOf,
  projectNow,
  textsOf,
  untilEnded,
} from "./testing";

givenDatabase();
const engine = givenRealEngine();
const givenWorker = givenWorkers();
const worker = (limits = {}) => givenWorker({ engine: async () => engine, limits: { ...LIMITS, ...limits } });

const POSTGRES = {
  name: "db",
  image: "postgres:16.4",
  volumes: ["data:/var/lib/postgresql/data"],
  healthcheck: { test: "pg_isready -U postgres", interval: "60s", timeout: "3s", retries: 5 },
};

test("a web app and its database come up in order, answer at their port, and leave nothing when uninstalled", async () => {
  const owner = await givenOwner();
  const hostPort = await freePort();
  const project = await givenProject(
    owner,
    [
      { name: "web", image: "traefik/whoami:v1.10.1", dependsOn: ["db"], exposed: true, exposedPort: 80 },
      POSTGRES,
    ],
    {
      exposures: [{ service: "web", port: 80, kind: "http", label: "Web", mode: "port", hostPort }],
      secrets: { db: { POSTGRES_PASSWORD: "a-password-nobody-prints" } },
    },
  );
  const id = await givenQueued(owner, project.id);
  await worker();
  const ended = await untilEnded(id, 90_000);
  expect(ended).toMatchObject({ state: "ready", reason: null });
  expect((await fetch(`http://127.0.0.1:${hostPort}/`)).status).toBe(200);

  const texts = await textsOf(id);
  const healthy = texts.findIndex((text) => text.startsWith("db is healthy after"));
  expect(healthy).toBeGreaterThan(0);
  expect(texts.indexOf("Starting web")).toBeGreaterThan(healthy);
  // An interval of a minute does not cost a minute.
  expect(Number(/([\d.]+) s$/.exec(texts[healthy] ?? "")?.[1])).toBeLessThan(40);
  expect(texts).toContain(`http://127.0.0.1:${hostPort} answers 200`);
  expect(
    (await logOf(id)).some(
      ({ service, text }) => service === "db" && text.includes("ready to accept connections"),
    ),
  ).toBe(true);

  const status = (await projectStatuses([project])).get(project.id);
  expect(status?.status).toMatchObject({ state: "running" });
  const inside = await engine.exec(
    status?.services[0]?.containerId ?? "",
    ["sh", "-c", "nc -w 2 db 5432 </dev/null"],
    {
      timeoutMs: 5_000,
    },
  );
  expect(inside.exitCode).toBe(0);

  const removed = await deleteProject(owner, {
    projectId: project.id,
    deleteVolumes: [`${project.slug}_data`],
  });
  expect(removed.keptVolumes).toEqual([]);
  expect(await engine.listContainers({ [LABELS.project]: project.id })).toEqual([]);
  expect(await engine.listVolumes({ [LABELS.project]: project.id })).toEqual([]);
  await engine.ensureNetwork(`${project.slug}_default`, {}); // free again
  await engine.removeNetwork(`${project.slug}_default`);
});

test("what was written survives stop, start, restart and a redeployment", async () => {
  const owner = await givenOwner();
  const project = await givenProject(owner, [
    { name: "web", image: "lab/web:1.0.0", volumes: ["kept:/kept"] },
  ]);
  await worker();
  expect(await untilEnded(await givenQueued(owner, project.id), 60_000)).toMatchObject({ state: "ready" });
  const containerOf = async () =>
    (await projectStatuses([project])).get(project.id)?.services[0]?.containerId ?? "";
  const sh = async (line: string) =>
    await engine.exec(await containerOf(), ["sh", "-c", line], { timeoutMs: 5_000 });
  expect((await sh("echo precious > /kept/file")).exitCode).toBe(0);
  const { id: projectId } = project;
  expect(await stopProject(owner, { projectId })).toMatchObject({ status: { state: "stopped" } });
  await startProject(owner, { projectId });
  await restartProject(owner, { projectId });
  await changeImage(projectId, "lab/web:1.0.1");
  expect(await untilEnded(await givenQueued(owner, projectId, "settings"), 60_000)).toMatchObject({
    state: "ready",
  });
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect((await sh("cat /kept/file")).stdout.trim()).toBe("precious");
  expect(await engine.listContainers({ [LABELS.project]: projectId })).toHaveLength(1);
});

test("a version that is never healthy is rolled back, and the old one answers at the same port", async () => {
  const owner = await givenOwner();
  const hostPort = await freePort();
  const exposures = [
    { service: "web", port: 8080, kind: "http" as const, label: "Web", mode: "port" as const, hostPort },
  ];
  const project = await givenProject(owner, [{ name: "web", image: "lab/web:1.0.0" }], { exposures });
  await worker({ healthAtLeastMs: 4_000, healthExtraMs: 0 });
  await untilEnded(await givenQueued(owner, project.id), 60_000);
  expect(await (await fetch(`http://127.0.0.1:${hostPort}/`)).text()).toContain("1.0.0");
  await changeImage(project.id, "lab/web:2.1.0");
  const ended = await untilEnded(await givenQueued(owner, project.id, "settings"), 60_000);
  expect(ended).toMatchObject({ state: "rolled_back", failedService: "web" });
  expect(ended.reason).toContain("What ran before (deployment 1) serves again.");
  expect(await (await fetch(`http://127.0.0.1:${hostPort}/`)).text()).toContain("1.0.0");
  expect((await projectNow(project.id))?.stoppedAt).toBeNull();
});

test("a service that ignores being asked to end is stopped all the same", async () => {
  const owner = await givenOwner();
  const project = await givenProject(owner, [
    { name: "web", image: "lab/stubborn:1", stopGracePeriod: "1s" },
  ]);
  await worker();
  await untilEnded(await givenQueued(owner, project.id), 60_000);
  expect(await stopProject(owner, { projectId: project.id })).toMatchObject({ status: { state: "stopped" } });
});
