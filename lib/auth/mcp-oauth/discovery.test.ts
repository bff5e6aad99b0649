import { afterEach, expect, test } from "vitest";
import { givenDatabase } from "@/lib/db/testing";
import { type Settings, settings } from "@/lib/settings";
import { describeAuthorizationServer, describeProtectedResource } from "./discovery";
import { ask, register } from "./testing";

givenDatabase();

const shared = globalThis as { roadsteadSettings?: Settings };
const own = settings();

afterEach(() => {
  shared.roadsteadSettings = own;
});

const ISSUER = "http://127.0.0.1:3000/api/auth";
const at = async (serve: typeof describeProtectedResource, ...path: string[]) => {
  const response = await serve(new Request("http://127.0.0.1:3000"), { params: Promise.resolve({ path }) });
  return { status: response.status, body: await response.json() };
};

test("the authorization server describes the interface's own paths, wherever a client looks", async () => {
  const beside = await ask(".well-known/oauth-authorization-server");
  expect(beside).toMatchObject({
    status: 200,
    body: {
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/mcp/authorize`,
      token_endpoint: `${ISSUER}/mcp/token`,
      registration_endpoint: `${ISSUER}/mcp/register`,
      code_challenge_methods_supported: ["S256"],
      scopes_supported: ["mcp", "offline_access"],
      authorization_response_iss_parameter_supported: true,
    },
  });
  for (const path of [[], ["api", "auth"]]) {
    expect(await at(describeAuthorizationServer, ...path)).toEqual({ status: 200, body: beside.body });
  }
});

test("the resource describes itself and its authorization server, wherever a client looks", async () => {
  const beside = await ask(".well-known/oauth-protected-resource");
  expect(beside).toMatchObject({
    status: 200,
    body: { resource: "http://127.0.0.1:3000/api/mcp", authorization_servers: [ISSUER] },
  });
  for (const path of [[], ["api", "mcp"]]) {
    expect(await at(describeProtectedResource, ...path)).toEqual({ status: 200, body: beside.body });
  }
});

test("nothing is described under the path of something else", async () => {
  expect(await at(describeAuthorizationServer, "api", "mcp")).toMatchObject({ status: 404 });
  expect(await at(describeProtectedResource, "api")).toMatchObject({ status: 404 });
});

test("where codes and tokens would pass in the open nothing is offered, and a sentence says why", async () => {
  shared.roadsteadSettings = { ...own, publicUrl: "http://apps.example.org" };
  const why = expect.stringMatching(/HTTPS only.*ROADSTEAD_PUBLIC_URL/);
  for (const name of ["oauth-authorization-server", "oauth-protected-resource"]) {
    expect(await ask(`.well-known/${name}`)).toMatchObject({ status: 404, body: { message: why } });
  }
  expect(await at(describeProtectedResource)).toMatchObject({ status: 404, body: { message: why } });
  const off = { status: 409, body: { code: "MCP_SIGN_IN_OFF", message: why } };
  expect(await register()).toMatchObject(off);
  expect(await ask("mcp/authorize?client_id=x")).toMatchObject(off);
});

test("of the library's own OAuth routes none is mounted", async () => {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
  for (const path of [
    "oauth2/authorize",
    "oauth2/token",
    "oauth2/register",
    "oauth2/consent",
    "oauth2/continue",
    "oauth2/introspect",
    "oauth2/userinfo",
    "oauth2/revoke",
    "oauth2/end-session",
    "oauth2/create-client",
    "oauth2/get-clients",
    "oauth2/client/rotate-secret",
    "admin/oauth2/create-client",
    "admin/oauth2/resources",
    "mcp/consent",
    "mcp/consent-request",
  ]) {
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
    expect([path, (await ask(path, init)).status]).toEqual([path, 404]);
  }
});
