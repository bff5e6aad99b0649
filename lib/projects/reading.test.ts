import { beforeAll, expect, test } from "vitest";
import { givenCatalog } from "@/lib/apps/testing";
import { givenOwner } from "@/lib/auth/testing";
import { sqlClient } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { createMemoryEngine } from "@/lib/engine";
import { useEngine } from "@/lib/servers";
import { showConnection, showDraft, showEnv, showProject, showSettings } from ".";
import { listProjects } from "./list";
import { givenDraft, givenProject } from "./testing";

givenDatabase();

beforeAll(() => {
  useEngine(createMemoryEngine({}));
  givenCatalog();
});

test("25 projects are listed with at most five queries, newest first, nobody else's among them", async () => {
  const owner = await givenOwner();
  await givenProject(await givenOwner(), { name: "Not yours" });
  for (let at = 1; at <= 25; at++) await givenProject(owner, { name: `Project ${at}` });
  await listProjects(owner, {}); // whatever is asked once per process is asked
  const sql = sqlClient();
  const statements: string[] = [];
  sql.options.debug = (_connection, query) => void statements.push(query);
  const { data } = await listProjects(owner, {});
  sql.options.debug = false;
  expect(data.map((row) => row.name).slice(0, 2)).toEqual(["Project 25", "Project 24"]);
  expect(data).toHaveLength(25);
  expect(data[0]).toMatchObject({
    appName: "Notes",
    version: "1.2.3",
    openUrl: expect.stringMatching(/^http:/),
  });
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.length).toBeLessThanOrEqual(5);
}, 20_000);

test("a long list comes in pages, each project once, and a page begun elsewhere is empty", async () => {
  const owner = await givenOwner();
  const made: string[] = [];
  for (let count = 0; count < 5; count++) made.unshift((await givenDraft(owner)).id);
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { data, nextCursor } = await listProjects(owner, { limit: 2, cursor });
    pages.push(data.map(({ id }) => id));
    cursor = nextCursor;
  } while (cursor);
  expect(pages).toEqual([made.slice(0, 2), made.slice(2, 4), made.slice(4)]);
  const elsewhere = await givenDraft(await givenOwner());
  for (const strange of [elsewhere.id, `prj_${"0".repeat(20)}`]) {
    expect(await listProjects(owner, { cursor: strange })).toEqual({ data: [], nextCursor: undefined });
  }
});

test("a member with a grant on one project sees that one and no other", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenProject(owner, { name: "Shared" });
  await givenProject(owner, { name: "Private" });
  const { organizationId } = owner;
  const guest = {
    ...(await givenOwner("restricted")),
    organizationId,
    grants: [
      {
        organizationId,
        resourceType: "project" as const,
        resourceId: projectId,
        permission: "read" as const,
      },
    ],
  };
  expect((await listProjects(guest, {})).data.map((row) => row.name)).toEqual(["Shared"]);
  expect(await showProject(guest, { projectId })).toMatchObject({
    name: "Shared",
    canWrite: false,
    canAdmin: false,
  });
  await expect(showConnection(guest, { projectId })).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect((await listProjects({ ...guest, grants: [] }, {})).data).toEqual([]);
});

test("a stranger meets the same 404 as for nothing at all, whatever is asked", async () => {
  const [owner, stranger] = [await givenOwner(), await givenOwner()];
  const { projectId } = await givenProject(owner);
  const nothing = `prj_${"0".repeat(20)}`;
  for (const verb of [showProject, showEnv, showSettings, showDraft, showConnection]) {
    const told = async (id: string) =>
      await verb(stranger, { projectId: id }).catch(({ code, message }) => [code, message]);
    expect(await told(projectId), verb.id).toEqual(await told(nothing));
    expect(await told(projectId), verb.id).toEqual(["NOT_FOUND", expect.any(String)]);
  }
});

test("a project shows its services, addresses and volumes", async () => {
  const owner = await givenOwner();
  const { projectId, deploymentId } = await givenProject(owner, { name: "Shown" });
  const project = await showProject(owner, { projectId });
  expect(project).toMatchObject({
    slug: "shown",
    canWrite: true,
    canAdmin: true,
    lastDeploymentId: deploymentId,
    activeDeploymentId: null,
  });
  expect(project.services.map((service) => service.name)).toEqual(["web", "db"]);
  expect(project.volumes).toEqual([
    { name: "shown_data", service: "web", target: "/data" },
    { name: "shown_db-data", service: "db", target: "/var/lib/postgresql" },
  ]);
  expect(project.addresses).toMatchObject([
    { service: "web", address: project.openUrl },
    { service: "db", address: "db:5432" },
  ]);
});

test("no verb but the connection card gives a secret away", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenProject(owner);
  const card = await showConnection(owner, { projectId });
  const secrets = ["wind-and-weather", "builtin-license-text"];
  expect(JSON.stringify(card)).toContain(secrets[0]);
  const answers = [
    await listProjects(owner, {}),
    await showProject(owner, { projectId }),
    await showEnv(owner, { projectId }),
    await showSettings(owner, { projectId }),
    await showDraft(owner, { projectId }),
  ];
  for (const answer of answers) {
    for (const secret of secrets) expect(JSON.stringify(answer)).not.toContain(secret);
    expect(JSON.stringify(answer)).not.toMatch(/v1\.[\w-]{16}\./);
  }
  const { secretsSet } = await showDraft(owner, { projectId });
  expect(secretsSet).toEqual([{ service: "web", key: "ADMIN_PASSWORD" }]);
});

test("the card says how to connect from outside and, where that differs, from other containers", async () => {
  const owner = await givenOwner();
  const endpoints = [
    { service: "web", port: 8080, mode: "port" as const, hostPort: 26_000 },
    { service: "db", port: 5432, mode: "publish" as const, hostPort: 26_001 },
  ];
  const { projectId } = await givenProject(owner, { endpoints });
  const { title, outputs } = await showConnection(owner, { projectId });
  expect(title).toBe("Connect to Notes");
  const output = (id: string) => outputs.find((one) => one.id === id);
  expect(output("url")).toMatchObject({
    value: "http://127.0.0.1:26000",
    internalValue: "http://web:8080",
    reach: "public",
    kind: "url",
    secret: false,
  });
  expect(output("password")).toMatchObject({
    value: "wind-and-weather",
    reach: "any",
    secret: true,
    kind: "text",
  });
  expect(output("password")?.internalValue).toBeUndefined();
  expect(output("database")).toMatchObject({
    value: expect.stringMatching(/^postgres:\/\/notes:[0-9a-f]{32}@127\.0\.0\.1:26001\/notes$/),
    internalValue: expect.stringMatching(/@db:5432\/notes$/),
    secret: true,
  });
  const inside = await givenProject(owner, { name: "Inside" });
  const shown = await showConnection(owner, { projectId: inside.projectId });
  expect(shown.outputs[2]).toMatchObject({
    value: expect.stringMatching(/@db:5432\/notes$/),
    reach: "internal",
  });
});
