import type { Caller } from "@/lib/access/caller";
import { callerOf } from "@/lib/auth/caller-of";
import type { Subscription } from "@/lib/operation/define";
import { errorResponse } from "./answer";

const HEARTBEAT_MS = 15_000;

/**
 * Serves a subscription as server-sent events (HTML Standard, section 9.2). `Last-Event-ID` reaches the verb as
 * `lastEventId`. Every 15 s the caller is looked up anew, so that a revoked one is cut off while the stream is open.
 */
export async function streamResponse(
  request: Request,
  verb: Subscription,
  caller: Caller,
  input: Record<string, unknown>,
): Promise<Response> {
  const ending = new AbortController();
  const signal = AbortSignal.any([request.signal, ending.signal]);
  const lastEventId = request.headers.get("last-event-id") ?? undefined;
  const given = { ...input, ...(lastEventId && { lastEventId }) };
  const events = await verb(caller, given as never, signal);

  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const beat = setInterval(async () => {
        const open = await stillAllowed(request, verb, given);
        if (!open) ending.abort();
        else if (!signal.aborted) send(": still here\n\n");
      }, HEARTBEAT_MS);
      try {
        send("retry: 2000\n\n");
        for await (const event of events) send(format(event));
      } catch (error) {
        if (!signal.aborted) send(format({ event: "refusal", data: await errorResponse(error).json() }));
      } finally {
        clearInterval(beat);
        ending.abort();
        try {
          controller.close();
        } catch {
          // The client is gone and has closed it already.
        }
      }
    },
    cancel: () => ending.abort(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

/** Whether the one who opened the stream may still read it; admission runs again, the stream does not. */
async function stillAllowed(
  request: Request,
  verb: Subscription,
  input: Record<string, unknown>,
): Promise<boolean> {
  try {
    await verb(await callerOf(request.headers), input as never, AbortSignal.abort());
    return true;
  } catch {
    return false;
  }
}

function format({ id, event, data }: { id?: string; event?: string; data: unknown }): string {
  return `${id ? `id: ${id}\n` : ""}${event ? `event: ${event}\n` : ""}data: ${JSON.stringify(data)}\n\n`;
}
