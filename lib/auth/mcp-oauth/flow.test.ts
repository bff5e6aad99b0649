import { expect, test } from "vitest";
import { givenDatabase } from "@/lib/db/testing";
import { serveMcp } from "@/lib/http/mcp";
import { givenOwnerSignedIn } from "../testing";
import { ask, callerWith, givenClient } from "./testing";

givenDatabase();

test("a client that a person allows gets tokens, and acts as that person within what they chose", async () => {
  const person = await givenOwnerSignedIn();
  const client = await givenClient();
  const answer = await client.code(person);
  expect(answer.get("state")).toBe("a state");
  expect(answer.get("iss")).toBe("http://127.0.0.1:3000/api/auth");
  const { status, body } = await client.exchangeCode(answer.get("code") ?? "");
  expect(status).toBe(200);
  expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "mcp offline_access" });
  expect(body.access_token).toMatch(/^roadstead_mcp_[A-Za-z]{32}$/);
  expect(body.refresh_token).toMatch(/^roadstead_mcr_[A-Za-z]{32}$/);
  expect(await callerWith(body.access_token)).toMatchObject({
    kind: "mcp",
    userId: person.userId,
    organizationId: person.organizationId,
    instanceAdmin: false,
    credential: { id: client.clientId, name: "Fieldnotes" },
  });
  const session = await ask("mcp/get-session", { headers: { authorization: `Bearer ${body.access_token}` } });
  expect(session).toMatchObject({ status: 200, body: { clientId: client.clientId, userId: person.userId } });
});

test("its token lists tools at /api/mcp; without one, or with a wrong one, the client is told where to begin", async () => {
  const person = await givenOwnerSignedIn();
  const client = await givenClient();
  const { access_token: token } = await client.tokens(person);
  const list = async (authorization?: string) => {
    const headers = new Headers({ host: "127.0.0.1:3000", "content-type": "application/json" });
    if (authorization) headers.set("authorization", authorization);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    return serveMcp(new Request("http://127.0.0.1:3000/api/mcp", { method: "POST", headers, body }));
  };
  const answer = await list(`Bearer ${token}`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("projects_list");
  const begin =
    'Bearer resource_metadata="http://127.0.0.1:3000/.well-known/oauth-protected-resource/api/mcp"';
  const without = await list();
  expect([without.status, without.headers.get("www-authenticate")]).toEqual([401, begin]);
  const wrong = await list(`Bearer ${token}x`);
  expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([
    401,
    `${begin}, error="invalid_token"`,
  ]);
});
