import { Refusal } from "@/lib/access/refusal";

const MAX_BODY_BYTES = 1024 * 1024;

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

/**
 * The body as text.
 * @throws Refusal PAYLOAD_TOO_LARGE above 1 MiB, however long it says it is; BODY_CUT_OFF when the client went away
 */
export async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length")) > MAX_BODY_BYTES) throw new Refusal("PAYLOAD_TOO_LARGE");
  if (!request.body) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of arriving(request.body)) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw new Refusal("PAYLOAD_TOO_LARGE");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** A body that breaks off is the client's doing: anybody could fill the log with what would be called our failure. */
async function* arriving(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body as unknown as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw new Refusal("BODY_CUT_OFF", { cause });
  }
}
