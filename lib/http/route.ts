import { ANONYMOUS } from "@/lib/access/caller";
import type { Operation, Subscription } from "@/lib/operation/define";
import { errorResponse } from "./answer";
import { readJsonObject } from "./body";
import { callerWithinLimits } from "./caller-within-limits";
import { downloadResponse } from "./download";
import { streamResponse } from "./stream";

type Context = { params: Promise<Record<string, string | string[] | undefined>> };

/**
 * Serves a verb. Input is the path's parameters, then the query (GET, DELETE) or JSON body, in one object.
 * @param options.stream the verb's live form, served when the client accepts `text/event-stream`
 */
export function route(verb: Operation | Subscription, options: { stream?: Subscription } = {}) {
  return async (request: Request, context: Context): Promise<Response> => {
    try {
      // What is public, such as health, is for watchers and not counted.
      const caller = verb.permission === "public" ? ANONYMOUS : await callerWithinLimits(request.headers);
      const input = await inputOf(request, await context.params);
      const stream = verb.kind === "stream" ? verb : wantsEvents(request) ? options.stream : undefined;
      if (stream?.download) {
        const { download } = stream;
        return await downloadResponse(request, Object.assign(stream, { download }), caller, input);
      }
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
