import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { auditEvents } from "@/lib/access/table";
import type { AppDefinitionInput } from "@/lib/app-definition/schema";
import { installApp, planInstall } from "@/lib/apps";
import { curatedApp } from "@/lib/apps/catalog";
import { givenCatalog, NOTES, NOTES_ANSWERS } from "@/lib/apps/testing";
import { givenOwner } from "@/lib/auth/testing";
import { db, sqlClient } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { deployProject } from "@/lib/deployments";
import { givenWorkers, untilEnded } from "@/lib/deployments/testing";
import { createMemoryEngine } from "@/lib/engine";
import { useEngine } from "@/lib/servers";
import { changeResources, changeSettings, patchProject, planChange, replaceEnv } from "..";
import { projectRecord } from "../on-project";
import { projects } from "../table";
import { withoutSecretValues } from "../variables/secret-keys";
import { settleVariables } from "../variables/settle";
import { openVariable, readVariables, removeVariables, writeVariables } from "../variables/stored";
import { createRecorder, expectChanged, expectInstalled } from "./testing";

givenDatabase();
const givenWorker = givenWorkers();
const images = { "example/notes:1.2.3": {}, "example/notes:1.3.0": {}, "example/cache:9.0": {} };
const memory = createMemoryEngine(
  { ...images, "example/postgres:18.1": { present: true, healthyAfterMs: 50 } },
  { local: false },
);
const recorder = createRecorder(memory);

const CONF = { service: "db", path: "/etc/plain.conf", content: "a=1\nurl={{publicUrl:web}}\nz=26\n" };
const PLAIN: AppDefinitionInput = {
  ...NOTES,
  id: "plain",
  name: "Plain",
  files: [...(NOTES.files ?? []), CONF],
};

beforeAll(() => {
  useEngine(recorder.engine);
  givenCatalog(PLAIN);
});

const port = (hostPort: number) => [{ service: "web", port: 8080, mode: "port" as const, hostPort }];

/** An app as it runs after its first deployment, and what the engine was asked for it. */
async function givenRunning(owner: Caller, hostPort: number) {
  const input = { appId: "plain", name: `P ${hostPort}`, settings: NOTES_ANSWERS, endpoints: port(hostPort) };
  await givenWorker({ engine: async () => recorder.engine, limits: { settleMs: 20, healthPollMs: 20 } });
  recorder.take();
  const plan = await planInstall(owner, input);
  const { projectId, deploymentId } = await installApp(owner, input);
  expect(await untilEnded(deploymentId ?? "")).toMatchObject({ state: "ready" });
  return { plan, projectId, done: recorder.take() };
}

async function redeploy(owner: Caller, projectId: string) {
  const { deploymentId } = await deployProject(owner, { projectId });
  expect(await untilEnded(deploymentId)).toMatchObject({ state: "ready", reason: null });
  return recorder.take();
}

test("an installation asks the engine for exactly what its plan says", async () => {
  const { plan, done } = await givenRunning(await givenOwner(), 30_101);
  expectInstalled(plan, done);
  expect(plan.files).toEqual([
    { service: "web", path: "/etc/notes.conf", secret: true },
    { service: "db", path: "/etc/plain.conf", secret: false },
  ]);
  expect(plan.services.map(({ name, order }) => [name, order])).toEqual([
    ["web", 2],
    ["db", 1],
  ]);
});

test("whatever is changed, the deployment does exactly what the plan of it says", async () => {
  const owner = await givenOwner();
  const { projectId, done } = await givenRunning(owner, 30_201);
  let before = done;
  const Title = fc
    .string({ minLength: 1, maxLength: 12 })
    .filter((text) => text.trim() === text && text !== "");
  const Proposal = fc.record(
    {
      settings: fc.record({
        web: fc.record(
          {
            TITLE: Title.filter((text) => !text.includes("\0")),
            MAX: fc.integer({ min: 1, max: 9 }).map(String),
            SIGN_UP: fc.constantFrom("true", "false"),
            ADMIN_PASSWORD: fc.integer({ min: 1e9, max: 2e9 }).map((one) => `secret-${one}`),
          },
          { requiredKeys: [] },
        ),
      }),
      endpoints: fc.integer({ min: 30_210, max: 30_214 }).map(port),
      resources: fc.record({
        web: fc.record({ memoryMb: fc.option(fc.integer({ min: 6, max: 4096 })) }),
        db: fc.record({ cpuCores: fc.option(fc.constantFrom(0.25, 1, 2)) }),
      }),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(Proposal, async ({ settings, endpoints, resources }) => {
      const plan = await planChange(owner, { projectId, settings, endpoints, resources });
      expect(JSON.stringify(plan)).not.toContain("secret-");
      if (settings) await changeSettings(owner, { projectId, settings });
      if (endpoints) await patchProject(owner, { projectId, endpoints });
      if (resources) await changeResources(owner, { projectId, resources });
      // Saved or not yet: the plan is the same.
      expect(await planChange(owner, { projectId })).toEqual(plan);
      const after = await redeploy(owner, projectId);
      expectChanged(plan, before, after);
      before = after;
    }),
    { numRuns: 5, endOnFailure: true },
  );
  const nothing = await planChange(owner, { projectId });
  expect([nothing.variables, nothing.files, nothing.limits]).toEqual([[], [], []]);
  expect(nothing.services.map(({ change, why }) => [change, why])).toEqual([
    ["recreated", []],
    ["recreated", []],
  ]);
});

test("a changed port is told where it shows: the route, the variable and the line of the file", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenRunning(owner, 30_301);
  const plan = await planChange(owner, { projectId, endpoints: port(30_302) });
  const [from, to] = ["http://127.0.0.1:30301", "http://127.0.0.1:30302"];
  expect(plan.routes).toMatchObject([
    { service: "web", change: "changed", address: to, from: { address: from, hostPort: 30_301 } },
    { service: "db", change: "same", mode: "internal" },
  ]);
  expect(plan.variables).toEqual([
    { service: "web", key: "BASE_URL", change: "changed", secret: false, from, to },
  ]);
  expect(plan.files).toEqual([
    { service: "web", path: "/etc/notes.conf", change: "changed", secret: true, lines: null },
    {
      ...{ service: "db", path: "/etc/plain.conf", change: "changed", secret: false },
      lines: [
        { kind: "same", text: "a=1" },
        { kind: "removed", text: `url=${from}` },
        { kind: "added", text: `url=${to}` },
        { kind: "same", text: "z=26" },
        { kind: "skipped", text: "1 line" },
      ],
    },
  ]);
  expect(plan.services.map(({ name, why }) => [name, why])).toEqual([
    ["web", ["variables", "files", "ports"]],
    ["db", ["files"]],
  ]);
  const taken = await planChange(owner, { projectId, endpoints: port(30_301) });
  expect(taken.issues).toEqual([]);
});

test("variables that are added, changed and taken away are told one by one", async () => {
  const owner = await givenOwner();
  const { projectId, done } = await givenRunning(owner, 30_401);
  const env = [
    { service: "db", key: "EXTRA", value: "{{config:DB_PASSWORD}}" },
    { service: "web", key: "MODE", value: "loud" },
    { service: "web", key: "HUSH", value: "hush-hush", secret: true },
  ];
  const plan = await planChange(owner, { projectId, env });
  expect(plan.variables).toEqual([
    { service: "web", key: "HUSH", change: "added", secret: true, from: null, to: null },
    { service: "web", key: "MODE", change: "changed", secret: false, from: "quiet", to: "loud" },
    {
      ...{ service: "db", key: "EXTRA", change: "added", secret: false },
      ...{ from: null, to: "{{config:DB_PASSWORD}}" },
    },
  ]);
  await replaceEnv(owner, { projectId, env });
  const after = await redeploy(owner, projectId);
  expectChanged(plan, done, after);
  const back = await planChange(owner, { projectId, env: [] });
  expect(back.variables.map(({ key, change }) => [key, change])).toEqual([
    ["HUSH", "removed"],
    ["MODE", "changed"],
    ["EXTRA", "removed"],
  ]);
});

test("another definition is planned whole, down to services that end and volumes that stay", async () => {
  const owner = await givenOwner();
  const { projectId, done } = await givenRunning(owner, 30_501);
  const [web, database] = PLAIN.services ?? [];
  if (!web || !database) throw new Error("the test app has two services");
  const { volumes: _volumes, dependsOn: _dependsOn, ...rest } = web;
  const newer: AppDefinitionInput = {
    ...PLAIN,
    services: [
      { ...rest, image: "example/notes:1.3.0", command: "serve --fast", dependsOn: ["cache"] },
      { name: "cache", image: "example/cache:9.0", volumes: ["cache:/data"], resources: { memoryMb: 64 } },
    ],
    configFields: [
      { key: "DB_PASSWORD", service: "web", label: "Password", generate: "secret", generateGroup: "db" },
      { key: "APP_KEY", service: "web", label: "Key", generate: "secret" },
      { key: "CACHE_KEY", service: "cache", label: "Key", generate: "secret", length: 16 },
    ],
    endpoints: [{ service: "web", port: 8080, label: "Web", kind: "http", required: true }],
    files: [],
    connection: undefined,
  };
  givenCatalog(newer);
  const plan = await planChange(owner, { projectId, definition: "catalog" });
  expect(plan).toMatchObject({
    version: { from: "1.2.3", to: "1.3.0" },
    services: [
      { name: "web", change: "recreated", from: "example/notes:1.2.3", present: false, order: 2 },
      { name: "cache", change: "added", from: null, order: 1 },
      { name: "db", change: "removed", order: null },
    ],
    volumes: [
      { name: "p-30501_cache", change: "made" },
      { name: "p-30501_data", change: "left", exists: true },
      { name: "p-30501_db-data", change: "left" },
    ],
    routes: [
      { service: "web", change: "same" },
      { service: "db", change: "removed" },
    ],
    files: [{ service: "web", path: "/etc/notes.conf", change: "removed", secret: true }],
    limits: [],
    secrets: [{ key: "CACHE_KEY", services: ["cache"], form: "16 hex characters" }],
    issues: [],
  });
  expect(plan.services[0]?.why).toEqual(["image", "command", "volumes", "files"]);
  await applyCatalog(projectId);
  expectChanged(plan, done, await redeploy(owner, projectId));
  expect((await memory.listVolumes({})).map(({ name }) => name)).toEqual(
    expect.arrayContaining(["p-30501_data", "p-30501_db-data"]),
  );
  givenCatalog(PLAIN);
});

test("what is built here is built when something of it changes, and else taken over", async () => {
  const [, database] = PLAIN.services ?? [];
  if (!database) throw new Error("the test app has two services");
  givenCatalog({
    ...PLAIN,
    services: [
      {
        ...{ name: "web", exposed: true, exposedPort: 8080, secretEnv: ["LICENSE"] },
        build: { dockerfile: "FROM example/notes:1.2.3\nLABEL title={{config:TITLE}}" },
        environment: { LICENSE: "builtin-license-text" },
      },
      database,
    ],
  });
  const owner = await givenOwner();
  const { plan, projectId, done } = await givenRunning(owner, 30_801);
  expectInstalled(plan, done);
  expect(plan.services).toMatchObject([
    { name: "web", image: "its own image, built from example/notes:1.2.3", build: "built", present: null },
    { name: "db", build: null },
  ]);
  const same = await planChange(owner, { projectId });
  expect(same.services[0]).toMatchObject({ build: "kept", from: null, why: [] });
  const again = await redeploy(owner, projectId);
  expectChanged(same, done, again);
  const settings = { web: { TITLE: "Another" } };
  const other = await planChange(owner, { projectId, settings });
  expect(other.services[0]).toMatchObject({ build: "built", why: ["image", "variables"] });
  await changeSettings(owner, { projectId, settings });
  expectChanged(other, again, await redeploy(owner, projectId));
  givenCatalog(PLAIN);
});

/** Stores the catalog's definition as an installation stores one. */
async function applyCatalog(projectId: string) {
  const definition = curatedApp("plain")?.definition;
  if (!definition) throw new Error("the test app is in the catalog");
  const rows = await readVariables(projectId);
  const { writes, removals } = await settleVariables(definition, rows, {});
  const { exposures } = await projectRecord(projectId);
  await db().transaction(async (tx) => {
    await removeVariables(tx, removals);
    await writeVariables(tx, projectId, writes);
    await tx
      .update(projects)
      .set({
        definition: withoutSecretValues(definition),
        exposures: exposures.filter(({ service }) => service === "web"),
      })
      .where(eq(projects.id, projectId));
  });
}

test("a plan touches nothing, shows no secret, and is for whoever may read the project", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenRunning(owner, 30_601);
  const before = [await projectRecord(projectId), await readVariables(projectId)];
  const audited = (await db().select().from(auditEvents)).length;
  const settings = { web: { TITLE: "Other", ADMIN_PASSWORD: "typed-just-now" } };
  const plan = await planChange({ ...owner, readOnly: true }, { projectId, settings });
  expect(plan.variables).toEqual([
    { service: "web", key: "ADMIN_PASSWORD", change: "changed", secret: true, from: null, to: null },
    { service: "web", key: "TITLE", change: "changed", secret: false, from: "Log book", to: "Other" },
  ]);
  const told = JSON.stringify(plan);
  for (const { secret, text } of (await readVariables(projectId)).map(openVariable)) {
    if (secret) expect(told).not.toContain(text);
  }
  expect(told).not.toContain("typed-just-now");
  expect([await projectRecord(projectId), await readVariables(projectId)]).toEqual(before);
  expect(await db().select().from(auditEvents)).toHaveLength(audited);
  await expect(planChange(await givenOwner(), { projectId })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("what stands in the way is in the plan, and what cannot be resolved is refused by name", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenRunning(owner, 30_701);
  const wrong = await planChange(owner, {
    projectId,
    settings: { web: { MAX: "ten" } },
    endpoints: [{ service: "web", port: 8080, mode: "internal" }],
    resources: { db: { memoryMb: 99_999 } },
  });
  expect(wrong.issues.map(({ path }) => path).sort()).toEqual([
    "endpoints.0.mode",
    "resources.db.memoryMb",
    "settings.web.MAX",
  ]);
  await sqlClient()`UPDATE project_env SET value = '{{config:NOWHERE}}' WHERE project_id = ${projectId} AND key = 'MODE'`;
  await expect(planChange(owner, { projectId })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    message: expect.stringContaining("MODE of web cannot be resolved"),
  });
});

test("the plan of a draft is its first deployment", async () => {
  const owner = await givenOwner();
  const { projectId } = await installApp(owner, { appId: "plain", settings: NOTES_ANSWERS, deploy: false });
  const plan = await planChange(owner, { projectId });
  expect(plan).toMatchObject({ running: null, version: { from: null, to: "1.2.3" }, issues: [] });
  expect(plan.services.map(({ change, why }) => [change, why])).toEqual([
    ["added", []],
    ["added", []],
  ]);
  expect(plan.variables.every(({ change }) => change === "added")).toBe(true);
});
