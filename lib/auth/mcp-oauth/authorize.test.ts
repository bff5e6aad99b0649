import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { mcpBindings, oauthConsents } from "@/lib/mcp-clients/table";
import { givenBrowser, givenOwnerSignedIn } from "../testing";
import { answerConsent, readConsentRequest } from "./consent";
import { ask, CALLBACK, cookies, givenClient } from "./testing";

givenDatabase();
let person: Awaited<ReturnType<typeof givenOwnerSignedIn>>;
beforeAll(async () => {
  person = await givenOwnerSignedIn();
});

/** Where a request leads the browser of this person: the parameters that the client gets, or our own page. */
async function outcome(path: string, browser = givenBrowser()) {
  const { status, location } = await browser.get(path);
  expect(status).toBe(302);
  const to = new URL(location ?? "", "http://own.invalid");
  return {
    to: to.host === "own.invalid" ? to.pathname : `${to.origin}${to.pathname}`,
    said: new URLSearchParams(to.search || to.hash.slice(1)),
  };
}

test("who is not signed in is sent to the consent page, which sends them to sign in and gets them back", async () => {
  const client = await givenClient();
  const { to, said } = await outcome(client.authorizePath());
  expect(to).toBe("/mcp/consent");
  expect(said.get("client_id")).toBe(client.clientId);
  expect(await readConsentRequest(said.toString())).toEqual({
    clientId: client.clientId,
    redirectUri: CALLBACK,
    scopes: ["mcp", "offline_access"],
  });
});

test.each([
  ["no challenge", { code_challenge: undefined, code_challenge_method: undefined }],
  ["no method", { code_challenge_method: undefined }],
  ["plain", { code_challenge_method: "plain" }],
  ["a challenge that is none", { code_challenge: "short" }],
])("PKCE with S256 is demanded: %s is refused at the client's address", async (_, change) => {
  const client = await givenClient();
  const { to, said } = await outcome(client.authorizePath(change));
  expect(to).toBe(CALLBACK);
  expect(said.get("error")).toBe("invalid_request");
  expect(said.get("state")).toBe("a state");
  expect(said.get("iss")).toBe("http://127.0.0.1:3000/api/auth");
});

test.each([
  ["another resource", { resource: "https://elsewhere.example/mcp" }, "invalid_target"],
  ["a resource beside it", { resource: "http://127.0.0.1:3000/api/mcp/" }, "invalid_target"],
  ["an unknown scope", { scope: "mcp admin" }, "invalid_scope"],
  ["the implicit grant", { response_type: "token" }, "unsupported_response_type"],
])("%s is refused at the client's address", async (_, change, error) => {
  const client = await givenClient();
  const { to, said } = await outcome(client.authorizePath(change));
  expect(to).toBe(CALLBACK);
  expect(said.get("error")).toBe(error);
  expect(said.has("code")).toBe(false);
});

test("a loopback redirect may use any port, and everything else is compared character by character", async () => {
  const loopback = await givenClient();
  const { to } = await outcome(loopback.authorizePath({ redirect_uri: "http://127.0.0.1:50999/callback" }));
  expect(to).toBe("/mcp/consent");
  const web = await givenClient({ redirect_uris: ["https://a.example/cb"] });
  for (const [client, redirect_uri] of [
    [loopback, "http://localhost:41731/callback"],
    [loopback, "http://127.0.0.1:41731/callback/"],
    [loopback, "http://127.0.0.1:41731/callback?next=1"],
    [loopback, "http://127.0.0.1:41731/callback#a"],
    [loopback, "http://u@127.0.0.1:41731/callback"],
    [loopback, "https://127.0.0.1:41731/callback"],
    [web, "https://a.example:8443/cb"],
    [web, "https://a.example/cb/../other"],
    [web, "https://A.example/cb"],
    [web, "https://a.example.evil.example/cb"],
    [web, ""],
    [web, undefined],
  ] as const) {
    const path = client.authorizePath({ redirect_uri });
    const { to, said } = await outcome(path);
    // Not told the client: nobody knows that the address is the client's.
    expect([redirect_uri, to]).toEqual([redirect_uri, "/mcp/consent"]);
    expect([redirect_uri, [...said.keys()]]).toEqual([redirect_uri, ["error"]]);
  }
});

test("an unknown client is told to the person, not to the address it names", async () => {
  const client = await givenClient();
  const { to, said } = await outcome(client.authorizePath({ client_id: "nobody" }));
  expect(to).toBe("/mcp/consent");
  expect(said.toString()).toBe("error=invalid_client");
});

test("without a state none comes back", async () => {
  const client = await givenClient();
  const answer = await client.code(person, { state: undefined });
  expect([...answer.keys()].sort()).toEqual(["code", "iss"]);
});

test("a person is asked again each time, whatever was allowed before and whatever the client asks for", async () => {
  const client = await givenClient();
  await client.tokens(person);
  for (const change of [
    {},
    { prompt: "none" },
    { prompt: "login" },
    { max_age: "0" },
    { request_uri: "urn:x" },
  ]) {
    const { to, said } = await outcome(client.authorizePath(change), person.browser);
    expect([to, said.get("prompt"), said.has("code")]).toEqual(["/mcp/consent", "consent", false]);
  }
});

test("a denial is told the client, with its state, and leaves nothing behind", async () => {
  const client = await givenClient();
  const query = await client.consentQuery(person);
  const to = new URL(await answerConsent(query, false, cookies(person)));
  expect(`${to.origin}${to.pathname}`).toBe(CALLBACK);
  expect(Object.fromEntries(to.searchParams)).toMatchObject({ error: "access_denied", state: "a state" });
  expect(await db().select().from(oauthConsents).where(eq(oauthConsents.clientId, client.clientId))).toEqual(
    [],
  );
  expect(await db().select().from(mcpBindings).where(eq(mcpBindings.clientId, client.clientId))).toEqual([]);
});

test("what the consent page was not sent with cannot be answered: changed, unsigned, of another instance", async () => {
  const [client, other] = [await givenClient(), await givenClient()];
  const query = new URLSearchParams(await client.consentQuery(person));
  const changed = (change: (query: URLSearchParams) => void) => {
    const copy = new URLSearchParams(query);
    change(copy);
    return copy.toString();
  };
  for (const forged of [
    "",
    changed((copy) => copy.delete("sig")),
    changed((copy) => copy.set("client_id", other.clientId)),
    changed((copy) => copy.set("redirect_uri", "https://evil.example/cb")),
    changed((copy) => copy.set("exp", String(Number(copy.get("exp")) + 3600))),
    changed((copy) => copy.append("redirect_uri", "https://evil.example/cb")),
    changed((copy) => copy.append("sig", "another")),
  ]) {
    const refused = { code: "CONSENT_EXPIRED" };
    await expect(readConsentRequest(forged)).rejects.toMatchObject(refused);
    await expect(answerConsent(forged, true, cookies(person))).rejects.toMatchObject(refused);
  }
});

test("nobody answers for somebody who is not signed in", async () => {
  const client = await givenClient();
  const query = await client.consentQuery(person);
  await expect(answerConsent(query, true, new Headers())).rejects.toMatchObject({ code: "UNAUTHORIZED" });
});

test("a query that was signed for consent signs nobody in and redirects no sign-in", async () => {
  const client = await givenClient();
  const oauth_query = await client.consentQuery(person);
  const browser = givenBrowser();
  const { body } = await browser.post("sign-in/email", {
    email: person.email,
    password: "a long enough password",
    oauth_query,
  });
  expect(body.url).toBeUndefined();
  expect(body.user.id).toBe(person.userId);
});

test("the authorization endpoint takes no form, which another page could send", async () => {
  const client = await givenClient();
  const answer = await ask("mcp/authorize", { method: "POST", body: new URLSearchParams(client.request) });
  expect(answer.status).toBeGreaterThanOrEqual(404);
});
