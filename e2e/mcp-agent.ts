import { randomInt } from "node:crypto";
import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { APIRequestContext } from "@playwright/test";
import { newId } from "@/lib/db/columns";
import { openEmbeddedDatabase } from "@/lib/db/embedded";
import { ACCESS_PREFIX } from "@/lib/mcp-clients/credential";
import { hashOf } from "@/lib/tokens/secret";
import { psql } from "./psql";
import type { Roadstead } from "./roadstead";

/** The official client, as agents use it, with a bearer token. */
export async function connectAgent(url: string, token: string): Promise<Client> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), { requestInit });
  const agent = new Client({ name: "specs", version: "1" });
  await agent.connect(transport as never);
  return agent;
}

/** What a tool answered. @throws what it refused */
export async function use<T>(agent: Client, name: string, args: Record<string, unknown> = {}): Promise<T> {
  const { isError, content, structuredContent } = await agent.callTool({ name, arguments: args });
  if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`);
  return structuredContent as T;
}

/** A personal access token of whoever is signed in. */
export async function givenToken(request: APIRequestContext, more: object = {}): Promise<string> {
  const answer = await request.post("/api/tokens", { data: { name: "Specs", ...more } });
  if (!answer.ok()) throw new Error(`a token was not made: ${await answer.text()}`);
  return (await answer.json()).token;
}

/** Stands before an instance and adds a token to whatever passes. */
export async function addingToken(url: string, token: string) {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const passed = ask(new URL(incoming.url ?? "/", url), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/**
 * An AI client that this instance's owner has connected and lets propose only, as it stands after consent.
 * @returns its access token
 */
export async function givenProposingClient({ url, dataDir }: Roadstead): Promise<string> {
  const secret = Array.from({ length: 32 }, () => String.fromCharCode(97 + randomInt(26))).join("");
  const database = await openEmbeddedDatabase(dataDir);
  await psql(
    database.url,
    `INSERT INTO oauth_clients (id, client_id, name, redirect_uris) VALUES ('ocl_harbour', 'harbour', 'Harbour agent', '{}')
      ON CONFLICT DO NOTHING;
    INSERT INTO mcp_bindings (id, client_id, organization_id, user_id, read_only, propose)
      SELECT 'bnd_harbour', 'harbour', organization_id, user_id, false, true FROM members LIMIT 1
      ON CONFLICT DO NOTHING;
    INSERT INTO oauth_access_tokens (id, token, client_id, user_id, resources, expires_at, scopes)
      SELECT '${newId("oat")}', '${hashOf(secret)}', 'harbour', user_id, ARRAY['${url}/api/mcp'], now() + interval '1 hour', ARRAY['mcp']
      FROM members LIMIT 1`,
  );
  await database.release();
  return `${ACCESS_PREFIX}${secret}`;
}
