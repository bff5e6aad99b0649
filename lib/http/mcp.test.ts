import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { givenCatalog, NOTES_ANSWERS } from "@/lib/apps/testing";
import { givenClient } from "@/lib/auth/mcp-oauth/testing";
import { directHeader } from "@/lib/auth/peer";
import { givenOwner, givenOwnerSignedIn } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { givenQueued, givenWorkers, untilEnded } from "@/lib/deployments/testing";
import type { Engine } from "@/lib/engine/engine";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { givenProject } from "@/lib/projects/testing";
import { approveProposal } from "@/lib/proposals";
import { useEngine as giveEngine } from "@/lib/servers";
import { settings } from "@/lib/settings";
import { givenToken } from "@/lib/tokens/testing";
import { guardHost } from "./known-host";
import { serveMcp } from "./mcp";

givenDatabase();
const givenWorker = givenWorkers();
const engine = createMemoryEngine(
  { "example/notes:1.2.3": {}, "example/postgres:18.1": {} },
  { local: false },
);
beforeAll(() => {
  giveEngine(engine);
  givenCatalog();
});
afterAll(() => giveEngine(undefined));

const URL_ = "http://127.0.0.1:3000/api/mcp";
const JSON_HEADERS = { host: "127.0.0.1:3000", "content-type": "application/json" };

/** The official client, speaking to the handler itself. */
async function givenAgent(token: string): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(URL_), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    fetch: async (url, init) => {
      if (init?.method !== "POST") return new Response(null, { status: 405 });
      const headers = new Headers(init.headers);
      headers.set("host", "127.0.0.1:3000");
      return await serveMcp(new Request(url, { ...init, headers }));
    },
  });
  const agent = new Client({ name: "test", version: "1" });
  await agent.connect(transport as never);
  return agent;
}

const post = (body: unknown, headers: Record<string, string>) =>
  serveMcp(
    new Request(URL_, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { ...JSON_HEADERS, ...headers },
    }),
  );
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

async function givenBearer() {
  const owner = await givenOwner();
  const { token } = await givenToken(owner);
  return { owner, token, headers: { authorization: `Bearer ${token}` } };
}

test("the official client connects, lists tools, plans and installs", async () => {
  const { token } = await givenBearer();
  const agent = await givenAgent(token);
  expect(agent.getServerVersion()).toMatchObject({ name: "roadstead" });
  expect(agent.getInstructions()).toContain("apps_plan");
  expect((await agent.listTools()).tools.map(({ name }) => name)).toContain("apps_install");
  const input = { appId: "notes", name: "Log book", settings: NOTES_ANSWERS };
  const plan = await agent.callTool({ name: "apps_plan", arguments: input });
  expect(plan.structuredContent).toMatchObject({ name: "Log book", issues: [] });
  const made = await agent.callTool({ name: "apps_install", arguments: { ...input, deploy: false } });
  expect(made.structuredContent).toMatchObject({
    projectId: expect.stringMatching(/^prj_/),
    deploymentId: null,
  });
  const listed = await agent.callTool({ name: "projects_list", arguments: {} });
  expect(listed.structuredContent).toMatchObject({ data: [{ name: "Log book" }] });
  await agent.close();
});

test("an unknown tool is an error of the protocol, wrong arguments are an answer", async () => {
  const agent = await givenAgent((await givenBearer()).token);
  await expect(agent.callTool({ name: "tokens_create", arguments: {} })).rejects.toMatchObject({
    code: -32602,
  });
  await expect(agent.callTool({ name: "apps_list", arguments: [] as never })).rejects.toThrow();
  expect(await agent.callTool({ name: "apps_list", arguments: { verbose: true } })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("- verbose: ") }],
  });
  await agent.close();
});

test("an AI client of a person comes in here with its access token, and only proposes where it was told so", async () => {
  const person = await givenOwnerSignedIn();
  const client = await givenClient();
  await client.bind(person, { propose: true });
  const agent = await givenAgent((await client.tokens(person)).access_token);
  expect(agent.getInstructions()).toContain("propose");
  const input = { appId: "notes", name: "Log book", settings: NOTES_ANSWERS };
  const made = await agent.callTool({ name: "apps_install", arguments: input });
  expect(made.structuredContent).toMatchObject({ state: "pending", summary: "Install Notes as “Log book”" });
  const { proposalId } = made.structuredContent as { proposalId: string };
  await approveProposal(await person.browser.caller(), { proposalId });
  const shown = await agent.callTool({ name: "proposals_show", arguments: { proposalId } });
  expect(shown.structuredContent).toMatchObject({
    state: "done",
    outcome: { projectId: expect.any(String) },
  });
  await agent.close();
});

test("without a proof of identity the answer says where to begin", async () => {
  const nobody = await post(LIST, {});
  expect(nobody.status).toBe(401);
  expect(nobody.headers.get("www-authenticate")).toMatch(/^Bearer (resource_metadata|realm)=/);
  expect(nobody.headers.get("www-authenticate")).not.toContain("error=");
  expect(await nobody.json()).toMatchObject({ code: "UNAUTHORIZED" });
  const wrong = await post(LIST, { authorization: `Bearer roadstead_pat_${"A".repeat(43)}` });
  expect(wrong.status).toBe(401);
  expect(wrong.headers.get("www-authenticate")).toContain('error="invalid_token"');
});

test("a session cookie is no way in", async () => {
  const { browser } = await givenOwnerSignedIn();
  expect((await post(LIST, { cookie: browser.cookieHeader() })).status).toBe(401);
});

test("where no sign-in is asked for, a program on this machine may come in, and no page", async () => {
  const before = settings();
  const zeroAuth = { ...before, authMode: "none" as const };
  (globalThis as { roadsteadSettings?: unknown }).roadsteadSettings = zeroAuth;
  try {
    const here = { [directHeader()]: "yes" };
    expect((await post(LIST, here)).status).toBe(200);
    expect((await post(LIST, { [directHeader()]: "no" })).status).toBe(401);
    expect((await post(LIST, { ...here, "sec-fetch-site": "cross-site" })).status).toBe(401);
    expect((await post(LIST, { ...here, host: "evil.example:3000" })).status).toBe(403);
  } finally {
    (globalThis as { roadsteadSettings?: unknown }).roadsteadSettings = before;
  }
});

test("a name that points at this machine is not a name of this instance", () => {
  const guard =
    (host: string, origins = ["https://apps.example.org"]) =>
    () =>
      guardHost(new Headers({ host }), origins);
  for (const host of ["apps.example.org", "127.0.0.1:3000", "localhost:8443", "[::1]:3000"])
    expect(guard(host)).not.toThrow();
  for (const host of [
    "evil.example",
    "evil.example:3000",
    "apps.example.org.evil.example",
    "",
    "a b",
    "127.0.0.1.nip.io",
  ])
    expect(guard(host), host).toThrow(expect.objectContaining({ code: "ORIGIN_REJECTED" }));
});

test("who takes JSON alone gets JSON, who takes a stream gets one", async () => {
  const { headers } = await givenBearer();
  for (const [accept, type] of [
    ["application/json", "application/json"],
    ["*/*", "application/json"],
    ["application/json, text/event-stream", "text/event-stream"],
  ] as const) {
    const answer = await post(LIST, { ...headers, accept });
    expect(answer.status, accept).toBe(200);
    expect(answer.headers.get("content-type"), accept).toBe(type);
    expect(await answer.text(), accept).toContain('"apps_list"');
  }
});

test("what is no message is refused: no JSON, a batch, too long, another protocol version, plain text", async () => {
  const { headers } = await givenBearer();
  expect((await post("{", headers)).status).toBe(400);
  expect(await (await post([LIST, LIST], headers)).json()).toMatchObject({ error: { code: -32600 } });
  expect((await post({ ...LIST, params: { x: "x".repeat(1024 * 1024) } }, headers)).status).toBe(413);
  expect((await post(LIST, { ...headers, "mcp-protocol-version": "1999-01-01" })).status).toBe(400);
  expect((await post(LIST, { ...headers, "content-type": "text/plain" })).status).toBe(415);
  expect((await post({ jsonrpc: "2.0", method: "notifications/initialized" }, headers)).status).toBe(202);
});

/** A running project whose log is read until somebody stops it. @returns the signal of whoever began to read */
async function givenEndlessLog(owner: Caller) {
  const { projectId } = await givenProject(owner);
  await givenWorker({ engine: async () => engine, limits: { settleMs: 20, healthPollMs: 20 } });
  expect(await untilEnded(await givenQueued(owner, projectId, "manual"))).toMatchObject({ state: "ready" });
  const begun = Promise.withResolvers<AbortSignal>();
  const logs: Engine["logs"] = async function* (_id, { signal }) {
    if (!signal) throw new Error("the reader cannot be stopped");
    begun.resolve(signal);
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    yield { at: new Date(), stream: "stdout", text: "never" };
  };
  giveEngine({ ...engine, logs });
  return { projectId, begun: begun.promise };
}

const stopped = (signal: AbortSignal) =>
  signal.aborted || new Promise<true>((resolve) => signal.addEventListener("abort", () => resolve(true)));

test("a call that is cancelled stops, and only by the credential that made it", async () => {
  const { owner, token } = await givenBearer();
  const { projectId, begun } = await givenEndlessLog(owner);
  const agent = await givenAgent(token);
  const stop = new AbortController();
  const arguments_ = { name: "projects_recent_logs", arguments: { projectId, service: "web" } };
  const call = agent.callTool(arguments_, undefined, { signal: stop.signal });
  const cancelled = expect(call).rejects.toThrow("enough");
  const signal = await begun;
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
  const another = (await givenToken(owner)).token;
  expect((await post(cancel, { authorization: `Bearer ${another}` })).status).toBe(202);
  expect(signal.aborted).toBe(false);
  stop.abort("enough");
  await cancelled;
  expect(await stopped(signal)).toBe(true);
  giveEngine(engine);
  await agent.close();
});

test("a client that hangs up is not worked for any longer", async () => {
  const { owner, headers } = await givenBearer();
  const { projectId, begun } = await givenEndlessLog(owner);
  const hangUp = new AbortController();
  const params = { name: "projects_recent_logs", arguments: { projectId, service: "web" } };
  const request = new Request(URL_, {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params }),
    headers: { ...JSON_HEADERS, ...headers, accept: "application/json, text/event-stream" },
    signal: hangUp.signal,
  });
  await serveMcp(request);
  const signal = await begun;
  hangUp.abort();
  expect(await stopped(signal)).toBe(true);
  giveEngine(engine);
});
