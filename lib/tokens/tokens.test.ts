import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { auditEvents, grants as grantsTable } from "@/lib/access/table";
import { callerOf } from "@/lib/auth/caller-of";
import { givenMemberSignedIn, givenOwner, givenOwnerSignedIn } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { listProjects, showProject } from "@/lib/projects";
import { givenDraft } from "@/lib/projects/testing";
import { createToken, listTokens, revokeToken } from ".";
import { accessTokens } from "./table";
import { givenToken } from "./testing";

givenDatabase();

const everyProject = (permission: "read" | "write" | "admin") => ({
  resourceType: "project" as const,
  resourceId: "*",
  permissions: [permission],
});
const asToken = (token: string) => callerOf(new Headers({ authorization: `Bearer ${token}` }));

test("a token is made, listed without its secret, used, and revoked", async () => {
  const owner = await givenOwner();
  const { token, ...made } = await createToken(owner, { name: "  Nightly export ", expiresInDays: 30 });
  expect(made).toEqual({
    id: expect.stringMatching(/^tok_/),
    name: "Nightly export",
    prefix: token.slice(0, 18),
    readOnly: false,
    scoped: false,
    grants: null,
    organizationId: owner.organizationId,
    expiresAt: expect.any(String),
    lastUsedAt: null,
    createdAt: expect.any(String),
  });
  const days = (Date.parse(made.expiresAt ?? "") - Date.now()) / (24 * 3600 * 1000);
  expect(days).toBeGreaterThan(29.99);
  expect(days).toBeLessThanOrEqual(30);
  const list = await listTokens(owner, {});
  expect(list).toEqual({ data: [made] });
  expect(JSON.stringify(list)).not.toContain(token.slice(18));
  expect(await asToken(token)).toMatchObject({ kind: "token", userId: owner.userId });
  expect(await revokeToken(owner, { tokenId: made.id })).toBeUndefined();
  await expect(asToken(token)).rejects.toMatchObject({ code: "INVALID_TOKEN" });
  await expect(revokeToken(owner, { tokenId: made.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("what was made and revoked is in the audit log, the secret and its hash are not", async () => {
  const owner = await givenOwner();
  const { id, token } = await createToken(owner, { name: "ci" });
  await revokeToken(owner, { tokenId: id });
  const events = await db()
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.organizationId, owner.organizationId));
  expect(events.map(({ operation, outcome }) => `${operation} ${outcome}`).sort()).toEqual([
    "tokens.create done",
    "tokens.revoke done",
  ]);
  expect(JSON.stringify(events)).not.toContain(token);
});

test("a misspelt field makes no token, and each wrong one is named", async () => {
  const owner = await givenOwner();
  const wrong = async (input: object) =>
    createToken(owner, { name: "ci", ...input } as never).then(
      () => "made",
      ({ code, issues }) => [code, ...(issues ?? []).map(({ path }: { path: string }) => path)].join(" "),
    );
  for (const [input, said] of [
    [{ grant: [everyProject("read")] }, "VALIDATION_ERROR grant"],
    [{ readonly: true }, "VALIDATION_ERROR readonly"],
    [{ name: "   " }, "VALIDATION_ERROR name"],
    [{ name: "x".repeat(81) }, "VALIDATION_ERROR name"],
    [{ readOnly: "yes" }, "VALIDATION_ERROR readOnly"],
    [{ expiresInDays: 0 }, "VALIDATION_ERROR expiresInDays"],
    [{ expiresInDays: 366 }, "VALIDATION_ERROR expiresInDays"],
    [{ expiresInDays: 1.5 }, "VALIDATION_ERROR expiresInDays"],
    [{ expiresInDays: "30" }, "VALIDATION_ERROR expiresInDays"],
    [{ grants: null }, "VALIDATION_ERROR grants"],
    [{ grants: [] }, "EMPTY_GRANTS"],
    [{ grants: [{ ...everyProject("read"), permissions: [] }] }, "VALIDATION_ERROR grants.0.permissions"],
    [
      { grants: [{ ...everyProject("read"), permissions: ["root"] }] },
      "VALIDATION_ERROR grants.0.permissions.0",
    ],
    [
      { grants: [{ ...everyProject("read"), resourceType: "user" }] },
      "VALIDATION_ERROR grants.0.resourceType",
    ],
    [{ grants: [everyProject("read"), everyProject("write")] }, "VALIDATION_ERROR grants.1"],
  ] as const) {
    expect(await wrong(input), JSON.stringify(input)).toBe(said);
  }
  expect((await listTokens(owner, {})).data).toEqual([]);
  for (const expiresInDays of [1, 365]) expect(await wrong({ expiresInDays })).toBe("made");
});

test("nobody mints what they do not hold, nor finds out what there is", async () => {
  const { organizationId } = await givenOwnerSignedIn();
  const member = await (await givenMemberSignedIn(organizationId, "member")).browser.caller();
  const elsewhere = await givenDraft(await givenOwner());
  for (const above of [
    everyProject("admin"),
    { ...everyProject("write"), resourceType: "server" as const },
    { ...everyProject("read"), resourceType: "organization" as const },
  ]) {
    await expect(createToken(member, { name: "ci", grants: [above] })).rejects.toMatchObject({
      code: "GRANT_EXCEEDS_ACCESS",
    });
  }
  const answers = await Promise.all(
    [elsewhere.id, "prj_none"].map((resourceId) =>
      createToken(member, { name: "ci", grants: [{ ...everyProject("read"), resourceId }] }).catch(
        ({ code, message, issues }) => ({ code, message, issues }),
      ),
    ),
  );
  expect(answers[0]).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: "grants.0.resourceId" }] });
  expect(answers[1]).toEqual(answers[0]);
  expect((await listTokens(member, {})).data).toEqual([]);
});

test("who has no tokens of their own in the organization sees none, and revokes nobody else's", async () => {
  const { browser, organizationId, userId } = await givenOwnerSignedIn();
  const mine = await givenToken({ organizationId, userId });
  const admin = await (await givenMemberSignedIn(organizationId, "admin")).browser.caller();
  for (const other of [admin, await givenOwner()]) {
    expect((await listTokens(other, {})).data).toEqual([]);
    await expect(revokeToken(other, { tokenId: mine.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
  expect((await listTokens(await browser.caller(), {})).data).toHaveLength(1);
  expect(await mine.caller()).toMatchObject({ kind: "token" });
});

test("a scoped token neither lists, mints, widens nor revokes tokens, not even itself", async () => {
  const owner = await givenOwner();
  const grants = [{ resourceType: "organization", resourceId: "*", permission: "admin" } as const];
  const { id, caller } = await givenToken(owner, { grants });
  const scoped = await caller();
  const refused = { code: "FORBIDDEN", message: expect.stringContaining("cannot manage credentials") };
  await expect(listTokens(scoped, {})).rejects.toMatchObject(refused);
  await expect(createToken(scoped, { name: "wider" })).rejects.toMatchObject(refused);
  await expect(createToken(scoped, { name: "same", grants: [everyProject("read")] }))
    .rejects //
    .toMatchObject(refused);
  await expect(revokeToken(scoped, { tokenId: id })).rejects.toMatchObject(refused);
});

test("a token that may only read lists tokens and does no more", async () => {
  const owner = await givenOwner();
  const { id, caller } = await givenToken(owner, { readOnly: true });
  const reader = await caller();
  expect((await listTokens(reader, {})).data).toHaveLength(1);
  await expect(createToken(reader, { name: "more" })).rejects.toMatchObject({ code: "TOKEN_READ_ONLY" });
  await expect(revokeToken(reader, { tokenId: id })).rejects.toMatchObject({ code: "TOKEN_READ_ONLY" });
});

test("a full token mints within what its person holds, for its own organization", async () => {
  const owner = await givenOwner();
  const full = await (await givenToken(owner)).caller();
  const { organizationId, token } = await createToken(full, { name: "child", readOnly: true });
  expect(organizationId).toBe(owner.organizationId);
  expect(await asToken(token)).toMatchObject({ readOnly: true, organizationId });
});

test("what its person may no longer do the token may not either, and does again when they may", async () => {
  const owner = await givenOwner();
  const project = await givenDraft(owner);
  const { token } = await createToken(owner, {
    name: "ci",
    grants: [{ resourceType: "project", resourceId: project.id, permissions: ["admin"] }],
  });
  const ids = async () => (await listProjects(await asToken(token), {})).data.map(({ id }) => id);
  expect(await ids()).toEqual([project.id]);
  await db().delete(grantsTable).where(eq(grantsTable.userId, owner.userId));
  expect(await ids()).toEqual([]);
  await expect(showProject(await asToken(token), { projectId: project.id })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await db()
    .insert(grantsTable)
    .values(owner.grants.map((grant) => ({ ...grant, userId: owner.userId })));
  expect(await ids()).toEqual([project.id]);
});

test("a token of one organization meets nothing of another, though its person belongs to both", async () => {
  const owner = await givenOwner();
  const project = await givenDraft(owner);
  const elsewhere = await givenOwner();
  const theirs = await givenDraft(elsewhere);
  const wide: Caller = { ...owner, grants: [...owner.grants, ...elsewhere.grants] };
  const { token } = await createToken(wide, { name: "ci" });
  expect((await listProjects(await asToken(token), {})).data.map(({ id }) => id)).toEqual([project.id]);
  await expect(showProject(await asToken(token), { projectId: theirs.id })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await expect(
    createToken(wide, {
      name: "ci",
      grants: [{ resourceType: "project", resourceId: theirs.id, permissions: ["read"] }],
    }),
  ).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});

test("the rows of tokens tell no hash to anybody", async () => {
  const owner = await givenOwner();
  await createToken(owner, { name: "ci" });
  const [row] = await db().select().from(accessTokens).where(eq(accessTokens.userId, owner.userId));
  expect(JSON.stringify(await listTokens(owner, {}))).not.toContain(row?.hash);
});
