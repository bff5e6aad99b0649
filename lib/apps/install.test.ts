import { createServer, type Server } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Refusal } from "@/lib/access/refusal";
import { auditEvents } from "@/lib/access/table";
import { givenOwner } from "@/lib/auth/testing";
import { db, sqlClient } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { deployments } from "@/lib/deployments/table";
import { createMemoryEngine } from "@/lib/engine";
import { projectEnv, projects } from "@/lib/projects/table";
import { openVariable, readVariables } from "@/lib/projects/variables/stored";
import { useEngine } from "@/lib/servers";
import { settings } from "@/lib/settings";
import { installApp } from "./install";
import { givenCatalog, NOTES, NOTES_ANSWERS } from "./testing";

givenDatabase();

beforeAll(() => {
  useEngine(createMemoryEngine({}));
  givenCatalog(
    { ...NOTES, id: "soon", name: "Soon", available: false },
    { ...NOTES, id: "future", name: "Future", minEngine: "99.0.0" },
    { ...NOTES, id: "flow", name: "Flow", kind: "flow", flowHref: "/flow" },
    { ...NOTES, id: "huge", name: "Huge", minResources: { memoryMb: 100_000, cpuCores: 64 } },
  );
});

const answers = { appId: "notes", settings: NOTES_ANSWERS };

async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Refusal);
  return error as Refusal;
}

async function projectOf(id: string) {
  const [row] = await db().select().from(projects).where(eq(projects.id, id));
  if (!row) throw new Error("no such project");
  return row;
}

test("installing makes the project, its variables and a queued deployment", async () => {
  const owner = await givenOwner();
  const { projectId, deploymentId } = await installApp(owner, answers);
  const project = await projectOf(projectId);
  expect(project).toMatchObject({ name: "Notes", slug: "notes", appId: "notes" });
  expect(project.installedAt).not.toBeNull();
  expect(await db().select().from(deployments)).toMatchObject([
    { id: deploymentId, state: "queued", trigger: "install" },
  ]);
  const variables = (await readVariables(projectId)).map(openVariable);
  const at = (key: string) => variables.find((one) => one.key === key);
  expect(at("TITLE")).toMatchObject({ text: "Log book", secret: false, source: "setting" });
  expect(at("ADMIN_PASSWORD")).toMatchObject({ text: "wind-and-weather", secret: true, source: "setting" });
  expect(at("SIGN_UP")).toMatchObject({ text: "false", source: "setting" });
  expect(at("BASE_URL")).toMatchObject({ text: "{{publicUrl:web}}", source: "definition" });
  expect(at("LICENSE")).toMatchObject({ text: "builtin-license-text", secret: true, source: "definition" });
  expect(at("DB_PASSWORD")).toMatchObject({ secret: true, source: "generated" });
  expect(at("DB_PASSWORD")?.text).toMatch(/^[0-9a-f]{32}$/);
  expect(at("POSTGRES_PASSWORD")?.text).toBe(at("DB_PASSWORD")?.text);
  expect(project.exposures).toEqual([
    { service: "web", port: 8080, kind: "http", label: "Web", mode: "port", hostPort: expect.any(Number) },
    { service: "db", port: 5432, kind: "tcp", label: "Database", mode: "internal" },
  ]);
});

test("no row of any table holds a secret in the clear", async () => {
  const owner = await givenOwner();
  const { projectId } = await installApp(owner, answers);
  const secrets = (await readVariables(projectId)).map(openVariable).filter((one) => one.secret);
  expect(secrets.length).toBeGreaterThan(3);
  const tables = await sqlClient()`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`;
  for (const { tablename } of tables) {
    const rows = await sqlClient()`SELECT t::text AS line FROM ${sqlClient()(tablename)} t`;
    for (const { text } of secrets) {
      expect(
        rows.filter((row) => String(row.line).includes(text)),
        `${tablename} holds a secret`,
      ).toEqual([]);
    }
  }
});

test("every problem is told at once, each beside its field, and no value is repeated", async () => {
  const owner = await givenOwner();
  const refusal = await refusalOf(
    installApp(owner, {
      appId: "notes",
      settings: { web: { MAX: "eleven-secret", NO_SUCH: "x" } },
      endpoints: [
        { service: "web", port: 8080, mode: "internal" },
        { service: "db", port: 5432, mode: "domain", domain: "db.example.org" },
        { service: "db", port: 1, mode: "publish" },
      ],
      connections: [{ requirementId: "r", projectId: "p" }],
      serverId: "srv_1",
    }),
  );
  expect(refusal.code).toBe("VALIDATION_ERROR");
  expect(refusal.issues?.map((issue) => issue.path).sort()).toEqual([
    "connections.0.requirementId",
    "endpoints.0.mode",
    "endpoints.1.mode",
    "endpoints.2",
    "serverId",
    "settings.web.ADMIN_PASSWORD",
    "settings.web.MAX",
    "settings.web.NO_SUCH",
    "settings.web.TITLE",
  ]);
  expect(JSON.stringify(refusal.issues)).not.toContain("eleven-secret");
  expect(await db().select().from(projects).where(eq(projects.organizationId, owner.organizationId))).toEqual(
    [],
  );
});

test("names are unique in an organization, slugs over the instance", async () => {
  const [one, other] = [await givenOwner(), await givenOwner()];
  const first = await projectOf((await installApp(one, { ...answers, name: "Wetter!  Börse" })).projectId);
  const second = await projectOf((await installApp(other, { ...answers, name: "Wetter!  Börse" })).projectId);
  expect([first.slug, second.slug]).toEqual(["wetter-borse", "wetter-borse-2"]);
  const refusal = await refusalOf(installApp(one, { ...answers, name: "Wetter!  Börse" }));
  expect(refusal.code).toBe("PROJECT_NAME_TAKEN");
  expect(refusal.issues).toEqual([
    { path: "name", message: expect.stringContaining("“Wetter!  Börse 2” is free") },
  ]);
  await installApp(one, answers);
  expect((await projectOf((await installApp(one, answers)).projectId)).name).toBe("Notes 2");
});

test("a name of nothing but signs of other scripts or of the shell still gives a safe slug", async () => {
  const owner = await givenOwner();
  for (const name of ["海の記録", "$(reboot); `x` & | '\" 1", "-rf --help", "../../etc", "a".repeat(60)]) {
    const { slug } = await projectOf((await installApp(owner, { ...answers, name })).projectId);
    expect(slug).toMatch(/^[a-z0-9][a-z0-9-]{0,40}$/);
  }
  for (const name of ["", "   ", "!!!", "new\nline", "nul\0", "x".repeat(61)]) {
    expect((await refusalOf(installApp(owner, { ...answers, name }))).issues?.[0]?.path).toBe("name");
  }
});

test("a slug whose volumes are still on the engine is not given to somebody else", async () => {
  const engine = createMemoryEngine({});
  await engine.ensureVolume("kept_data", { "io.roadstead.project": "prj_gone" });
  useEngine(engine);
  const { projectId } = await installApp(await givenOwner(), { ...answers, name: "Kept" });
  expect((await projectOf(projectId)).slug).toBe("kept-2");
  useEngine(createMemoryEngine({}));
});

test("values that look like placeholders, variables or further lines are kept exactly as typed", async () => {
  const hostile = "{{config:DB_PASSWORD}} \x24{X} $$ \"'; $(id)";
  const owner = await givenOwner();
  const { projectId } = await installApp(owner, {
    ...answers,
    settings: { web: { ...NOTES_ANSWERS.web, TITLE: hostile } },
  });
  const title = (await readVariables(projectId)).find((row) => row.key === "TITLE");
  expect(title).toMatchObject({ value: hostile, source: "setting" });
  const lines = { web: { ...NOTES_ANSWERS.web, TITLE: "a\nEVIL=1" } };
  expect((await refusalOf(installApp(owner, { ...answers, settings: lines }))).issues?.[0]?.path).toBe(
    "settings.web.TITLE",
  );
});

test("what cannot be installed says why", async () => {
  const owner = await givenOwner();
  const reason = async (appId: string) => {
    const { code, message } = await refusalOf(installApp(owner, { appId }));
    return `${code} ${message}`;
  };
  expect(await reason("soon")).toMatch(/^APP_NOT_INSTALLABLE .*coming soon/);
  expect(await reason("future")).toMatch(/^APP_NOT_INSTALLABLE Requires Roadstead >= 99\.0\.0/);
  expect(await reason("flow")).toMatch(/^APP_NOT_INSTALLABLE/);
  expect(await reason("nothing")).toMatch(/^NOT_FOUND/);
  expect(await reason("; rm -rf /")).toMatch(/^VALIDATION_ERROR/);
});

test("on a measured, too small machine the draft is kept and both figures are told", async () => {
  const owner = await givenOwner();
  const refusal = await refusalOf(installApp(owner, { ...answers, appId: "huge" }));
  expect(refusal.code).toBe("HOST_RESOURCES_INSUFFICIENT");
  expect(refusal.message).toMatch(/100000 MB of memory.*8192 MB.*64 processor cores.*4.*kept as a draft/);
  const kept = await db().select().from(projects).where(eq(projects.organizationId, owner.organizationId));
  expect(kept).toMatchObject([{ name: "Huge", installedAt: null }]);
  expect(
    await db().select().from(deployments).where(eq(deployments.organizationId, owner.organizationId)),
  ).toEqual([]);
});

test("who may not create projects is refused, and a read-only token before anything is looked at", async () => {
  const owner = await givenOwner();
  expect((await refusalOf(installApp(await givenOwner("restricted"), answers))).code).toBe("FORBIDDEN");
  expect((await refusalOf(installApp({ ...owner, readOnly: true }, answers))).code).toBe("TOKEN_READ_ONLY");
  expect(await db().select().from(projects).where(eq(projects.organizationId, owner.organizationId))).toEqual(
    [],
  );
});

test("the audit tells that something was installed, and nothing that was typed", async () => {
  const owner = await givenOwner();
  await installApp(owner, answers);
  const events = await db()
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.organizationId, owner.organizationId));
  expect(events).toMatchObject([{ operation: "apps.install", outcome: "done", userId: owner.userId }]);
  expect(JSON.stringify(events)).not.toContain("wind-and-weather");
});

let stranger: Server;
let strangersPort: number;
beforeAll(async () => {
  stranger = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => stranger.once("listening", resolve));
  strangersPort = (stranger.address() as { port: number }).port;
});
afterAll(() => stranger.close());

test("a host port that somebody holds is refused in words that name the holder to who may know", async () => {
  const [owner, neighbour] = [await givenOwner(), await givenOwner()];
  const engine = createMemoryEngine({ "example/other:1": { present: true } });
  await engine.ensureNetwork("n", {});
  const spec = {
    image: "example/other:1",
    env: {},
    volumes: [],
    files: [],
    network: "n",
    aliases: [],
    restart: "no" as const,
  };
  const port = (hostPort: number) => [
    { containerPort: 80, protocol: "tcp" as const, hostIp: "127.0.0.1", hostPort },
  ];
  await engine.createContainer({ ...spec, name: "old-blog", labels: {}, ports: port(24_001) });
  await engine.createContainer({
    ...spec,
    name: "x",
    labels: { "io.roadstead.project": "prj_x" },
    ports: port(24_002),
  });
  useEngine(engine);
  const on = (hostPort: number, name: string) => ({
    ...answers,
    name,
    endpoints: [{ service: "web", port: 8080, mode: "port" as const, hostPort }],
  });
  await installApp(owner, on(24_000, "Harbour log"));
  const words = async (caller: typeof owner, hostPort: number) => {
    const refusal = await refusalOf(installApp(caller, on(hostPort, "Second")));
    expect(refusal.code).toBe("HOST_PORT_TAKEN");
    expect(refusal.issues).toEqual([{ path: "endpoints.0.hostPort", message: refusal.message }]);
    return refusal.message;
  };
  expect(await words(owner, 24_000)).toMatch(
    /^Port 24000 is used by the project “Harbour log”\. Choose another one, such as \d+\.$/,
  );
  expect(await words(neighbour, 24_000)).toMatch(/^Port 24000 is used by another project on this server\./);
  expect(await words(owner, 24_001)).toContain("the container “old-blog”");
  expect(await words(owner, 24_002)).toContain("another project on this server");
  expect(await words(owner, strangersPort)).toContain("another program on this machine");
  expect(await words(owner, settings().port)).toContain("Roadstead itself");
  expect(await words(owner, Number(sqlClient().options.port[0]))).toContain("Roadstead's database");
  useEngine(createMemoryEngine({}));
});

test("a port is offered where none was typed, and below 1024 only when typed", async () => {
  const owner = await givenOwner();
  const exposures = async (input: Parameters<typeof installApp>[1]) =>
    (await projectOf((await installApp(owner, input)).projectId)).exposures;
  const both = [
    { service: "web", port: 8080, mode: "domain" as const, domain: "Notes.Example.org" },
    { service: "db", port: 5432, mode: "port" as const, hostPort: 853 },
  ];
  expect(await exposures({ ...answers, name: "Ports", endpoints: both })).toMatchObject([
    { mode: "domain", domain: "notes.example.org", hostPort: expect.any(Number) },
    { mode: "publish", hostPort: 853 },
  ]);
  const wrong = [{ service: "web", port: 8080, mode: "domain" as const, domain: "-; rm" }];
  const refusal = await refusalOf(installApp(owner, { ...answers, endpoints: wrong }));
  expect(refusal.issues?.map((issue) => issue.path)).toEqual(["endpoints.0.domain"]);
  const outside = [{ service: "web", port: 8080, mode: "port" as const, hostPort: 70_000 }];
  expect((await refusalOf(installApp(owner, { ...answers, endpoints: outside }))).issues?.[0]?.path).toBe(
    "endpoints.0.hostPort",
  );
});

test("of two installations at once with one name or one port, one succeeds and one is told", async () => {
  const owner = await givenOwner();
  const outcomes = async (inputs: Parameters<typeof installApp>[1][]) => {
    const results = await Promise.allSettled(inputs.map((input) => installApp(owner, input)));
    return results
      .map((one) => (one.status === "fulfilled" ? "installed" : (one.reason as Refusal).code))
      .sort();
  };
  const named = { ...answers, name: "Twins" };
  expect(await outcomes([named, named])).toEqual(["PROJECT_NAME_TAKEN", "installed"]);
  const endpoints = [{ service: "web", port: 8080, mode: "port" as const, hostPort: 24_100 }];
  expect(
    await outcomes([
      { ...answers, name: "A", endpoints },
      { ...answers, name: "B", endpoints },
    ]),
  ).toEqual(["HOST_PORT_TAKEN", "installed"]);
  expect(await outcomes([answers, answers, answers])).toEqual(["installed", "installed", "installed"]);
});

test("a draft may leave things open but not wrong, and installing it again continues it", async () => {
  const owner = await givenOwner();
  const draft = { appId: "notes", name: "Later", deploy: false };
  const first = await installApp(owner, {
    ...draft,
    settings: { web: { ADMIN_PASSWORD: "first-password" } },
  });
  expect(first.deploymentId).toBeNull();
  expect((await projectOf(first.projectId)).installedAt).toBeNull();
  const wrong = await refusalOf(installApp(owner, { ...draft, settings: { web: { MAX: "99" } } }));
  expect(wrong.issues?.map((issue) => issue.path)).toEqual(["settings.web.MAX"]);
  const before = (await readVariables(first.projectId)).map(openVariable);

  const again = await installApp(owner, {
    appId: "notes",
    name: "Later",
    settings: { web: { TITLE: "Now" } },
  });
  expect(again).toEqual({ projectId: first.projectId, deploymentId: expect.any(String) });
  const after = (await readVariables(first.projectId)).map(openVariable);
  const text = (list: typeof after, key: string) => list.find((one) => one.key === key)?.text;
  expect(text(after, "TITLE")).toBe("Now");
  for (const kept of ["ADMIN_PASSWORD", "DB_PASSWORD", "APP_KEY", "LICENSE"])
    expect(text(after, kept)).toBe(text(before, kept));
  expect(await db().select().from(projectEnv).where(eq(projectEnv.projectId, first.projectId))).toHaveLength(
    after.length,
  );

  await db().update(deployments).set({ state: "ready" }).where(eq(deployments.projectId, first.projectId));
  expect((await refusalOf(installApp(owner, { ...answers, name: "Later" }))).code).toBe("PROJECT_NAME_TAKEN");
});

test("an installation that failed is continued, its generated secrets unchanged", async () => {
  const owner = await givenOwner();
  const { projectId, deploymentId } = await installApp(owner, { ...answers, name: "Try" });
  const key = async () => (await readVariables(projectId)).find((row) => row.key === "APP_KEY")?.secret;
  const before = await key();
  await db()
    .update(deployments)
    .set({ state: "failed" })
    .where(eq(deployments.id, deploymentId ?? ""));
  expect((await installApp(owner, { ...answers, name: "Try" })).projectId).toBe(projectId);
  expect(await key()).toBe(before);
});

test("without an engine an app can still be kept as a draft, and planned", async () => {
  const engine = createMemoryEngine({});
  engine.goAway();
  useEngine(engine);
  const owner = await givenOwner();
  expect((await installApp(owner, { appId: "huge", deploy: false })).deploymentId).toBeNull();
  useEngine(createMemoryEngine({}));
});

test("a draft is continued under another name when it is named itself, but not a stranger's or an installed one", async () => {
  const [owner, stranger] = [await givenOwner(), await givenOwner()];
  const endpoints = [{ service: "web", port: 8080, mode: "port" as const, hostPort: 24_200 }];
  const { projectId } = await installApp(owner, { ...answers, name: "Before", endpoints, deploy: false });
  await installApp(owner, { ...answers, name: "Busy" });
  const input = { ...answers, projectId, endpoints };
  expect((await refusalOf(installApp(owner, { ...input, name: "Busy" }))).code).toBe("PROJECT_NAME_TAKEN");
  expect((await refusalOf(installApp(stranger, { ...input, name: "After" }))).code).toBe("NOT_FOUND");
  expect((await installApp(owner, { ...input, name: "After" })).projectId).toBe(projectId);
  expect(await projectOf(projectId)).toMatchObject({ name: "After", slug: "before" });
  expect((await refusalOf(installApp(owner, input))).code).toBe("NOT_FOUND");
});
