import type { EngineLogLine } from "../engine";

/** The values of an answer that is one JSON document per line. A cut-off last line is dropped. */
export async function* jsonLines<T>(chunks: AsyncIterable<Buffer>): AsyncGenerator<T, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim()) yield JSON.parse(line) as T;
  }
  if (rest.trim().endsWith("}")) yield JSON.parse(rest) as T;
}

export type Frame = { stream: EngineLogLine["stream"]; payload: Buffer };

const HEADER_BYTES = 8;

/**
 * Takes the two output streams of a container apart: each frame has a header of 8 bytes, the stream's number
 * first (1 stdout, 2 stderr), the payload's length in the last four, big-endian.
 */
export async function* frames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  let raw = false;
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    while (!raw && rest.length - from >= HEADER_BYTES) {
      const kind = rest.readUInt8(from);
      // A container with a terminal has one stream and no headers.
      raw = kind > 2;
      const end = from + HEADER_BYTES + rest.readUInt32BE(from + 4);
      if (raw || rest.length < end) break;
      yield { stream: kind === 2 ? "stderr" : "stdout", payload: rest.subarray(from + HEADER_BYTES, end) };
      from = end;
    }
    rest = rest.subarray(from);
    if (raw && rest.length > 0) {
      yield { stream: "stdout", payload: rest };
      rest = Buffer.alloc(0);
    }
  }
}
