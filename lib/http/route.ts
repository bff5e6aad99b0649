import { ANONYMOUS } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { callerOf } from "@/lib/auth/caller-of";
import type { Operation, Subscription } from "@/lib/operation/define";
import { errorResponse } from "./answer";
import { streamResponse } from "./stream";

const MAX_BODY_BYTES = 1024 * 1024;

type Context = { params: Promise<Record<string, string | string[] | undefined>> };

/**
 * Serves a verb. Input is the path's parameters, then the query (GET, DELETE) or JSON body, in one object.
 * @param options.stream the verb's live form, served when the client accepts `text/event-stream`
 */
export function route(verb: Operation | Subscription, options: { stream?: Subscription } = {}) {
  return async (request: Request, context: Context): Promise<Response> => {
    try {
      const caller = verb.permission === "public" ? ANONYMOUS : await callerOf(request.headers);
      const input = await inputOf(request, await context.params);
      const stream = verb.kind === "stream" ? verb : wantsEvents(request) ? options.stream : undefined;
      if (stream) return await streamResponse(request, stream, caller, input);
      const result = await (verb as Operation)(caller, input as never, request.signal);
      if (verb.status === 204) return new Response(null, { status: 204 });
      return Response.json(result, { status: verb.status ?? 200, headers: { "cache-control": "no-store" } });
    } catch (error) {
      return errorResponse(error);
    }
  };
}

function wantsEvents(request: Request): boolean {
  return request.headers.get("accept")?.includes("text/event-stream") ?? false;
}

async function inputOf(request: Request, params: Record<string, unknown>): Promise<Record<string, unknown>> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  if (request.method === "GET" || request.method === "HEAD") return { ...query, ...params };
  return { ...(await readJsonObject(request)), ...params };
}

/** The body as a JSON object; an absent body is an empty one. @throws Refusal INVALID_JSON, PAYLOAD_TOO_LARGE */
export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  const text = await readText(request);
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (cause) {
    throw new Refusal("INVALID_JSON", { cause });
  }
  throw new Refusal("INVALID_JSON", { message: "The request body must be a JSON object." });
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length")) > MAX_BODY_BYTES) throw new Refusal("PAYLOAD_TOO_LARGE");
  if (!request.body) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw new Refusal("PAYLOAD_TOO_LARGE");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
