import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { Refusal } from "@/lib/access/refusal";
import { installApp, listSources, planInstall } from "@/lib/apps";
import { givenCatalog } from "@/lib/apps/testing";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { deployProject } from "@/lib/deployments";
import { openSnapshot } from "@/lib/deployments/steps/freeze";
import { createMemoryEngine } from "@/lib/engine";
import { useEngine } from "@/lib/servers";
import { deleteProject, patchProject, replaceEnv, showDraft, showEnv, showProject, showSettings } from "..";
import { freezeProject } from "../freeze";
import { projectEnv, projects } from "../table";
import { openVariable, readVariables } from "../variables/stored";
import { givenServing, READER, SHELF } from "./testing";

givenDatabase();

beforeAll(() => {
  useEngine(createMemoryEngine({}));
  givenCatalog(SHELF, READER);
});

async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Refusal);
  return error as Refusal;
}

const database = (projectId: string, mode?: "internal" | "public") => [
  { requirementId: "database", projectId, mode },
];

async function givenPair() {
  const owner = await givenOwner();
  const source = await givenServing(owner, { appId: "shelf", name: "My books" });
  const user = await givenServing(owner, { appId: "reader", connections: database(source) });
  return { owner, source, user };
}

/** What each service of a project would find, opened. */
async function environmentOf(projectId: string) {
  const snapshot = await freezeProject(projectId);
  return { snapshot, ...openSnapshot(projectId, snapshot) };
}

async function passwordOf(projectId: string): Promise<string> {
  const rows = (await readVariables(projectId)).map(openVariable);
  return rows.find(({ key }) => key === "POSTGRES_PASSWORD")?.text ?? "";
}

describe("what a connection gives", () => {
  test("the recommended value under the required key, the others under theirs where they are declared", async () => {
    const { source, user } = await givenPair();
    const { env, files, snapshot } = await environmentOf(user);
    const slug = (await db().select().from(projects).where(eq(projects.id, source)))[0]?.slug;
    const url = `postgresql://keeper:${await passwordOf(source)}@postgres.${slug}.internal:5432/books`;
    expect(env).toEqual({
      web: { DATABASE_URL: url, PGHOST: `postgres.${slug}.internal`, PGUSER: "keeper", LISTEN: "8080" },
      postgres: {},
    });
    expect(files).toMatchObject([{ path: "/etc/reader.conf", content: `db=${url}\n` }]);
    expect(snapshot.env.web?.DATABASE_URL?.secret).toBeDefined();
    expect(JSON.stringify(snapshot)).not.toContain(await passwordOf(source));
    expect(snapshot.links).toMatchObject([
      { source: { projectId: source }, services: ["postgres"], users: ["web"] },
    ]);
  });

  test("the plan names the project, its variables and the network, and shows no secret", async () => {
    const owner = await givenOwner();
    const source = await givenServing(owner, { appId: "shelf", name: "Plan books" });
    const plan = await planInstall(owner, {
      appId: "reader",
      name: "Planned",
      connections: database(source),
    });
    expect(plan.issues).toEqual([]);
    expect(plan.connections).toEqual([
      {
        requirementId: "database",
        label: "Database",
        projectId: source,
        projectName: "Plan books",
        mode: "internal",
        network: "planned_to_plan-books",
        reaches: ["postgres"],
        variables: [
          { service: "web", key: "DATABASE_URL", secret: true, typed: false },
          { service: "web", key: "PGUSER", secret: false, typed: false },
          { service: "web", key: "PGHOST", secret: false, typed: false },
        ],
      },
    ]);
    expect(plan.environment).toContainEqual({
      service: "web",
      key: "DATABASE_URL",
      value: null,
      secret: true,
    });
    expect(JSON.stringify(plan)).not.toContain(await passwordOf(source));
  });

  test("a changed source is picked up by the next deployment, which the settings ask for", async () => {
    const { owner, source, user } = await givenPair();
    expect((await showSettings(owner, { projectId: user })).undeployed).toEqual([]);
    await replaceEnv(owner, {
      projectId: source,
      env: [{ service: "postgres", key: "POSTGRES_DB", value: "maps" }],
    });
    expect((await showSettings(owner, { projectId: user })).undeployed).toEqual([
      { kind: "variable", service: "web", key: "DATABASE_URL" },
    ]);
    expect((await environmentOf(user)).env.web?.DATABASE_URL).toMatch(/\/maps$/);
  });

  test("what a person typed for the same variable wins; a default does not", async () => {
    const { owner, source, user } = await givenPair();
    const typed = await givenServing(owner, {
      appId: "reader",
      name: "Typed",
      settings: { web: { DATABASE_URL: "postgresql://elsewhere/db" } },
      connections: database(source),
    });
    expect((await environmentOf(typed)).env.web).toMatchObject({
      DATABASE_URL: "postgresql://elsewhere/db",
      PGUSER: "keeper",
    });
    expect((await showProject(owner, { projectId: typed })).uses[0]?.variables).toContainEqual({
      service: "web",
      key: "DATABASE_URL",
      typed: true,
    });
    await replaceEnv(owner, { projectId: user, env: [{ service: "web", key: "PGHOST", value: "mine" }] });
    expect((await environmentOf(user)).env.web?.PGHOST).toBe("mine");
  });

  test("the variables say which of them come from a connection, and show no secret", async () => {
    const { owner, user } = await givenPair();
    const { data } = await showEnv(owner, { projectId: user });
    expect(data.filter(({ service }) => service === "web")).toMatchObject([
      { key: "DATABASE_URL", value: null, secret: true, source: "connection" },
      { key: "LISTEN", value: "8080", source: "definition" },
      { key: "PGHOST", source: "connection" },
      { key: "PGUSER", value: "keeper", source: "connection" },
    ]);
  });

  test("a database of one's own, typed by hand, meets a requirement without any connection", async () => {
    const owner = await givenOwner();
    const settings = { web: { DATABASE_URL: "postgresql://elsewhere/db" } };
    const projectId = await givenServing(owner, { appId: "reader", settings });
    const { env, snapshot } = await environmentOf(projectId);
    expect(env.web?.DATABASE_URL).toBe("postgresql://elsewhere/db");
    expect(snapshot.links).toBeUndefined();
  });

  test("what a project is given itself, it does not hand on", async () => {
    givenCatalog(
      SHELF,
      READER,
      {
        ...READER,
        id: "relay",
        name: "Relay",
        provides: [{ id: "db", category: "relayed", outputRefs: ["url"] }],
        connection: { outputs: [{ id: "url", label: "URL", source: "env:web:DATABASE_URL" }] },
      },
      {
        ...READER,
        id: "last",
        name: "Last",
        requires: [{ id: "x", label: "Relay", envKey: "X", category: "relayed" }],
      },
    );
    const owner = await givenOwner();
    const shelf = await givenServing(owner, { appId: "shelf" });
    const relay = await givenServing(owner, { appId: "relay", connections: database(shelf) });
    const refusal = await refusalOf(
      installApp(owner, { appId: "last", connections: [{ requirementId: "x", projectId: relay }] }),
    );
    expect(refusal.issues).toEqual([
      { path: "connections.0.mode", message: "Relay has no value of its own for “URL”." },
    ]);
    givenCatalog(SHELF, READER);
  });
});

describe("who may be connected to", () => {
  test("a project of another organization, or one that may not be seen, is refused like one that does not exist", async () => {
    const { source } = await givenPair();
    const stranger = await givenOwner();
    const refusals = await Promise.all(
      [source, "prj_00000000000000000000", "'; DROP TABLE projects"].map((projectId) =>
        refusalOf(installApp(stranger, { appId: "reader", connections: database(projectId) })),
      ),
    );
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ code: "VALIDATION_ERROR" });
      expect(refusal.issues).toContainEqual({
        path: "connections.0.projectId",
        message: "There is no such project, or you may not see it.",
      });
    }
    const { data } = await listSources(stranger, { appId: "reader" });
    expect(data.map(({ candidates }) => candidates)).toEqual([[], []]);
    expect(await refusalOf(listSources(stranger, { appId: "reader", projectId: source }))).toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("handing over secrets asks for the right to change their project", async () => {
    const { owner, source, user } = await givenPair();
    const grant = (resourceId: string, permission: "read" | "write") => ({
      ...{ organizationId: owner.organizationId, resourceType: "project" as const, resourceId, permission },
    });
    const other = await givenServing(owner, { appId: "shelf", name: "Other books" });
    const helper = { ...owner, grants: [grant(user, "write"), grant(other, "read")] };
    const refusal = await refusalOf(patchProject(helper, { projectId: user, connections: database(other) }));
    expect(refusal.issues?.[0]?.message).toBe(
      "This hands over secrets of Other books, and you may only read that project.",
    );
    const { data } = await listSources(helper, { appId: "reader", projectId: user });
    expect(data[0]?.candidates).toMatchObject([
      { projectId: other, unavailable: refusal.issues?.[0]?.message },
    ]);
    const shown = await patchProject(helper, { projectId: user, connections: database(source) });
    expect(shown.uses[0]).toMatchObject({ project: null, problem: null, mode: "internal" });
    expect((await showProject(helper, { projectId: other })).usedBy).toEqual([]);
  });

  test("a project cannot be connected to itself, twice, or to what provides something else", async () => {
    const { owner, source, user } = await givenPair();
    const messages = async (connections: Parameters<typeof patchProject>[1]["connections"]) =>
      (await refusalOf(patchProject(owner, { projectId: user, connections }))).issues;
    expect(await messages(database(user))).toEqual([
      { path: "connections.0.projectId", message: "A project cannot be connected to itself." },
    ]);
    expect(await messages([...database(source), ...database(source)])).toEqual([
      { path: "connections.1.requirementId", message: "This requirement is answered twice." },
    ]);
    expect(await messages([{ requirementId: "mail", projectId: source }])).toEqual([
      { path: "connections.0.projectId", message: "My books provides nothing that fits “Mail server”." },
    ]);
    expect(await messages([{ requirementId: "moon", projectId: source }])).toEqual([
      { path: "connections.0.requirementId", message: "Reader requires nothing of this name." },
    ]);
    expect((await showProject(owner, { projectId: user })).uses[0]?.project?.id).toBe(source);
  });
});

describe("the picker", () => {
  test("offers what fits, says why something cannot be chosen, and which apps would provide it", async () => {
    const { owner, source } = await givenPair();
    const { projectId: draft } = await installApp(owner, {
      appId: "shelf",
      name: "Never ran",
      deploy: false,
    });
    const stopped = await givenServing(owner, { appId: "shelf", name: "Asleep" });
    await db().update(projects).set({ stoppedAt: new Date() }).where(eq(projects.id, stopped));
    const { data } = await listSources(owner, { appId: "reader" });
    expect(data).toMatchObject([
      { requirementId: "database", label: "Database", optional: false, apps: [{ appId: "shelf" }] },
      { requirementId: "mail", optional: true, candidates: [], apps: [] },
    ]);
    const candidates = new Map(data[0]?.candidates.map((one) => [one.projectId, one]));
    expect(candidates.get(source)).toMatchObject({
      keys: ["DATABASE_URL", "PGUSER", "PGHOST"],
      unavailable: null,
      defaultMode: "internal",
      modes: { internal: null, public: "“URL” of My books is not opened to the outside." },
    });
    expect(candidates.get(draft)?.unavailable).toBe(
      "Never ran has never been deployed with success. Deploy it first.",
    );
    expect(candidates.get(stopped)?.unavailable).toBe("Asleep is stopped. Start it first.");
    expect(JSON.stringify(data)).not.toContain(await passwordOf(source));
  });

  test("a port that is published on this machine only is not offered in public, and asking for it is refused", async () => {
    const owner = await givenOwner();
    const source = await givenServing(owner, {
      appId: "shelf",
      name: "Open books",
      endpoints: [{ service: "postgres", port: 5432, mode: "publish" }],
    });
    const refusal = await refusalOf(
      installApp(owner, { appId: "reader", connections: database(source, "public") }),
    );
    expect(refusal.issues).toContainEqual({
      path: "connections.0.mode",
      message: expect.stringContaining(
        "127.0.0.1, which leads every container to itself. Connect internally",
      ),
    });
  });
});

describe("before and after", () => {
  test("a draft keeps what was chosen, and gives it back", async () => {
    const owner = await givenOwner();
    const source = await givenServing(owner, { appId: "shelf" });
    const { projectId } = await installApp(owner, {
      appId: "reader",
      deploy: false,
      connections: database(source),
    });
    expect(await showDraft(owner, { projectId })).toMatchObject({
      connections: [{ requirementId: "database", projectId: source, mode: "internal" }],
    });
    await db().update(projects).set({ stoppedAt: new Date() }).where(eq(projects.id, source));
    const refusal = await refusalOf(installApp(owner, { appId: "reader", projectId }));
    expect(refusal.issues).toEqual([
      { path: "connections.database", message: "Shelf is stopped. Start it first." },
    ]);
    expect(await refusalOf(deployProject(owner, { projectId }))).toMatchObject({
      message: "Shelf is stopped. Start it first.",
    });
    await patchProject(owner, { projectId, connections: [] });
    expect((await showDraft(owner, { projectId })).connections).toEqual([]);
  });

  test("without what it requires, an app is not installed, and nothing is made", async () => {
    const owner = await givenOwner();
    const refusal = await refusalOf(installApp(owner, { appId: "reader" }));
    expect(refusal.issues).toEqual([
      {
        path: "connections.database",
        message: "Choose the project that provides “Database”, or set DATABASE_URL yourself.",
      },
    ]);
    const made = await db()
      .select()
      .from(projects)
      .where(and(eq(projects.organizationId, owner.organizationId)));
    expect(made).toEqual([]);
  });

  test("both projects say that they are connected", async () => {
    const { owner, source, user } = await givenPair();
    expect((await showProject(owner, { projectId: user })).uses).toMatchObject([
      { label: "Database", mode: "internal", project: { id: source, name: "My books" }, problem: null },
      { label: "Mail server", optional: true, mode: null, project: null, problem: null },
    ]);
    expect((await showProject(owner, { projectId: source })).usedBy).toMatchObject([{ id: user }]);
  });

  test("a source that is used is not uninstalled unless that is confirmed; its user then says what it lacks", async () => {
    const { owner, source, user } = await givenPair();
    const refusal = await refusalOf(deleteProject(owner, { projectId: source }));
    expect(refusal).toMatchObject({
      code: "PROJECT_IN_USE",
      message: expect.stringMatching(/^Reader uses My books, and its next deployment would fail/),
    });
    await deleteProject(owner, { projectId: source, disconnect: true });
    const sentence =
      "“Database” came from My books, which was uninstalled. Choose another project for it, or set DATABASE_URL yourself.";
    expect((await showProject(owner, { projectId: user })).uses[0]).toMatchObject({
      project: null,
      problem: sentence,
    });
    expect(await refusalOf(deployProject(owner, { projectId: user }))).toMatchObject({ message: sentence });
    const other = await givenServing(owner, { appId: "shelf", name: "New books" });
    await patchProject(owner, { projectId: user, connections: database(other) });
    await deployProject(owner, { projectId: user });
    expect((await environmentOf(user)).env.web?.PGHOST).toBe("postgres.new-books.internal");
  });

  test("a project that nobody may see is counted, not named", async () => {
    const { owner, source, user } = await givenPair();
    const grants = [
      {
        ...{ organizationId: owner.organizationId, resourceType: "project" as const },
        ...{ resourceId: source, permission: "admin" as const },
      },
    ];
    const keeper = { ...owner, grants };
    expect((await showProject(keeper, { projectId: source })).usedBy).toEqual([null]);
    const { message } = await refusalOf(deleteProject(keeper, { projectId: source }));
    expect(message).toMatch(/^a project that you may not see uses My books/);
    expect(message).not.toContain("Reader");
    expect(await db().select().from(projectEnv).where(eq(projectEnv.projectId, user))).not.toEqual([]);
  });
});
