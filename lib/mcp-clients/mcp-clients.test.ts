import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { answerConsent } from "@/lib/auth/mcp-oauth/consent";
import { callerWith, cookies, givenClient } from "@/lib/auth/mcp-oauth/testing";
import { givenOwner, givenOwnerSignedIn } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { givenDraft } from "@/lib/projects/testing";
import { askedFor, changeMcpClient, connectClient, disconnectMcpClient, listMcpClients } from ".";
import { mcpBindings, oauthAccessTokens, oauthConsents, oauthRefreshTokens } from "./table";

givenDatabase();

let person: Awaited<ReturnType<typeof givenOwnerSignedIn>>;
let caller: Caller;
beforeAll(async () => {
  person = await givenOwnerSignedIn();
  caller = await person.browser.caller();
});

const everything = () => ({
  organizationId: person.organizationId,
  readOnly: false,
  propose: false,
  grants: null,
});

/** As the consent page does it. */
async function givenConnected(limits: object = {}) {
  const client = await givenClient();
  const query = await client.consentQuery(person);
  await connectClient(caller, client.clientId, { ...everything(), ...limits });
  const answer = new URL(await answerConsent(query, true, cookies(person)));
  const { body } = await client.exchangeCode(answer.searchParams.get("code") ?? "");
  return { ...client, tokens: body as { access_token: string; refresh_token: string } };
}

test("a connected client is listed with what it may do, where its answers go and when it was used", async () => {
  const project = await givenDraft(caller);
  const grant = { resourceType: "project", resourceId: project.id, permissions: ["read", "write"] };
  const { clientId, tokens } = await givenConnected({ propose: true, grants: [grant] });
  await callerWith(tokens.access_token);
  const find = async () => (await listMcpClients(caller, {})).data.find((row) => row.clientId === clientId);
  await expect.poll(async () => (await find())?.lastUsedAt).toEqual(expect.any(String));
  const row = await find();
  expect(row).toMatchObject({
    name: "Fieldnotes",
    uri: null,
    redirectHosts: ["127.0.0.1"],
    binding: {
      organizationId: person.organizationId,
      readOnly: false,
      propose: true,
      scoped: true,
      grants: [grant],
    },
  });
  for (const token of Object.values(tokens)) expect(JSON.stringify(row)).not.toContain(token);
});

test("disconnecting ends its tokens and consent at once, and coming back asks again", async () => {
  const client = await givenConnected();
  const { clientId, tokens } = client;
  const pending = (await client.code(person)).get("code") ?? "";
  await disconnectMcpClient(caller, { clientId });
  await expect(callerWith(tokens.access_token)).rejects.toMatchObject({ code: "INVALID_TOKEN" });
  const refused = { status: 400, body: { error: "invalid_grant" } };
  expect(await client.refresh(tokens.refresh_token)).toMatchObject(refused);
  expect(await client.exchangeCode(pending)).toMatchObject(refused);
  for (const table of [oauthAccessTokens, oauthRefreshTokens, oauthConsents, mcpBindings]) {
    expect(await db().select().from(table).where(eq(table.clientId, clientId))).toEqual([]);
  }
  expect((await listMcpClients(caller, {})).data.map((row) => row.clientId)).not.toContain(clientId);
  expect(await client.consentQuery(person)).toContain("prompt=consent");
});

test("disconnecting and a refresh at the same moment leave no token behind", async () => {
  const client = await givenConnected();
  const { clientId, tokens } = client;
  await Promise.all([client.refresh(tokens.refresh_token), disconnectMcpClient(caller, { clientId })]);
  for (const table of [oauthAccessTokens, oauthRefreshTokens]) {
    expect(await db().select().from(table).where(eq(table.clientId, clientId))).toEqual([]);
  }
});

test("a change takes effect on the next request, and what is left out stays", async () => {
  const { clientId, tokens } = await givenConnected({ propose: true });
  const asClient = () => callerWith(tokens.access_token);
  const row = await changeMcpClient(caller, { clientId, readOnly: true });
  expect(row.binding).toMatchObject({ readOnly: true, propose: true, scoped: false, grants: null });
  expect(await asClient()).toMatchObject({ readOnly: true, propose: true });
  const grant = { resourceType: "project", resourceId: "*", permissions: ["read"] } as const;
  await changeMcpClient(caller, { clientId, readOnly: false, grants: [{ ...grant, permissions: ["read"] }] });
  expect(await asClient()).toMatchObject({
    readOnly: false,
    narrowed: true,
    grants: [{ resourceType: "project", resourceId: "*", permission: "read" }],
  });
  await changeMcpClient(caller, { clientId, grants: null });
  expect(await asClient()).toMatchObject({ narrowed: false, grants: caller.grants });
});

test("nobody lets a client do what they may not do themselves, at consent or later", async () => {
  const { clientId } = await givenConnected();
  const project = await givenDraft(caller);
  const grant = (permission: "read" | "write") => [
    { resourceType: "project" as const, resourceId: project.id, permissions: [permission] },
  ];
  const restricted = { ...caller, grants: [] };
  const own = {
    organizationId: person.organizationId,
    resourceType: "project",
    resourceId: project.id,
  } as const;
  const reader = { ...caller, grants: [{ ...own, permission: "read" as const }] };
  const limits = { ...everything(), grants: grant("write") };
  await expect(connectClient(reader, clientId, limits)).rejects.toMatchObject({
    code: "GRANT_EXCEEDS_ACCESS",
  });
  await expect(changeMcpClient(reader, { clientId, grants: grant("write") })).rejects.toMatchObject({
    code: "GRANT_EXCEEDS_ACCESS",
  });
  await expect(connectClient(restricted, clientId, limits)).rejects.toMatchObject({
    code: "GRANT_EXCEEDS_ACCESS",
  });
  await connectClient(reader, clientId, { ...everything(), grants: grant("read") });
});

test.each([
  ["an organization of others", { organizationId: "org_other" }, "VALIDATION_ERROR"],
  ["no organization", { organizationId: undefined }, "VALIDATION_ERROR"],
  ["an empty list, which must never mean everything", { grants: [] }, "EMPTY_GRANTS"],
  ["grants left out", { grants: undefined }, "VALIDATION_ERROR"],
  ["a misspelt limit", { readonly: true }, "VALIDATION_ERROR"],
  ["words for yes", { readOnly: "yes" }, "VALIDATION_ERROR"],
])("what a person chose is refused with %s", async (_, limits, code) => {
  const { clientId } = await givenClient();
  await expect(connectClient(caller, clientId, { ...everything(), ...limits })).rejects.toMatchObject({
    code,
  });
  expect(await db().select().from(mcpBindings).where(eq(mcpBindings.clientId, clientId))).toEqual([]);
});

test("a client manages no clients, itself included", async () => {
  const { clientId, tokens } = await givenConnected();
  const asClient = await callerWith(tokens.access_token);
  const forbidden = { code: "FORBIDDEN" };
  await expect(listMcpClients(asClient, {})).rejects.toMatchObject(forbidden);
  await expect(changeMcpClient(asClient, { clientId, grants: null })).rejects.toMatchObject(forbidden);
  await expect(disconnectMcpClient(asClient, { clientId })).rejects.toMatchObject(forbidden);
  await expect(connectClient(asClient, clientId, everything())).rejects.toMatchObject(forbidden);
});

test("of another person's client nobody learns anything, nor changes it", async () => {
  const { clientId } = await givenConnected();
  const stranger = await givenOwner();
  const notFound = { code: "NOT_FOUND" };
  await expect(changeMcpClient(stranger, { clientId, readOnly: true })).rejects.toMatchObject(notFound);
  await expect(disconnectMcpClient(stranger, { clientId })).rejects.toMatchObject(notFound);
  expect(await listMcpClients(stranger, {})).toEqual({ data: [] });
  const request = { clientId, redirectUri: "http://127.0.0.1:9/callback" };
  expect((await askedFor(stranger, request))?.present).toBeUndefined();
  expect((await askedFor(caller, request))?.present).toMatchObject({ readOnly: false, grants: null });
});

test("being allowed a second time changes what it may do, and keeps since when it is connected", async () => {
  const { clientId } = await givenConnected();
  const since = (await listMcpClients(caller, {})).data.find((row) => row.clientId === clientId)?.connectedAt;
  await connectClient(caller, clientId, { ...everything(), readOnly: true });
  const again = (await listMcpClients(caller, {})).data.filter((row) => row.clientId === clientId);
  expect(again).toMatchObject([{ connectedAt: since, binding: { readOnly: true } }]);
});

test("the present grants of a client stay as they are when only a switch is turned", async () => {
  const project = await givenDraft(caller);
  const grant = { resourceType: "project" as const, resourceId: project.id, permissions: ["read" as const] };
  const { clientId } = await givenConnected({ grants: [grant] });
  await db().execute(sql`DELETE FROM projects WHERE id = ${project.id}`);
  const row = await changeMcpClient(caller, { clientId, propose: true });
  expect(row.binding).toMatchObject({ propose: true, grants: [grant] });
});

test("a client whose person left the organization is gone from the list", async () => {
  const { clientId } = await givenConnected();
  await db().execute(sql`DELETE FROM members WHERE user_id = ${person.userId}`);
  expect((await listMcpClients(caller, {})).data.map((row) => row.clientId)).not.toContain(clientId);
});
