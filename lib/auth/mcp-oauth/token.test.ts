import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { grants } from "@/lib/access/table";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { mcpBindings, oauthAccessTokens, oauthRefreshTokens } from "@/lib/mcp-clients/table";
import { callerOf } from "../caller-of";
import { admitIssuance } from "../store/oauth-tokens";
import { members, users } from "../table";
import { givenOwnerSignedIn } from "../testing";
import { ADDRESS, callerWith, exchange, givenClient, pkce } from "./testing";

givenDatabase();

const INVALID_GRANT = { status: 400, body: { error: "invalid_grant" } };
const INVALID_TOKEN = { code: "INVALID_TOKEN" };

// Whoever does not end up changed is the same person throughout: each one costs a password's hash.
let shared: Awaited<ReturnType<typeof givenOwnerSignedIn>>;
beforeAll(async () => {
  shared = await givenOwnerSignedIn();
});

async function givenConnected(person = shared) {
  const client = await givenClient();
  return { person, client, tokens: await client.tokens(person) };
}

test("a code works once; who uses it again ends what it gave", async () => {
  const person = shared;
  const client = await givenClient();
  const code = (await client.code(person)).get("code") ?? "";
  const { body } = await client.exchangeCode(code);
  const second = await client.exchangeCode(code);
  expect(second).toMatchObject(INVALID_GRANT);
  await expect(callerWith(body.access_token)).rejects.toMatchObject(INVALID_TOKEN);
  expect(await client.refresh(body.refresh_token)).toMatchObject(INVALID_GRANT);
});

test("of two uses of one code at the same moment one at most succeeds", async () => {
  const person = shared;
  const client = await givenClient();
  const code = (await client.code(person)).get("code") ?? "";
  const answers = await Promise.all([1, 2, 3, 4].map(() => client.exchangeCode(code)));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  for (const { status, body } of answers) if (status !== 200) expect(body.error).toBe("invalid_grant");
});

test.each([
  ["without the verifier", { code_verifier: "" }, "invalid_request"],
  ["with another verifier", { code_verifier: pkce().verifier }, "invalid_grant"],
  ["with another redirect", { redirect_uri: "http://127.0.0.1:9/callback" }, "invalid_grant"],
  ["for another resource", { resource: "https://elsewhere.example" }, "invalid_target"],
  ["by an unknown client", { client_id: "nobody" }, "invalid_grant"],
  ["with a secret that nobody has", { client_secret: "guess" }, "invalid_client"],
  ["as another grant", { grant_type: "password" }, "unsupported_grant_type"],
  ["for the client itself", { grant_type: "client_credentials" }, "unsupported_grant_type"],
])("a code is worth nothing %s", async (_, change, error) => {
  const person = shared;
  const client = await givenClient();
  const code = (await client.code(person)).get("code") ?? "";
  expect(await client.exchangeCode(code, change)).toMatchObject({ status: 400, body: { error } });
  expect(await issuedTo(client.clientId)).toEqual({ access: 0, refresh: 0 });
});

test("a code is worth nothing to another client, nor after ten minutes, nor once its person signed out", async () => {
  const person = await givenOwnerSignedIn();
  const [client, other] = [await givenClient(), await givenClient()];
  const first = (await client.code(person)).get("code") ?? "";
  expect(await client.exchangeCode(first, { client_id: other.clientId })).toMatchObject(INVALID_GRANT);
  const second = (await client.code(person)).get("code") ?? "";
  await db().execute(sql`UPDATE verifications SET expires_at = now() - interval '1 second'`);
  expect(await client.exchangeCode(second)).toMatchObject(INVALID_GRANT);
  const third = (await client.code(person)).get("code") ?? "";
  await person.browser.post("sign-out");
  expect(await client.exchangeCode(third)).toMatchObject(INVALID_GRANT);
  expect(await issuedTo(client.clientId)).toEqual({ access: 0, refresh: 0 });
});

test("tokens are for one resource, whatever trick names another", async () => {
  const person = shared;
  const client = await givenClient();
  const own = "http://127.0.0.1:3000/api/auth/oauth2/userinfo";
  const code = (await client.code(person, { resource: own })).get("code") ?? "";
  expect(await client.exchangeCode(code)).toMatchObject({ status: 400, body: { error: "invalid_target" } });
  const { tokens } = await givenConnected();
  const [row] = await db().select().from(oauthAccessTokens).orderBy(sql`created_at DESC`).limit(1);
  expect(row?.resources).toEqual(["http://127.0.0.1:3000/api/mcp"]);
  await db()
    .update(oauthAccessTokens)
    .set({ resources: ["http://127.0.0.1:4000/api/mcp"] });
  await expect(callerWith(tokens.access_token)).rejects.toMatchObject(INVALID_TOKEN);
});

test("asking for another resource is refused before the code is looked at: it is not spent", async () => {
  const client = await givenClient();
  const code = (await client.code(shared)).get("code") ?? "";
  for (const resource of ["https://elsewhere.example", "http://127.0.0.1:3000/api/auth/oauth2/userinfo"]) {
    expect(await client.exchangeCode(code, { resource }), resource).toMatchObject({
      status: 400,
      body: { error: "invalid_target" },
    });
  }
  expect((await client.exchangeCode(code)).status).toBe(200);
});

test("no access token is written whose refresh token went meanwhile, when its code was used twice", async () => {
  const { client } = await givenConnected();
  const issued = { clientId: client.clientId, userId: shared.userId, resources: [ADDRESS] };
  const admit = (refreshId?: string) =>
    db().transaction((tx) => admitIssuance(tx, { ...issued, refreshId }, ADDRESS));
  await admit();
  await expect(admit("ort_gone")).rejects.toMatchObject({ body: { error: "invalid_grant" } });
});

test("a client that names no resource gets a token for this one", async () => {
  const person = shared;
  const client = await givenClient();
  const code = (await client.code(person, { resource: undefined })).get("code") ?? "";
  const { body } = await client.exchangeCode(code);
  expect(await callerWith(body.access_token)).toMatchObject({ userId: person.userId });
});

test("a refresh token is used up by its use; used again it ends the whole family", async () => {
  const { client, tokens } = await givenConnected();
  const { status, body } = await client.refresh(tokens.refresh_token);
  expect(status).toBe(200);
  expect(body.refresh_token).not.toBe(tokens.refresh_token);
  await callerWith(body.access_token);
  expect(await client.refresh(tokens.refresh_token)).toMatchObject(INVALID_GRANT);
  for (const token of [tokens.access_token, body.access_token]) {
    await expect(callerWith(token)).rejects.toMatchObject(INVALID_TOKEN);
  }
  expect(await client.refresh(body.refresh_token)).toMatchObject(INVALID_GRANT);
});

test("a refresh token is worth nothing to another client, for another resource, or for more", async () => {
  const { client, tokens } = await givenConnected();
  const other = await givenClient();
  expect(await other.refresh(tokens.refresh_token)).toMatchObject(INVALID_GRANT);
  for (const [change, error] of [
    [{ resource: "https://elsewhere.example" }, "invalid_target"],
    [{ scope: "mcp offline_access admin" }, "invalid_scope"],
  ] as const) {
    expect(await client.refresh(tokens.refresh_token, change)).toMatchObject({
      status: 400,
      body: { error },
    });
  }
  expect((await client.refresh(tokens.refresh_token)).status).toBe(200);
});

test("without offline_access there is no refresh token", async () => {
  const person = shared;
  const client = await givenClient();
  const code = (await client.code(person, { scope: "mcp" })).get("code") ?? "";
  const { body } = await client.exchangeCode(code);
  expect(body.refresh_token).toBeUndefined();
});

test("tokens are kept as hashes", async () => {
  const { tokens } = await givenConnected();
  const kept = JSON.stringify([
    await db().select().from(oauthAccessTokens),
    await db().select().from(oauthRefreshTokens),
  ]);
  for (const token of [tokens.access_token, tokens.refresh_token]) {
    expect(kept).not.toContain(token.slice("roadstead_mcp_".length));
  }
});

test("an access token opens /api/mcp and no other place, and a refresh token opens nothing", async () => {
  const { tokens } = await givenConnected();
  const bearer = new Headers({ authorization: `Bearer ${tokens.access_token}` });
  await expect(callerOf(bearer)).rejects.toMatchObject(INVALID_TOKEN);
  await expect(callerOf(bearer, { door: "api" })).rejects.toMatchObject(INVALID_TOKEN);
  await expect(callerWith(tokens.refresh_token)).rejects.toMatchObject(INVALID_TOKEN);
  await expect(callerWith(`${tokens.access_token}x`)).rejects.toMatchObject(INVALID_TOKEN);
  expect(await callerWith(tokens.access_token)).toMatchObject({ kind: "mcp" });
});

test("what a token may do is what its person chose, as far as they still hold it, from the next request on", async () => {
  const { person, client, tokens } = await givenConnected(await givenOwnerSignedIn());
  const { organizationId, userId } = person;
  const change = (to: Partial<typeof mcpBindings.$inferInsert>) =>
    db().update(mcpBindings).set(to).where(eq(mcpBindings.clientId, client.clientId));
  const caller = () => callerWith(tokens.access_token);
  expect(await caller()).toMatchObject({ readOnly: false, propose: false, narrowed: false });
  await change({ readOnly: true });
  expect(await caller()).toMatchObject({ readOnly: true });
  await change({
    readOnly: false,
    propose: true,
    grants: [{ resourceType: "project", resourceId: "prj_a", permission: "admin" }],
  });
  const narrowed = { organizationId, resourceType: "project", resourceId: "prj_a" };
  expect(await caller()).toMatchObject({
    propose: true,
    narrowed: true,
    grants: [{ ...narrowed, permission: "admin" }],
  });
  await db()
    .update(grants)
    .set({ resourceType: "project", resourceId: "*", permission: "read" })
    .where(eq(grants.userId, userId));
  expect((await caller()).grants).toEqual([{ ...narrowed, permission: "read" }]);
  await change({ grants: [] });
  expect((await caller()).grants).toEqual([]);
  await expect(callerWith(tokens.access_token, { "x-organization-id": "org_other" })).rejects.toMatchObject({
    code: "TOKEN_ORG_SCOPE",
  });
});

test("without a binding nothing is allowed, and no token is given", async () => {
  const { person, client, tokens } = await givenConnected();
  await db().delete(mcpBindings).where(eq(mcpBindings.clientId, client.clientId));
  await expect(callerWith(tokens.access_token)).rejects.toMatchObject({ code: "MCP_CLIENT_UNBOUND" });
  expect(await client.refresh(tokens.refresh_token)).toMatchObject(INVALID_GRANT);
  const code = (await client.code(person)).get("code") ?? "";
  await db().delete(mcpBindings).where(eq(mcpBindings.clientId, client.clientId));
  expect(await client.exchangeCode(code)).toMatchObject(INVALID_GRANT);
});

test("tokens of who left or is blocked are dead, and refresh nothing", async () => {
  const left = await givenConnected(await givenOwnerSignedIn());
  await db().delete(members).where(eq(members.userId, left.person.userId));
  await expect(callerWith(left.tokens.access_token)).rejects.toMatchObject({ code: "MCP_CLIENT_UNBOUND" });
  expect(await left.client.refresh(left.tokens.refresh_token)).toMatchObject(INVALID_GRANT);
  const blocked = await givenConnected(await givenOwnerSignedIn());
  await db().update(users).set({ bannedAt: new Date() }).where(eq(users.id, blocked.person.userId));
  await expect(callerWith(blocked.tokens.access_token)).rejects.toMatchObject(INVALID_TOKEN);
  expect(await blocked.client.refresh(blocked.tokens.refresh_token)).toMatchObject(INVALID_GRANT);
});

test("an expired or revoked token is none; signing out of the browser ends no client", async () => {
  const { person, tokens } = await givenConnected(await givenOwnerSignedIn());
  await person.browser.post("sign-out");
  await callerWith(tokens.access_token);
  await db().update(oauthAccessTokens).set({ revoked: new Date() });
  await expect(callerWith(tokens.access_token)).rejects.toMatchObject(INVALID_TOKEN);
  const past = new Date(Date.now() - 1000);
  await db().update(oauthAccessTokens).set({ revoked: null, expiresAt: past });
  await expect(callerWith(tokens.access_token)).rejects.toMatchObject(INVALID_TOKEN);
});

test("the last use is noted once a minute, off the request's path", async () => {
  const { client, tokens } = await givenConnected();
  const lastUse = async () => {
    const [row] = await db().select().from(mcpBindings).where(eq(mcpBindings.clientId, client.clientId));
    return row?.lastUsedAt?.getTime();
  };
  await callerWith(tokens.access_token);
  await expect.poll(lastUse).toEqual(expect.any(Number));
  const first = await lastUse();
  await callerWith(tokens.access_token);
  expect(await lastUse()).toBe(first);
});

test("the token endpoint takes what OAuth prescribes, and its answers stay out of every cache", async () => {
  const { client, tokens } = await givenConnected();
  const json = await exchange({}, { "content-type": "application/json" });
  expect(json.status).toBe(415);
  expect(await exchange({})).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  const basic = { authorization: `Basic ${btoa(`${client.clientId}:guess`)}` };
  const form = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
  expect(await exchange(form, basic)).toMatchObject({ status: 401, body: { error: "invalid_client" } });
  expect(await client.refresh(tokens.refresh_token)).toMatchObject({ status: 200, cached: "no-store" });
});

async function issuedTo(clientId: string) {
  const access = await db().select().from(oauthAccessTokens).where(eq(oauthAccessTokens.clientId, clientId));
  const refresh = await db()
    .select()
    .from(oauthRefreshTokens)
    .where(eq(oauthRefreshTokens.clientId, clientId));
  return { access: access.length, refresh: refresh.length };
}
