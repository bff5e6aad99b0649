import { SealBroken } from "./seal";

/** What a backup is made of, once it is open: each frame has its kind, its length (32 bits, big-endian), its content. */
export type Frame = { kind: "manifest" | "begin" | "data" | "end" | "finish"; content: Buffer };

const KINDS: Record<Frame["kind"], number> = { manifest: 1, begin: 2, data: 3, end: 4, finish: 5 };
const NAMES = new Map(Object.entries(KINDS).map(([name, number]) => [number, name as Frame["kind"]]));
const HEAD_BYTES = 5;
export const MOST_DATA_BYTES = 1024 * 1024;
// A definition with its files and variables is a few hundred kilobytes at most.
const MOST_BYTES = 32 * 1024 * 1024;

export function frame(kind: Frame["kind"], content: Buffer | object): Buffer {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
  const head = Buffer.alloc(HEAD_BYTES);
  head[0] = KINDS[kind];
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** @throws SealBroken for anything that no backup holds, however large it says to be */
export async function* frames(stream: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let held: Buffer[] = [];
  let length = 0;
  let wanted = HEAD_BYTES;
  for await (const part of stream) {
    held.push(part);
    length += part.length;
    if (length < wanted) continue;
    let all = Buffer.concat(held, length);
    for (wanted = wholeLength(all); all.length >= wanted; wanted = wholeLength(all)) {
      yield { kind: NAMES.get(all[0] ?? 0) ?? "finish", content: all.subarray(HEAD_BYTES, wanted) };
      all = all.subarray(wanted);
    }
    held = [all];
    length = all.length;
  }
  if (length > 0) throw new SealBroken();
}

/** Of the first frame, its head included; of the head alone while that is not there. */
function wholeLength(bytes: Buffer): number {
  if (bytes.length < HEAD_BYTES) return HEAD_BYTES;
  const kind = NAMES.get(bytes[0] ?? 0);
  const size = bytes.readUInt32BE(1);
  if (!kind || size > (kind === "data" ? MOST_DATA_BYTES : MOST_BYTES)) throw new SealBroken();
  return HEAD_BYTES + size;
}
