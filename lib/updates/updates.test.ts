import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { givenCatalog, NOTES } from "@/lib/apps/testing";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { deployments } from "@/lib/deployments/table";
import { createMemoryEngine } from "@/lib/engine";
import { notices } from "@/lib/notifications/table";
import { replaceAsk } from "@/lib/outgoing";
import { askNobody } from "@/lib/outgoing/testing";
import { projects } from "@/lib/projects/table";
import { givenProject } from "@/lib/projects/testing";
import { openGates } from "@/lib/registry/gate";
import { digestOf, type RegistryStub, startRegistryStub } from "@/lib/registry/testing";
import { engine, useEngine } from "@/lib/servers";
import { listUpdates, planUpdate, scanUpdates } from ".";
import { scanWhatIsDue } from "./scan/schedule";
import { updateScans, upstreamImages } from "./table";
import { givenRunning } from "./testing";

givenDatabase();
let stub: RegistryStub;
let answer = 200;
const closing: RegistryStub[] = [];
afterAll(() => {
  for (const one of closing) one.close();
  replaceAsk(undefined);
});

beforeEach(async () => {
  answer = 200;
  askNobody();
  stub = await startRegistryStub({
    images: { "example/notes": ["1.2.3", "latest"], "example/postgres": ["18.1", "18", "latest"] },
    instead: (_request, response) => {
      if (answer === 200) return false;
      response.writeHead(answer, { "content-type": "text/html", "retry-after": "0" }).end("<html>");
      return true;
    },
  });
  closing.push(stub);
  openGates();
  useEngine(createMemoryEngine({}, { registries: { mirrors: [stub.origin], insecure: [] } }));
  givenCatalog();
  await db().delete(upstreamImages);
});

const onlyEntry = async (caller: Caller) => (await listUpdates(caller, {})).data[0];

test("what nobody has asked about is unknown, and after a comparison it is current", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenRunning(owner);
  expect(await listUpdates(owner, {})).toMatchObject({
    data: [
      { projectId, supported: true, behind: false, reason: "It has not been compared yet.", checkedAt: null },
    ],
    scan: null,
  });
  expect(await scanUpdates(owner, {})).toEqual({ scanned: 1, supported: 1 });
  const { data, scan } = await listUpdates(owner, {});
  expect(data).toMatchObject([{ behind: false, current: "1.2.3", checkedAt: expect.any(String) }]);
  expect(data[0]).not.toHaveProperty("reason");
  expect(scan).toMatchObject({ running: false, done: 2, total: 2, finishedAt: expect.any(String) });
});

test("a release upstream is an update after the next comparison, and nothing was pulled to find out", async () => {
  const owner = await givenOwner();
  await givenRunning(owner);
  stub.publish("example/notes", "1.2.4");
  stub.publish("example/notes", "1.3.0-rc.1");
  stub.publish("example/notes", "2.0.0");
  await scanUpdates(owner, {});
  expect(await onlyEntry(owner)).toMatchObject({
    ...{ kind: "image", behind: true, current: "1.2.3", latest: "1.2.4" },
    note: expect.stringContaining("2.0.0"),
  });
  expect((await listUpdates(owner, { behind: "1" })).data).toHaveLength(1);
  expect(stub.asked.every(({ url }) => /\/(manifests|tags)\//.test(url) && !/blobs/.test(url))).toBe(true);
  expect(stub.asked.filter(({ method }) => method === "GET").every(({ url }) => url.includes("/tags/"))).toBe(
    true,
  );
});

test("an update is told by the comparison that finds it, and by none after; a pinned project's is not", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenRunning(owner);
  const { projectId: held } = await givenRunning(owner, { name: "Held" });
  await db().update(projects).set({ pinnedAt: new Date() }).where(eq(projects.id, held));
  const told = async () =>
    (await db().select().from(notices).where(eq(notices.organizationId, owner.organizationId))).map(
      ({ event, projectId, about }) => ({ event, projectId, about }),
    );
  await scanUpdates(owner, {});
  expect(await told()).toEqual([]);
  stub.publish("example/notes", "1.2.4");
  for (let scans = 0; scans < 3; scans++) await scanUpdates(owner, {});
  const first = {
    event: "update.available",
    projectId,
    about: { from: "1.2.3", to: "1.2.4", releaseNotes: null },
  };
  expect(await told()).toMatchObject([first]);
  stub.publish("example/notes", "1.2.5");
  for (let scans = 0; scans < 2; scans++) await scanUpdates(owner, {});
  expect(await told()).toMatchObject([first, { projectId, about: { to: "1.2.5" } }]);
});

test("a tag that names another publication is an update, and one that went away is unknown", async () => {
  const owner = await givenOwner();
  await givenRunning(owner);
  stub.publish("example/postgres", "18.1", "packed anew");
  await scanUpdates(owner, {});
  expect(await onlyEntry(owner)).toMatchObject({ behind: true, current: "1.2.3", latest: "1.2.3" });

  const bare = await startRegistryStub({ images: { "example/postgres": ["18.1"] } });
  closing.push(bare);
  useEngine(createMemoryEngine({}, { registries: { mirrors: [bare.origin], insecure: [] } }));
  await scanUpdates(owner, {});
  expect(await onlyEntry(owner)).toMatchObject({
    behind: false,
    reason: "docker.io does not have example/notes:1.2.3 any more.",
  });
});

test.each([500, 429, 403, 203])(
  "a registry that answers %s leaves everything unknown, with the reason",
  async (status) => {
    const owner = await givenOwner();
    await givenRunning(owner);
    stub.publish("example/notes", "1.2.4");
    answer = status;
    expect(await scanUpdates(owner, {})).toEqual({ scanned: 1, supported: 1 });
    const entry = await onlyEntry(owner);
    expect(entry).toMatchObject({
      supported: true,
      behind: false,
      reason: expect.stringMatching(/example\/notes/),
    });
    answer = 200;
    openGates();
    await scanUpdates(owner, {});
    expect(await onlyEntry(owner)).toMatchObject({ behind: true });
  },
);

test("each distinct image is asked about once, and an unchanged list is not sent again", async () => {
  const owner = await givenOwner();
  for (let number = 1; number <= 3; number++) await givenRunning(owner, { name: `Notes ${number}` });
  expect(await scanUpdates(owner, {})).toEqual({ scanned: 3, supported: 3 });
  expect(stub.asked).toHaveLength(4);
  await scanUpdates(owner, {});
  const again = stub.asked.slice(4).filter(({ url }) => url.includes("/tags/"));
  expect(again.every(({ headers }) => headers["if-none-match"] !== undefined)).toBe(true);
  expect(await onlyEntry(owner)).toMatchObject({ behind: false });
});

test("two that check at the same time get one comparison", async () => {
  const owner = await givenOwner();
  await givenRunning(owner);
  const results = await Promise.all([scanUpdates(owner, {}), scanUpdates(owner, {}), scanUpdates(owner, {})]);
  expect(results).toEqual(Array(3).fill({ scanned: 1, supported: 1 }));
  expect(stub.asked).toHaveLength(4);
});

test("a comparison whose process was killed is taken over", async () => {
  const owner = await givenOwner();
  await givenRunning(owner);
  const gone = { organizationId: owner.organizationId, startedAt: new Date(), worker: "gone" };
  await db()
    .insert(updateScans)
    .values({ ...gone, leaseUntil: new Date(Date.now() - 1_000) });
  expect(await scanUpdates(owner, {})).toEqual({ scanned: 1, supported: 1 });
});

test("a comparison of another process is waited for, and its result is the answer", async () => {
  const owner = await givenOwner();
  await givenRunning(owner);
  const other = { organizationId: owner.organizationId, startedAt: new Date(), worker: "other" };
  await db()
    .insert(updateScans)
    .values({ ...other, leaseUntil: new Date(Date.now() + 60_000) });
  expect((await listUpdates(owner, {})).scan).toMatchObject({ running: true, finishedAt: null });
  const joined = scanUpdates(owner, {});
  await db()
    .update(updateScans)
    .set({ scanned: 7, supported: 5, finishedAt: new Date() })
    .where(eq(updateScans.organizationId, owner.organizationId));
  expect(await joined).toEqual({ scanned: 7, supported: 5 });
  expect(stub.asked).toEqual([]);
});

test("a newer definition in the catalog is an update without any registry", async () => {
  const owner = await givenOwner();
  await givenRunning(owner);
  answer = 500;
  const [web, ...others] = NOTES.services ?? [];
  const environment = { ...web?.environment, MODE: "loud" };
  givenCatalog({ ...NOTES, services: [{ ...web, name: "web", environment }, ...others] });
  expect(await onlyEntry(owner)).toMatchObject({ kind: "catalog", behind: true });
});

test("a project that was never deployed is not comparable, and a draft is not listed", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenProject(owner, { name: "Waits" });
  await givenProject(owner, { name: "Draft" });
  await db().update(deployments).set({ state: "failed" }).where(eq(deployments.projectId, projectId));
  await db().update(projects).set({ installedAt: null }).where(eq(projects.name, "Draft"));
  const { data } = await listUpdates(owner, {});
  expect(data).toMatchObject([
    { name: "Waits", supported: false, behind: false, reason: expect.any(String) },
  ]);
});

test("a caller sees what it may read, and checks only with write on all projects", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenRunning(owner, { name: "Seen" });
  await givenRunning(owner, { name: "Hidden" });
  const grant = { organizationId: owner.organizationId, resourceType: "project" as const };
  const guest = { ...owner, grants: [{ ...grant, resourceId: projectId, permission: "write" as const }] };
  expect((await listUpdates(guest, {})).data.map(({ name }) => name)).toEqual(["Seen"]);
  await expect(scanUpdates(guest, {})).rejects.toMatchObject({ code: "FORBIDDEN" });
  const member = { ...owner, grants: [{ ...grant, resourceId: "*", permission: "write" as const }] };
  await expect(scanUpdates(member, {})).resolves.toMatchObject({ scanned: 2 });
  await expect(scanUpdates({ ...owner, readOnly: true }, {})).rejects.toMatchObject({
    code: "TOKEN_READ_ONLY",
  });
  const stranger = await givenOwner();
  expect((await listUpdates(stranger, {})).data).toEqual([]);
});

test("the schedule compares what is due and what was deployed since, and nothing twice", async () => {
  const owner = await givenOwner();
  const here = async () => (await scanWhatIsDue(new AbortController().signal)).includes(owner.organizationId);
  expect(await here()).toBe(false);
  await givenRunning(owner, { name: "First" });
  expect(await here()).toBe(true);
  const asked = stub.asked.length;
  expect(await here()).toBe(false);
  await givenRunning(owner, { name: "Second" });
  expect(await here()).toBe(true);
  expect(stub.asked).toHaveLength(asked);
  await db()
    .update(updateScans)
    .set({ nextAt: new Date(Date.now() - 1_000) });
  expect(await here()).toBe(true);
});

test("the plan tells from what to what, what stays and what is copied first, and touches nothing", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenRunning(owner);
  stub.publish("example/postgres", "18.2");
  await scanUpdates(owner, {});
  const before = await planUpdate(owner, { projectId });
  for (const { name } of before.change?.volumes ?? []) await (await engine()).ensureVolume(name, {});
  const plan = await planUpdate(owner, { projectId });
  expect(plan).toMatchObject({ kind: "image", behind: true, questions: [], issues: [], pause: null });
  expect(plan.services).toEqual([
    expect.objectContaining({ name: "web", change: "kept" }),
    {
      ...{ name: "db", change: "updated" },
      from: { image: "example/postgres:18.1", tag: "18.1", digest: digestOf("example/postgres:18.1") },
      to: { image: "example/postgres:18.2", tag: "18.2", digest: digestOf("example/postgres:18.2") },
    },
  ]);
  expect(plan.change?.services.map(({ name, from, image }) => [name, from, image])).toEqual([
    ["web", null, "example/notes:1.2.3"],
    ["db", "example/postgres:18.1", "example/postgres:18.2"],
  ]);
  expect(plan.volumes.map(({ service, saved }) => [service, saved])).toEqual([
    ["web", false],
    ["db", true],
  ]);
  expect(plan.change?.variables).toEqual([]);
});

test("what a new definition asks for is drawn as a form before anything is planned", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenRunning(owner);
  const [general] = NOTES.settings ?? [];
  const region = {
    key: "REGION",
    service: "web",
    label: "Region",
    type: "text" as const,
    required: true,
    installStep: true,
  };
  const [web, ...others] = NOTES.services ?? [];
  const { MODE: _mode, ...environment } = web?.environment ?? {};
  givenCatalog({
    ...NOTES,
    repository: "https://github.com/example/notes",
    services: [{ ...web, name: "web", environment: { ...environment, LEVEL: "deep" } }, ...others],
    settings: [{ id: "general", label: "General", fields: [...(general?.fields ?? []), region] }],
  });
  const plan = await planUpdate(owner, { projectId });
  expect(plan).toMatchObject({
    kind: "catalog",
    behind: true,
    releaseNotes: "https://github.com/example/notes/releases",
  });
  expect(plan.questions).toEqual([
    expect.objectContaining({ id: "general", fields: [expect.objectContaining(region)] }),
  ]);
  expect(plan.issues).toEqual([{ path: "settings.web.REGION", message: "Region is required." }]);
  expect(plan.change?.variables).toMatchObject([
    { key: "LEVEL", change: "added", to: "deep" },
    { key: "MODE", change: "removed", from: "quiet" },
  ]);
});

test("of a project that is current the plan is that nothing changes", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenRunning(owner);
  await scanUpdates(owner, {});
  const plan = await planUpdate(owner, { projectId });
  expect(plan).toMatchObject({
    behind: false,
    current: "1.2.3",
    latest: "1.2.3",
    change: null,
    questions: [],
  });
  expect(plan.services.map(({ change }) => change)).toEqual(["kept", "kept"]);
  await expect(planUpdate(await givenOwner(), { projectId })).rejects.toMatchObject({ code: "NOT_FOUND" });
});
