import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CHUNK_BYTES, seal, streamKey, unseal } from "./seal";

const key = randomBytes(32);
const TAG = 16;
const SEALED = CHUNK_BYTES + TAG;

async function* inPieces(whole: Buffer, pieces: readonly number[]) {
  let from = 0;
  for (let at = 0; from < whole.length; at++) {
    const size = pieces.length > 0 ? (pieces[at % pieces.length] ?? 1) : whole.length;
    yield whole.subarray(from, from + size);
    from += size;
  }
}
async function all(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}
const sealed = (plain: Buffer, pieces: number[] = []) => all(seal(key, inPieces(plain, pieces)));
const opened = (bytes: Buffer, pieces: number[] = [], by: Buffer = key) =>
  all(unseal(by, inPieces(bytes, pieces)));

/** Lengths around the borders of chunks, where mistakes live. */
const length = fc.oneof(
  fc.integer({ min: 0, max: 200 }),
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: -2, max: 2 }))
    .map(([chunks, off]) => chunks * CHUNK_BYTES + off),
);
const pieces = fc.array(
  fc.integer({ min: 1, max: 100_000 }).map((size) => size + 500),
  { maxLength: 5 },
);

test("what was sealed opens as it was, however both come in pieces", async () => {
  await fc.assert(
    fc.asyncProperty(length, pieces, pieces, async (size, some, others) => {
      const plain = randomBytes(size);
      const bytes = await sealed(plain, some);
      expect(bytes.length).toBe(size + TAG * Math.max(1, Math.ceil(size / CHUNK_BYTES)));
      expect((await opened(bytes, others)).equals(plain)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test("a single changed bit, wherever it is, is noticed", async () => {
  const bytes = await sealed(randomBytes(CHUNK_BYTES * 2 + 100));
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ (1 << bit);
      await expect(opened(changed)).rejects.toMatchObject({ name: "SealBroken" });
    }),
    { numRuns: 60 },
  );
});

test("a stream that was cut off anywhere, or made longer, is noticed", async () => {
  const bytes = await sealed(randomBytes(CHUNK_BYTES * 2));
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.nat(bytes.length - 1), fc.constantFrom(0, SEALED)), async (at) => {
      await expect(opened(bytes.subarray(0, at))).rejects.toMatchObject({ name: "SealBroken" });
    }),
    { numRuns: 40 },
  );
  await expect(opened(Buffer.concat([bytes, randomBytes(20)]))).rejects.toMatchObject({ name: "SealBroken" });
});

test("chunks cannot be moved, repeated, left out, or taken from another stream", async () => {
  const plain = randomBytes(CHUNK_BYTES * 3);
  const bytes = await sealed(plain);
  const [a, b, c] = [0, 1, 2].map((at) => bytes.subarray(at * SEALED, (at + 1) * SEALED)) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  for (const order of [[b, a, c], [a, a, c], [a, c], [b, c], [c], [a, b, c, c]])
    await expect(opened(Buffer.concat(order))).rejects.toMatchObject({ name: "SealBroken" });
});

test("another key, another header or another salt opens nothing", async () => {
  const [salt, header] = [randomBytes(32), Buffer.from('{"backup":"bkp_1"}')];
  const right = streamKey(key, salt, header);
  const bytes = await all(seal(right, inPieces(Buffer.from("content"), [])));
  expect((await opened(bytes, [], streamKey(key, salt, header))).toString()).toBe("content");
  for (const wrong of [
    streamKey(randomBytes(32), salt, header),
    streamKey(key, randomBytes(32), header),
    streamKey(key, salt, Buffer.from('{"backup":"bkp_2"}')),
  ])
    await expect(opened(bytes, [], wrong)).rejects.toMatchObject({ name: "SealBroken" });
});
