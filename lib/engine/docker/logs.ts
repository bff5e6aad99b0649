import { checkName } from "../check";
import type { EngineLogLine, LogOptions } from "../engine";
import type { Connection } from "./connect";
import { type Frame, frames } from "./framing";
import { quietly } from "./quietly";
import { stream } from "./request";

/** The log as the engine kept it, then, with `follow`, as it grows, until the container ends or the signal aborts. */
export function logs(connection: Connection, id: string, options: LogOptions): AsyncIterable<EngineLogLine> {
  const answer = stream(connection, {
    method: "GET",
    path: `/containers/${checkName("container", id)}/logs`,
    query: {
      stdout: "true",
      stderr: "true",
      timestamps: "true",
      follow: String(options.follow),
      tail: options.tail === undefined ? "all" : String(options.tail),
      since: options.since && (options.since.getTime() / 1000).toFixed(3),
    },
    doing: { what: "read the log of", container: id },
    signal: options.signal,
  });
  return quietly(linesOf(frames(answer)), options.signal);
}

async function* linesOf(source: AsyncIterable<Frame>): AsyncGenerator<EngineLogLine, void, undefined> {
  for await (const frame of source) yield* linesOfFrame(frame);
}

const LINE_LIMIT_BYTES = 16 * 1024;
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d) /;
const STAMP_LIMIT_BYTES = 40;

/** One frame is one line with its time in front, or, of a long line, one piece of 16 KiB without its end. */
export function* linesOfFrame({ stream: source, payload }: Frame): Generator<EngineLogLine, void, undefined> {
  let at = new Date();
  let from = 0;
  while (from < payload.length) {
    const lineEnd = payload.indexOf(10, from);
    const end = lineEnd < 0 ? payload.length : lineEnd;
    const stamp = STAMP.exec(payload.toString("latin1", from, Math.min(end, from + STAMP_LIMIT_BYTES)))?.[0];
    if (stamp) at = new Date(stamp.trim());
    const line = withoutReturn(payload.subarray(from + (stamp?.length ?? 0), end));
    for (const text of piecesOf(line)) yield { at, stream: source, text };
    from = end + 1;
  }
}

function withoutReturn(line: Buffer): Buffer {
  return line.at(-1) === 13 ? line.subarray(0, -1) : line;
}

function* piecesOf(line: Buffer): Generator<string, void, undefined> {
  let from = 0;
  do {
    let end = Math.min(line.length, from + LINE_LIMIT_BYTES);
    // Not between the bytes of one character: those that continue it begin with the bits 10.
    while (end < line.length && end > from + LINE_LIMIT_BYTES - 4 && ((line[end] ?? 0) & 0xc0) === 0x80)
      end--;
    yield line.toString("utf8", from, end);
    from = end;
  } while (from < line.length);
}
