import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ANONYMOUS, type Caller } from "@/lib/access/caller";
import { auditEvents } from "@/lib/access/table";
import { installApp } from "@/lib/apps";
import { givenCatalog, NOTES_ANSWERS } from "@/lib/apps/testing";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { deployProject, listDeployments } from "@/lib/deployments";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import {
  changeSettings,
  deleteProject,
  listProjects,
  patchProject,
  showSettings,
  stopProject,
} from "@/lib/projects";
import { givenProject } from "@/lib/projects/testing";
import { useEngine as giveEngine } from "@/lib/servers";
import { givenToken } from "@/lib/tokens/testing";
import { approveProposal, declineProposal, listProposals, makeProposal, showProposal } from ".";
import { proposals } from "./table";
import { givenClient } from "./testing";

givenDatabase();
beforeAll(() => {
  giveEngine(createMemoryEngine({ "example/notes:1.2.3": {}, "example/postgres:18.1": {} }));
  givenCatalog();
});
afterAll(() => giveEngine(undefined));

const install = { appId: "notes", name: "Log book", settings: NOTES_ANSWERS };
const retitled = (projectId: string, TITLE = "Other title") => ({ projectId, settings: { web: { TITLE } } });

async function givenProposal(owner: Caller) {
  const client = await givenClient(owner);
  const { projectId } = await givenProject(owner);
  const { proposalId } = await makeProposal(client.caller, changeSettings, retitled(projectId));
  return { client, projectId, proposalId };
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return await promise.then(
    () => "done",
    (error: { code?: string }) => error.code ?? String(error),
  );
}

const titleOf = async (owner: Caller, projectId: string) =>
  (await showSettings(owner, { projectId })).groups[0]?.fields.find(({ key }) => key === "TITLE")?.value;

test("what a client proposes is not done before a person approves, and then as that person", async () => {
  const owner = await givenOwner();
  const { caller } = await givenClient(owner);
  const made = await makeProposal(caller, installApp, install);
  expect(made).toMatchObject({ state: "pending", summary: "Install Notes as “Log book”" });
  expect((await listProjects(owner, {})).data).toEqual([]);
  const before = await showProposal(owner, { proposalId: made.proposalId });
  expect(before).toMatchObject({
    client: "Harbour agent",
    person: owner.name,
    canDecide: true,
    plan: { kind: "install", appName: "Notes", plan: { name: "Log book", issues: [] } },
  });
  const { state, outcome } = await approveProposal(owner, { proposalId: made.proposalId });
  expect(state).toBe("done");
  const [project] = (await listProjects(owner, {})).data;
  const [deployment] = (await listDeployments(owner, {})).data;
  expect(project?.name).toBe("Log book");
  expect(outcome).toEqual({ projectId: project?.id, deploymentId: deployment?.id });
  expect(await showProposal(caller, { proposalId: made.proposalId })).toMatchObject({
    state: "done",
    outcome,
    decidedBy: owner.name,
    plan: null,
  });
});

test("a proposal that many approve at once is done once", async () => {
  const owner = await givenOwner();
  const { caller } = await givenClient(owner);
  const { projectId } = await givenProject(owner);
  const { proposalId } = await makeProposal(caller, deployProject, { projectId });
  const codes = await Promise.all(
    Array.from({ length: 8 }, () => codeOf(approveProposal(owner, { proposalId }))),
  );
  expect(codes.filter((code) => code === "done")).toHaveLength(1);
  expect(codes.filter((code) => code === "PROPOSAL_DECIDED")).toHaveLength(7);
  expect((await listDeployments(owner, { projectId })).data).toHaveLength(2);
  expect(await codeOf(approveProposal(owner, { proposalId }))).toBe("PROPOSAL_DECIDED");
  expect(await codeOf(declineProposal(owner, { proposalId }))).toBe("PROPOSAL_DECIDED");
});

test("after any change of its project a proposal is stale, and ends", async () => {
  const owner = await givenOwner();
  for (const change of [
    (projectId: string) => changeSettings(owner, retitled(projectId, "A third title")),
    (projectId: string) => patchProject(owner, { projectId, name: "Renamed" }),
    (projectId: string) =>
      db().execute(sql`UPDATE projects SET resources = '{"web":{"memoryMb":64}}' WHERE id = ${projectId}`),
  ]) {
    const { client, projectId, proposalId } = await givenProposal(owner);
    await change(projectId);
    const title = await titleOf(owner, projectId);
    expect(await codeOf(approveProposal(owner, { proposalId }))).toBe("PROPOSAL_STALE");
    expect(await titleOf(owner, projectId)).toBe(title);
    expect(await showProposal(client.caller, { proposalId })).toMatchObject({
      state: "expired",
      outcome: { code: "PROPOSAL_STALE" },
    });
    expect(await codeOf(approveProposal(owner, { proposalId }))).toBe("PROPOSAL_EXPIRED");
    await deleteProject(owner, { projectId });
  }
});

test("a proposal about a project that is gone cannot be approved, and can be declined", async () => {
  const owner = await givenOwner();
  const { projectId, proposalId } = await givenProposal(owner);
  await deleteProject(owner, { projectId });
  expect(await codeOf(approveProposal(owner, { proposalId }))).toBe("NOT_FOUND");
  expect(await declineProposal(owner, { proposalId })).toMatchObject({ state: "declined" });
});

test("what was declined, or waited for a week, is never done", async () => {
  const owner = await givenOwner();
  const { projectId, proposalId, client } = await givenProposal(owner);
  expect(await declineProposal(owner, { proposalId })).toMatchObject({
    state: "declined",
    decidedBy: owner.name,
  });
  expect(await codeOf(approveProposal(owner, { proposalId }))).toBe("PROPOSAL_DECIDED");
  const late = await makeProposal(client.caller, changeSettings, retitled(projectId));
  await db().update(proposals).set({ expiresAt: new Date() }).where(eq(proposals.id, late.proposalId));
  expect(await codeOf(approveProposal(owner, { proposalId: late.proposalId }))).toBe("PROPOSAL_EXPIRED");
  expect(await showProposal(owner, { proposalId: late.proposalId })).toMatchObject({ state: "expired" });
  expect(await titleOf(owner, projectId)).toBe("Log book");
});

test("one that was under way when Roadstead stopped is never begun again, and is said to have failed", async () => {
  const owner = await givenOwner();
  const { projectId, proposalId } = await givenProposal(owner);
  const running = { state: "running" as const, decidedAt: sql`now() - interval '2 hours'` };
  await db().update(proposals).set(running).where(eq(proposals.id, proposalId));
  expect(await codeOf(approveProposal(owner, { proposalId }))).toBe("PROPOSAL_DECIDED");
  expect(await showProposal(owner, { proposalId })).toMatchObject({
    state: "failed",
    outcome: { message: expect.stringContaining("stopped while this was done") },
  });
  expect(await titleOf(owner, projectId)).toBe("Log book");
});

test("what a newer version does not know any more is shown, and cannot be approved", async () => {
  const owner = await givenOwner();
  const { proposalId } = await givenProposal(owner);
  await db().update(proposals).set({ operation: "projects.sink" }).where(eq(proposals.id, proposalId));
  expect((await listProposals(owner, {})).data).toMatchObject([{ id: proposalId, canDecide: false }]);
  expect(await codeOf(approveProposal(owner, { proposalId }))).toBe("PROPOSAL_STALE");
});

test("only who may do it themselves approves it, and never a client or a narrowed token", async () => {
  const owner = await givenOwner();
  const { client, projectId, proposalId } = await givenProposal(owner);
  const { organizationId } = owner;
  const onIt = (permission: "read" | "write") => [
    { organizationId, resourceType: "project" as const, resourceId: projectId, permission },
  ];
  const other = await givenOwner();
  const narrow = [{ resourceType: "project" as const, resourceId: projectId, permission: "admin" as const }];
  for (const [who, code] of [
    [ANONYMOUS, "UNAUTHORIZED"],
    [other, "NOT_FOUND"],
    [{ ...other, organizationId, grants: onIt("read") }, "FORBIDDEN"],
    [client.caller, "PROPOSAL_NEEDED"],
    [{ ...client.caller, propose: false }, "FORBIDDEN"],
    [(await givenClient(owner)).caller, "PROPOSAL_NEEDED"],
    [await (await givenToken(owner, { grants: narrow })).caller(), "FORBIDDEN"],
    [await (await givenToken(owner, { readOnly: true })).caller(), "TOKEN_READ_ONLY"],
  ] as const) {
    expect(await codeOf(approveProposal(who, { proposalId }))).toBe(code);
    expect(await codeOf(declineProposal(who, { proposalId }))).toBe(code);
  }
  expect(await titleOf(owner, projectId)).toBe("Log book");
  const colleague = { ...other, organizationId, grants: onIt("write") };
  expect(await approveProposal(colleague, { proposalId })).toMatchObject({ state: "done" });
  expect(await titleOf(owner, projectId)).toBe("Other title");
});

test("what the client may not do any more is not done, whoever approves", async () => {
  const owner = await givenOwner();
  const elsewhere = [
    { resourceType: "project" as const, resourceId: "prj_other", permission: "admin" as const },
  ];
  for (const change of [
    (client: Awaited<ReturnType<typeof givenClient>>) => client.disconnect(),
    (client: Awaited<ReturnType<typeof givenClient>>) => client.rebind({ readOnly: true }),
    (client: Awaited<ReturnType<typeof givenClient>>) => client.rebind({ grants: elsewhere }),
  ]) {
    const { client, projectId, proposalId } = await givenProposal(owner);
    await change(client);
    expect(await codeOf(approveProposal(owner, { proposalId }))).toBe("PROPOSAL_CLIENT_GONE");
    expect(await titleOf(owner, projectId)).toBe("Log book");
    expect(await declineProposal(owner, { proposalId })).toMatchObject({ state: "declined" });
    await deleteProject(owner, { projectId });
  }
});

test("nobody is asked about what cannot be, or what the client may not do", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenProject(owner);
  const reads = [{ resourceType: "project" as const, resourceId: projectId, permission: "read" as const }];
  const { caller } = await givenClient(owner, reads);
  expect(await codeOf(makeProposal(caller, changeSettings, retitled(projectId)))).toBe("FORBIDDEN");
  expect(await codeOf(makeProposal(caller, installApp, install))).toBe("FORBIDDEN");
  const free = (await givenClient(owner)).caller;
  const wrong = { projectId, settings: { web: { MAX: "many" } } };
  expect(await codeOf(makeProposal(free, changeSettings, wrong))).toBe("VALIDATION_ERROR");
  expect(await codeOf(makeProposal(free, installApp, { appId: "none" }))).toBe("NOT_FOUND");
  expect(await codeOf(makeProposal(free, installApp, { appId: "notes" }))).toBe("VALIDATION_ERROR");
  expect((await listProposals(owner, {})).data).toEqual([]);
});

test("what an operation refuses in the end is told to both sides", async () => {
  const owner = await givenOwner();
  const { caller } = await givenClient(owner);
  const { projectId } = await givenProject(owner);
  const { proposalId } = await makeProposal(caller, stopProject, { projectId });
  const { state, outcome } = await approveProposal(owner, { proposalId });
  expect({ state, outcome }).toMatchObject({ state: "failed", outcome: { code: "PROJECT_NOT_DEPLOYED" } });
  expect(await showProposal(caller, { proposalId })).toMatchObject({ state, outcome });
});

test("a client sees its own proposals only, and a person those about what they may see", async () => {
  const owner = await givenOwner();
  const { client, proposalId } = await givenProposal(owner);
  const idsFor = async (who: Caller) =>
    (await listProposals(who, { state: "pending" })).data.map(({ id }) => id);
  expect(await idsFor(owner)).toEqual([proposalId]);
  expect(await idsFor(client.caller)).toEqual([proposalId]);
  const { caller: another } = await givenClient(owner);
  expect(await idsFor(another)).toEqual([]);
  expect(await codeOf(showProposal(another, { proposalId }))).toBe("NOT_FOUND");
  const stranger = await givenOwner();
  expect(await idsFor(stranger)).toEqual([]);
  expect(await codeOf(showProposal(stranger, { proposalId }))).toBe("NOT_FOUND");
  expect(await idsFor({ ...stranger, organizationId: owner.organizationId, grants: [] })).toEqual([]);
});

test("asking again while it waits is the same proposal, and no client can bury a person in them", async () => {
  const owner = await givenOwner();
  const { caller } = await givenClient(owner);
  const { projectId } = await givenProject(owner);
  const ask = (title: string) => makeProposal(caller, changeSettings, retitled(projectId, title));
  const same = await Promise.all(Array.from({ length: 4 }, () => ask("Same")));
  expect(new Set(same.map(({ proposalId }) => proposalId)).size).toBe(1);
  const [row] = await db()
    .select()
    .from(proposals)
    .where(eq(proposals.clientId, caller.credential?.id ?? ""));
  if (!row) throw new Error("the proposal was not stored");
  const { id: _own, ...like } = { ...row, fingerprint: "of another time" };
  await db()
    .insert(proposals)
    .values(Array.from({ length: 49 }, () => like));
  expect(await codeOf(ask("One more"))).toBe("TOO_MANY_PROPOSALS");
});

test("what was typed is sealed while it waits, and shows nowhere", async () => {
  const owner = await givenOwner();
  const { caller } = await givenClient(owner);
  const secret = "a-password-of-the-agent";
  const settings = { web: { ...NOTES_ANSWERS.web, ADMIN_PASSWORD: secret } };
  const { proposalId } = await makeProposal(caller, installApp, { ...install, settings });
  const rows = await db().select().from(proposals).where(eq(proposals.id, proposalId));
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(JSON.stringify(await showProposal(owner, { proposalId }))).not.toContain(secret);
  expect(await approveProposal(owner, { proposalId })).toMatchObject({ state: "done" });
});

test("who proposed and who approved is in the audit log", async () => {
  const owner = await givenOwner();
  const { proposalId, projectId } = await givenProposal(owner);
  await approveProposal(owner, { proposalId });
  const rows = await db()
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.organizationId, owner.organizationId));
  const told = rows.map(({ callerKind, operation, resourceId, outcome }) => [
    callerKind,
    operation,
    resourceId,
    outcome,
  ]);
  expect(told).toContainEqual(["mcp", "proposals.make", proposalId, "done"]);
  expect(told).toContainEqual(["session", "proposals.approve", proposalId, "done"]);
  expect(told).toContainEqual(["session", "projects.changeSettings", projectId, "done"]);
});
