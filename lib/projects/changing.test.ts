import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { Refusal } from "@/lib/access/refusal";
import { auditEvents } from "@/lib/access/table";
import { installApp } from "@/lib/apps";
import { givenCatalog, NOTES_ANSWERS } from "@/lib/apps/testing";
import { givenOwner } from "@/lib/auth/testing";
import { db, sqlClient } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { createMemoryEngine } from "@/lib/engine";
import { useEngine } from "@/lib/servers";
import { changeSettings, patchProject, replaceEnv, showDraft, showEnv, showProject, showSettings } from ".";
import { assertDeployable } from "./completeness";
import { projectRecord } from "./on-project";
import { projectEnv } from "./table";
import { givenProject } from "./testing";
import { openVariable, readVariables } from "./variables/stored";

givenDatabase();

beforeAll(() => {
  useEngine(createMemoryEngine({}));
  givenCatalog();
});

async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Refusal);
  return error as Refusal;
}

async function text(projectId: string, key: string, service = "web") {
  const row = (await readVariables(projectId)).find((one) => one.key === key && one.service === service);
  return row && openVariable(row);
}

test("who may only read, and a read-only token, change nothing", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenProject(owner);
  const { organizationId } = owner;
  const reader = {
    ...(await givenOwner("restricted")),
    grants: [
      {
        organizationId,
        resourceType: "project" as const,
        resourceId: projectId,
        permission: "read" as const,
      },
    ],
  };
  const before = await db().select().from(projectEnv).where(eq(projectEnv.projectId, projectId));
  const codes = (caller: typeof owner) =>
    Promise.all(
      [
        patchProject(caller, { projectId, name: "Mine" }),
        replaceEnv(caller, { projectId, env: [{ service: "web", key: "A", value: "b" }] }),
        changeSettings(caller, { projectId, settings: { web: { TITLE: "Mine" } } }),
      ].map(async (attempt) => (await refusalOf(attempt)).code),
    );
  expect(await codes(reader)).toEqual(Array(3).fill("FORBIDDEN"));
  expect(await codes({ ...owner, readOnly: true })).toEqual(Array(3).fill("TOKEN_READ_ONLY"));
  expect(await codes(await givenOwner())).toEqual(Array(3).fill("NOT_FOUND"));
  expect(await db().select().from(projectEnv).where(eq(projectEnv.projectId, projectId))).toEqual(before);
});

test("settings change all or none, and say what the running version lacks", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenProject(owner);
  const wrong = changeSettings(owner, { projectId, settings: { web: { TITLE: "Better", MAX: "ten" } } });
  expect((await refusalOf(wrong)).issues?.map((issue) => issue.path)).toEqual(["settings.web.MAX"]);
  expect((await text(projectId, "TITLE"))?.text).toBe("Log book");
  expect(await changeSettings(owner, { projectId, settings: { web: { TITLE: "Log book" } } })).toEqual({
    changed: [],
    needsRedeploy: false,
  });

  const title = { service: "web", key: "TITLE" };
  const settings = { web: { TITLE: "Better", ADMIN_PASSWORD: "" } };
  expect(await changeSettings(owner, { projectId, settings })).toEqual({
    changed: [title],
    needsRedeploy: true,
  });
  expect((await text(projectId, "ADMIN_PASSWORD"))?.text).toBe("wind-and-weather");
  expect(await showSettings(owner, { projectId })).toMatchObject({
    undeployed: [title],
    needsRedeploy: true,
  });
  await changeSettings(owner, { projectId, settings: { web: { TITLE: "Log book" } } });
  expect((await showSettings(owner, { projectId })).needsRedeploy).toBe(false);

  await changeSettings(owner, {
    projectId,
    settings: { web: { ADMIN_PASSWORD: "new-password", MAX: "4", SIGN_UP: "true" } },
  });
  expect(await text(projectId, "ADMIN_PASSWORD")).toMatchObject({ text: "new-password", secret: true });
  await changeSettings(owner, { projectId, settings: { web: { MAX: "" } } });
  expect(await text(projectId, "MAX")).toBeUndefined();
  const { groups } = await showSettings(owner, { projectId });
  const field = (key: string) => groups[0]?.fields.find((one) => one.key === key);
  expect(field("ADMIN_PASSWORD")).toMatchObject({ value: "", set: true });
  expect(field("SIGN_UP")).toMatchObject({ value: "true", set: true });
  expect(field("MAX")).toMatchObject({ value: "", set: false });
  const required = changeSettings(owner, { projectId, settings: { web: { TITLE: "" } } });
  expect((await refusalOf(required)).issues?.[0]?.path).toBe("settings.web.TITLE");
});

test("variables are set by service and key; secrets are never told, and stay when no value comes", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenProject(owner);
  const put = (env: Parameters<typeof replaceEnv>[1]["env"]) => replaceEnv(owner, { projectId, env });
  const { data } = await put([
    { service: "web", key: "EXTRA", value: "{{config:DB_PASSWORD}}\nEVIL=1" },
    { service: "web", key: "TOKEN", value: "tok-123456", secret: true },
    { service: "web", key: "LICENSE", value: "mine", secret: false },
    { service: "web", key: "MODE", value: "loud" },
  ]);
  const entry = (key: string) => data.find((one) => one.key === key);
  expect(entry("EXTRA")).toMatchObject({ value: "{{config:DB_PASSWORD}}\nEVIL=1", source: "user" });
  expect(entry("TOKEN")).toMatchObject({ value: null, secret: true });
  expect(entry("LICENSE")).toMatchObject({ value: null, secret: true });
  expect(entry("MODE")).toMatchObject({ value: "loud", source: "user" });
  expect(entry("BASE_URL")).toMatchObject({ source: "definition" });
  const stored = await sqlClient()`SELECT t::text AS line FROM project_env t`;
  expect(JSON.stringify(stored)).not.toMatch(/tok-123456|"mine"/);

  await put([
    { service: "web", key: "TOKEN" },
    { service: "web", key: "LICENSE", secret: false },
  ]);
  expect(await text(projectId, "TOKEN")).toMatchObject({ text: "tok-123456", secret: true });
  expect(await text(projectId, "LICENSE")).toMatchObject({ text: "mine", secret: true });
  expect(await text(projectId, "EXTRA")).toBeUndefined();
  expect(await text(projectId, "MODE")).toMatchObject({ text: "quiet", source: "definition" });
});

test("reading all variables and sending them back changes nothing", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenProject(owner);
  const before = await readVariables(projectId);
  const { data } = await showEnv(owner, { projectId });
  const env = data.map(({ service, key, value, secret }) => ({
    service,
    key,
    secret,
    ...(value !== null && { value }),
  }));
  await replaceEnv(owner, { projectId, env });
  expect(await readVariables(projectId)).toEqual(before);
});

test("a variable that cannot be is refused with its place, and nothing is stored", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenProject(owner);
  const before = await readVariables(projectId);
  const issue = async (...env: Parameters<typeof replaceEnv>[1]["env"]) =>
    (
      await refusalOf(
        replaceEnv(owner, { projectId, env: [{ service: "web", key: "GOOD", value: "1" }, ...env] }),
      )
    ).issues?.[0]?.path;
  expect(await issue({ service: "nobody", key: "A", value: "1" })).toBe("env.1.service");
  expect(await issue({ service: "web", key: "GOOD", value: "2" })).toBe("env.1.key");
  expect(await issue({ service: "web", key: "NEW" })).toBe("env.1.value");
  expect(await issue({ service: "web", key: "MAX", value: "99" })).toBe("env.1.value");
  expect(await issue({ service: "web", key: "NUL", value: "a\0b" })).toBe("env.1.value");
  for (const key of ["A=B", "A\nB", "", "1A", "-x", "__proto__", "$(id)", "A B"])
    expect(await issue({ service: "web", key, value: "1" })).toBe("env.1.key");
  expect(await readVariables(projectId)).toEqual(before);
});

test("a project is renamed, unless another one has the name; its slug stays", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenProject(owner, { name: "Old name" });
  await givenProject(owner, { name: "Taken" });
  const taken = await refusalOf(patchProject(owner, { projectId, name: "Taken" }));
  expect([taken.code, taken.issues?.[0]?.path]).toEqual(["PROJECT_NAME_TAKEN", "name"]);
  expect(await patchProject(owner, { projectId, name: "  New name " })).toMatchObject({
    name: "New name",
    slug: "old-name",
  });
  const race = await Promise.allSettled([
    patchProject(owner, { projectId, name: "Contested" }),
    installApp(owner, { appId: "notes", settings: NOTES_ANSWERS, name: "Contested" }),
  ]);
  expect(race.filter((one) => one.status === "fulfilled")).toHaveLength(1);
});

test("endpoints can be moved after installation, and keep a port that nobody chose anew", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenProject(owner, { name: "Mover" });
  const before = (await showProject(owner, { projectId })).addresses[0]?.hostPort;
  const moved = await patchProject(owner, {
    projectId,
    endpoints: [{ service: "db", port: 5432, mode: "publish", hostPort: 27_000 }],
  });
  expect(moved.addresses).toMatchObject([
    { hostPort: before },
    { mode: "publish", address: "127.0.0.1:27000" },
  ]);
  await givenProject(owner, {
    name: "Holder",
    endpoints: [{ service: "web", port: 8080, mode: "port", hostPort: 27_001 }],
  });
  const taken = patchProject(owner, {
    projectId,
    endpoints: [{ service: "web", port: 8080, mode: "port", hostPort: 27_001 }],
  });
  expect(await refusalOf(taken)).toMatchObject({
    code: "HOST_PORT_TAKEN",
    issues: [{ path: "endpoints.0.hostPort" }],
  });
  const settings = patchProject(owner, { projectId, name: "Changed", settings: { web: { TITLE: "x" } } });
  expect((await refusalOf(settings)).issues?.[0]?.path).toBe("settings");
  expect((await showProject(owner, { projectId })).name).toBe("Mover");
});

test("a draft goes on where it was left, and is deployable once nothing is open", async () => {
  const owner = await givenOwner();
  const { projectId } = await installApp(owner, { appId: "notes", name: "Draft", deploy: false });
  const open = await refusalOf(projectRecord(projectId).then(assertDeployable));
  expect(open.issues?.map((issue) => issue.path)).toEqual([
    "settings.web.TITLE",
    "settings.web.ADMIN_PASSWORD",
  ]);
  await patchProject(owner, {
    projectId,
    settings: { web: { TITLE: "Halfway", ADMIN_PASSWORD: "draft-password" } },
    endpoints: [{ service: "web", port: 8080, mode: "domain", domain: "notes.example.org" }],
  });
  const draft = await showDraft(owner, { projectId });
  expect(draft).toMatchObject({ name: "Draft", secretsSet: [{ service: "web", key: "ADMIN_PASSWORD" }] });
  expect(draft.settings.web).toMatchObject({ TITLE: "Halfway", SIGN_UP: "false" });
  expect(draft.endpoints[0]).toMatchObject({
    mode: "domain",
    domain: "notes.example.org",
    hostPort: expect.any(Number),
  });
  expect((await showProject(owner, { projectId })).addresses[0]?.waiting).toContain("notes.example.org");
  await assertDeployable(await projectRecord(projectId));
  useEngine(createMemoryEngine({}, { memoryMb: 512 }));
  const small = { ...(await projectRecord(projectId)) };
  small.definition = { ...small.definition, minResources: { memoryMb: 2_048 } };
  expect(await refusalOf(assertDeployable(small))).toMatchObject({
    code: "HOST_RESOURCES_INSUFFICIENT",
    message: expect.stringMatching(/2048 MB.*512 MB/),
  });
  const worked = await givenProject(owner, { name: "Worked" });
  await assertDeployable({ ...small, id: worked.projectId });
  useEngine(createMemoryEngine({}));
  await patchProject(owner, { projectId, endpoints: [{ service: "web", port: 8080, mode: "internal" }] });
  expect((await refusalOf(projectRecord(projectId).then(assertDeployable))).issues?.[0]?.path).toBe(
    "endpoints.0.mode",
  );
  expect(JSON.stringify(await db().select().from(auditEvents))).not.toContain("draft-password");
});
