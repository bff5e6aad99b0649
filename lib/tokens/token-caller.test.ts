import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { grants as grantsTable } from "@/lib/access/table";
import { callerOf } from "@/lib/auth/caller-of";
import { members, users } from "@/lib/auth/table";
import { givenOwner, givenOwnerSignedIn } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { hashOf, isToken, newToken } from "./secret";
import { accessTokens } from "./table";
import { givenToken } from "./testing";

givenDatabase();

const REFUSED = { code: "INVALID_TOKEN" };
const bearer = (authorization: string, more: Record<string, string> = {}) =>
  callerOf(new Headers({ authorization, ...more }));

test("a token acts as its person, in the organization it was made in", async () => {
  const owner = await givenOwner();
  const { id, caller } = await givenToken(owner);
  expect(await caller()).toMatchObject({
    kind: "token",
    userId: owner.userId,
    organizationId: owner.organizationId,
    credential: { id, name: "Nightly export" },
    narrowed: false,
    readOnly: false,
    instanceAdmin: false,
    grants: owner.grants,
  });
});

test("a token is 256 random bits in base64url after its prefix, and only a hash of it is kept", async () => {
  const { token, hash, prefix } = newToken();
  expect(token).toMatch(/^roadstead_pat_[A-Za-z0-9_-]{43}$/);
  expect(Buffer.from(token.slice(14), "base64url")).toHaveLength(32);
  expect(new Set(Array.from({ length: 100 }, () => newToken().token)).size).toBe(100);
  expect(token.startsWith(prefix)).toBe(true);
  expect(prefix).toHaveLength(18);
  const owner = await givenOwner();
  const kept = await givenToken(owner);
  const rows = await db().select().from(accessTokens).where(eq(accessTokens.id, kept.id));
  expect(JSON.stringify(rows)).not.toContain(kept.token.slice(18));
  expect(rows[0]?.hash).toBe(hashOf(kept.token));
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
});

test("what is not written as a token is refused without asking the database, however long it is", async () => {
  await db().execute(sql`ALTER TABLE access_tokens RENAME TO tokens_gone`);
  try {
    const { token } = newToken();
    for (const authorization of [
      "",
      "Bearer",
      "Bearer ",
      token,
      `Bearer ${token}x`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token.slice(0, -1)}=`,
      `Bearer ${token.slice(0, -1)}.`,
      `Bearer ${token} ${token}`,
      `Bearer ${token}, Bearer ${token}`,
      `Bearer\t${token}`,
      `Bearer: ${token}`,
      `Bearer "${token}"`,
      `Bearer ${token.toUpperCase()}`,
      `Basic ${token}`,
      `Basic ${Buffer.from(`maren:${token}`).toString("base64")}`,
      `Token ${token}`,
      `Bearer ${"x".repeat(100_000)}`,
      `Bearer roadstead_pat_${"x".repeat(100_000)}`,
      `Bearer${" ".repeat(100_000)}`,
    ]) {
      await expect(bearer(authorization), authorization.slice(0, 80)).rejects.toMatchObject(REFUSED);
    }
    await expect(bearer(`Bearer ${token}`)).rejects.toMatchObject({ code: "AUTH_UNAVAILABLE" });
  } finally {
    await db().execute(sql`ALTER TABLE tokens_gone RENAME TO access_tokens`);
  }
});

test("the scheme may be written in any case, with any number of spaces after it", async () => {
  const { token } = await givenToken(await givenOwner());
  for (const written of [`bearer ${token}`, `BEARER ${token}`, `Bearer    ${token}`]) {
    expect(await bearer(written), written).toMatchObject({ kind: "token" });
  }
});

test("a guess that is right but for its last character is looked up like one that is wrong in all", () => {
  const { token, hash } = newToken();
  const last = token.endsWith("A") ? "B" : "A";
  const near = token.slice(0, -1) + last;
  expect(isToken(near)).toBe(true);
  // What the database compares has nothing in common with the right one but by chance.
  const alike = [...hashOf(near)].filter((digit, at) => digit === hash[at]).length;
  expect(alike).toBeLessThan(24);
});

test("a wrong, expired or revoked token is refused alike, and nothing else about the request helps it", async () => {
  const { browser, ...person } = await givenOwnerSignedIn();
  const wrong = `Bearer ${newToken().token}`;
  const expired = await givenToken(person, { expiresAt: new Date(Date.now() - 1000) });
  const revoked = await givenToken(person);
  await db().delete(accessTokens).where(eq(accessTokens.id, revoked.id));
  const cookie = browser.cookieHeader();
  expect(await callerOf(new Headers({ cookie }))).toMatchObject({ kind: "session" });
  for (const authorization of [wrong, `Bearer ${expired.token}`, `Bearer ${revoked.token}`, "", "Bearer"]) {
    await expect(bearer(authorization), authorization).rejects.toMatchObject(REFUSED);
    await expect(bearer(authorization, { cookie }), authorization).rejects.toMatchObject(REFUSED);
  }
});

test("of a token and a cookie of somebody else the token decides", async () => {
  const { browser } = await givenOwnerSignedIn();
  const other = await givenOwner();
  const { caller } = await givenToken(other, { readOnly: true });
  expect(await caller({ cookie: browser.cookieHeader() })).toMatchObject({
    kind: "token",
    userId: other.userId,
    readOnly: true,
  });
});

test("a token that expires later still works, and stops at its moment", async () => {
  const owner = await givenOwner();
  const { id, caller } = await givenToken(owner, { expiresAt: new Date(Date.now() + 60_000) });
  expect(await caller()).toMatchObject({ kind: "token" });
  await db().update(accessTokens).set({ expiresAt: sql`now()` }).where(eq(accessTokens.id, id));
  await expect(caller()).rejects.toMatchObject(REFUSED);
});

test("the token of somebody who was removed or blocked is dead", async () => {
  const removed = await givenOwner("member");
  const gone = await givenToken(removed);
  await db().delete(members).where(eq(members.userId, removed.userId));
  await expect(gone.caller()).rejects.toMatchObject(REFUSED);
  expect(await db().$count(accessTokens, eq(accessTokens.id, gone.id))).toBe(0);

  const blocked = await givenOwner();
  const { caller } = await givenToken(blocked);
  await db().update(users).set({ bannedAt: new Date() }).where(eq(users.id, blocked.userId));
  await expect(caller()).rejects.toMatchObject(REFUSED);
});

test("a token is cut down with its person at once, and never beyond what it was given", async () => {
  const owner = await givenOwner();
  const { organizationId, userId } = owner;
  const given = { resourceType: "project", resourceId: "*", permission: "admin" } as const;
  const full = await givenToken(owner);
  const scoped = await givenToken(owner, { grants: [given] });
  expect((await scoped.caller()).grants).toContainEqual({ ...given, organizationId });
  expect((await scoped.caller()).grants).not.toContainEqual(owner.grants[0]);
  await db().delete(grantsTable).where(eq(grantsTable.userId, userId));
  const left = { organizationId, resourceType: "project", resourceId: "prj_1", permission: "read" } as const;
  await db()
    .insert(grantsTable)
    .values({ ...left, userId });
  expect((await full.caller()).grants).toEqual([left]);
  expect((await scoped.caller()).grants).toEqual([left]);
  await db().delete(grantsTable).where(eq(grantsTable.userId, userId));
  for (const { caller } of [full, scoped]) expect((await caller()).grants).toEqual([]);
});

test("only a token that is not narrowed speaks for the admin of the instance", async () => {
  const owner = await givenOwner();
  await db().update(users).set({ instanceAdmin: true }).where(eq(users.id, owner.userId));
  const full = await givenToken(owner);
  const scoped = await givenToken(owner, { grants: [] });
  expect(await full.caller()).toMatchObject({ instanceAdmin: true, narrowed: false });
  expect(await scoped.caller()).toMatchObject({ instanceAdmin: false, narrowed: true, grants: [] });
});

test("a token works in its own organization only, whatever else its person belongs to", async () => {
  const owner = await givenOwner();
  const elsewhere = await givenOwner();
  await db().insert(members).values({
    organizationId: elsewhere.organizationId,
    userId: owner.userId,
    role: "owner",
  });
  await db().insert(grantsTable).values({
    organizationId: elsewhere.organizationId,
    userId: owner.userId,
    resourceType: "organization",
    resourceId: "*",
    permission: "admin",
  });
  const { caller } = await givenToken(owner);
  expect((await caller()).grants).toEqual(owner.grants);
  for (const named of [
    elsewhere.organizationId,
    "org_none",
    owner.organizationId.toUpperCase(),
    `${owner.organizationId}, ${elsewhere.organizationId}`,
  ]) {
    await expect(caller({ "x-organization-id": named }), named).rejects.toMatchObject({
      code: "TOKEN_ORG_SCOPE",
    });
  }
  const own = await caller({ "x-organization-id": owner.organizationId });
  expect(own.organizationId).toBe(owner.organizationId);
});

test("its last use is noted once a minute, beside the request", async () => {
  const { id, caller } = await givenToken(await givenOwner());
  const lastUse = async () =>
    (await db().select().from(accessTokens).where(eq(accessTokens.id, id)))[0]?.lastUsedAt ?? null;
  await caller();
  await expect.poll(lastUse).not.toBeNull();
  const first = await lastUse();
  await caller();
  await db().execute(sql`SELECT 1`);
  expect(await lastUse()).toEqual(first);
  const old = new Date(Date.now() - 61_000);
  await db().update(accessTokens).set({ lastUsedAt: old }).where(eq(accessTokens.id, id));
  await caller();
  await expect.poll(lastUse).not.toEqual(old);
});
