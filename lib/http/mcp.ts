import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import type { Caller } from "@/lib/access/caller";
import { createServer } from "@/lib/mcp/server";
import { mcpChallenge } from "@/lib/mcp-clients/challenge";
import { errorResponse } from "./answer";
import { readText } from "./body";
import { callerWithinLimits } from "./caller-within-limits";
import { guardHost } from "./known-host";

/**
 * Serves one message of the Model Context Protocol, revision 2025-11-25, transport Streamable HTTP without sessions.
 * The answer is a stream where the client takes one, else JSON. Cookies are no way in: agents are not browsers.
 */
export async function serveMcp(request: Request): Promise<Response> {
  try {
    guardHost(request.headers);
    const caller = await callerWithinLimits(withoutCookie(request.headers), { door: "mcp" });
    return await exchange(caller, request, await readText(request));
  } catch (error) {
    const refused = errorResponse(error);
    if (refused.status === 401) {
      const sent = request.headers.has("authorization");
      refused.headers.set("www-authenticate", mcpChallenge(sent ? "invalid_token" : undefined));
    }
    return refused;
  }
}

function withoutCookie(headers: Headers): Headers {
  const kept = new Headers(headers);
  kept.delete("cookie");
  return kept;
}

async function exchange(caller: Caller, request: Request, text: string): Promise<Response> {
  const message = parsed(text);
  if (message === undefined) return protocolError(ErrorCode.ParseError, "The body is not valid JSON.");
  // One message is counted as one request; the protocol has known no batches since its revision 2025-06-18.
  if (Array.isArray(message)) return protocolError(ErrorCode.InvalidRequest, "Send one message at a time.");
  const accepted = request.headers.get("accept") ?? "*/*";
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !accepted.includes("text/event-stream"),
  });
  const server = createServer(caller);
  await server.connect(transport);
  // Nobody is left to read the answer: what is still being done is told so.
  request.signal.addEventListener("abort", () => void server.close(), { once: true });
  const response = await transport.handleRequest(forTransport(request), { parsedBody: message });
  response.headers.set("cache-control", "no-store, no-transform");
  return response;
}

/** The library insists on clients that take both forms; one that takes JSON alone, such as curl, is answered too. */
function forTransport({ url, headers }: Request): Request {
  const kept = new Headers({ accept: "application/json, text/event-stream" });
  for (const name of ["content-type", "mcp-protocol-version"]) {
    const value = headers.get(name);
    if (value !== null) kept.set(name, value);
  }
  return new Request(url, { method: "POST", headers: kept });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An error of JSON-RPC 2.0, section 5.1, about no request in particular. */
function protocolError(code: ErrorCode, message: string): Response {
  const error = { jsonrpc: "2.0", error: { code, message }, id: null };
  return Response.json(error, { status: 400, headers: { "cache-control": "no-store" } });
}
