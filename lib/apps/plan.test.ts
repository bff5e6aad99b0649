import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { auditEvents } from "@/lib/access/table";
import { givenOwner } from "@/lib/auth/testing";
import { db, sqlClient } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { createMemoryEngine } from "@/lib/engine";
import { projects } from "@/lib/projects/table";
import { useEngine } from "@/lib/servers";
import { installApp } from "./install";
import { planInstall } from "./plan";
import { givenCatalog, NOTES, NOTES_ANSWERS } from "./testing";

givenDatabase();

beforeAll(() => {
  useEngine(createMemoryEngine({ "example/postgres:18.1": { present: true } }));
  givenCatalog();
});

test("the plan tells what would be made, shows no secret and touches nothing", async () => {
  const owner = await givenOwner();
  const plan = await planInstall(owner, { appId: "notes", name: "Log", settings: NOTES_ANSWERS });
  expect(plan).toMatchObject({
    appId: "notes",
    name: "Log",
    slug: "log",
    draftId: null,
    issues: [],
    fit: { fit: { ok: true } },
  });
  expect(plan.services).toMatchObject([
    { name: "web", image: "example/notes:1.2.3", present: false, starts: "When db is healthy" },
    { name: "db", image: "example/postgres:18.1", present: true, starts: "First" },
  ]);
  expect(plan.routes).toMatchObject([
    {
      label: "Web",
      mode: "port",
      address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      conflict: null,
      waiting: null,
    },
    { label: "Database", mode: "internal", address: "db:5432", hostPort: null },
  ]);
  expect(plan.volumes).toEqual([
    { name: "log_data", service: "web", target: "/data", exists: false },
    { name: "log_db-data", service: "db", target: "/var/lib/postgresql", exists: false },
  ]);
  expect(plan.secrets).toEqual([
    { key: "DB_PASSWORD", services: ["web", "db"], form: "32 hex characters" },
    { key: "APP_KEY", services: ["web"], form: "64 base64 characters" },
  ]);
  const variable = (key: string) => plan.environment.find((one) => one.key === key);
  expect(variable("TITLE")).toMatchObject({ value: "Log book", secret: false });
  expect(variable("BASE_URL")?.value).toBe(plan.routes[0]?.address);
  for (const key of ["ADMIN_PASSWORD", "DB_PASSWORD", "DATABASE_URL", "LICENSE"]) {
    expect(variable(key)).toMatchObject({ value: null, secret: true });
  }
  for (const table of ["projects", "project_env", "deployments"]) {
    expect(await sqlClient()`SELECT 1 FROM ${sqlClient()(table)}`).toEqual([]);
  }
  expect(await db().select().from(auditEvents)).toEqual([]);
});

test("the plan names the prepare steps that will run, in order, and what they keep for whom", async () => {
  const persistAs = { key: "TOKEN", secret: true };
  const { services = [] } = NOTES;
  givenCatalog({
    ...NOTES,
    id: "stepped",
    services: [
      ...services,
      { name: "worker", image: "example/notes:1.2.3", environment: { AUTH: "{{config:TOKEN}}" } },
    ],
    configFields: [
      ...(NOTES.configFields ?? []),
      { key: "TOKEN", service: "web", label: "Token", required: true },
    ],
    prepare: [
      { service: "web", command: "a", capture: "token", phase: "post-ready", persistAs, once: true },
      { service: "db", command: "b", capture: "seed", title: { en: "Fill" }, mustSucceed: true },
      { service: "web", command: "c", capture: "never", phase: "pre-deploy" },
    ],
  });
  const owner = await givenOwner();
  const install = { appId: "stepped", settings: NOTES_ANSWERS };
  const plan = await planInstall(owner, install);
  expect(plan.issues).toEqual([]);
  const fill = {
    ...{ id: "db/seed", service: "db", title: "Fill", description: null, runs: "After db has started" },
    ...{ once: false, required: true, keeps: null },
  };
  expect(plan.prepare).toEqual([
    fill,
    {
      ...{ id: "web/token", service: "web", title: "token", description: null, runs: "When web is healthy" },
      ...{ once: true, required: false },
      keeps: { key: "TOKEN", secret: true, services: ["web", "worker"] },
    },
  ]);
  const { projectId } = await installApp(owner, { ...install, deploy: false });
  await db()
    .update(projects)
    .set({ preparedOnce: ["web/token"] })
    .where(eq(projects.id, projectId));
  expect((await planInstall(owner, { ...install, projectId })).prepare).toEqual([fill]);
});

test("what stands in the way is in the plan, where the wizard can show it", async () => {
  const owner = await givenOwner();
  const endpoints = [{ service: "web", port: 8080, mode: "port" as const, hostPort: 25_000 }];
  await installApp(owner, { appId: "notes", name: "Log", settings: NOTES_ANSWERS, endpoints });
  const plan = await planInstall(owner, {
    appId: "notes",
    name: "Log",
    settings: { web: { TITLE: "x" } },
    endpoints,
  });
  expect(plan.issues.map((issue) => issue.path)).toEqual([
    "name",
    "settings.web.ADMIN_PASSWORD",
    "endpoints.0.hostPort",
  ]);
  expect(plan.routes[0]?.conflict).toContain("“Log”");
  const domain = [{ service: "web", port: 8080, mode: "domain" as const, domain: "log.example.org" }];
  const waiting = await planInstall(owner, { appId: "notes", settings: NOTES_ANSWERS, endpoints: domain });
  expect(waiting.routes[0]).toMatchObject({
    mode: "domain",
    hostPort: expect.any(Number),
    waiting: expect.stringContaining("log.example.org"),
  });
  expect([waiting.name, waiting.issues]).toEqual(["Notes", []]);
});

test("a reader may look at a plan with a read-only token, and someone without projects may not", async () => {
  const owner = await givenOwner();
  expect((await planInstall({ ...owner, readOnly: true }, { appId: "notes" })).issues.length).toBeGreaterThan(
    0,
  );
  await expect(planInstall(await givenOwner("restricted"), { appId: "notes" })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});

test("a plan continues a draft of the same app and name, and works without an engine", async () => {
  const owner = await givenOwner();
  const { projectId } = await installApp(owner, { appId: "notes", settings: NOTES_ANSWERS, deploy: false });
  const gone = createMemoryEngine({});
  gone.goAway();
  useEngine(gone);
  const plan = await planInstall(owner, { appId: "notes" });
  expect(plan).toMatchObject({ draftId: projectId, name: "Notes", issues: [] });
  expect(plan.secrets.map((secret) => secret.key)).toEqual(["DB_PASSWORD", "APP_KEY"]);
  expect(plan.services.map((service) => service.present)).toEqual([null, null]);
  expect(plan.volumes.map((volume) => volume.exists)).toEqual([null, null]);
});
