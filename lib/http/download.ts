import type { Caller } from "@/lib/access/caller";
import type { Download, Subscription } from "@/lib/operation/define";

/** Serves a subscription as a file: its pieces one after the other, each when the client has taken the one before. */
export async function downloadResponse(
  request: Request,
  verb: Subscription & { download: Download },
  caller: Caller,
  input: Record<string, unknown>,
): Promise<Response> {
  const ending = new AbortController();
  const signal = AbortSignal.any([request.signal, ending.signal]);
  const pieces = (await verb(caller, input as never, signal))[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(String(value.data)));
    },
    cancel: () => ending.abort(),
  });
  const { name, types } = verb.download;
  const [first = ""] = Object.keys(types);
  // What is no format of this file was refused by the verb.
  const format = typeof input.format === "string" ? input.format : first;
  return new Response(body, {
    headers: {
      "content-type": types[format] ?? "text/plain; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.${format}"`,
      "cache-control": "no-store",
    },
  });
}
