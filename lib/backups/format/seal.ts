import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";

/**
 * Authenticated encryption of a stream of any length: the STREAM construction (Hoang, Reyhanitabar, Rogaway and Vizár,
 * "Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance", CRYPTO 2015) over AES-256-GCM. Each chunk of
 * 64 KiB has its number and whether it is the last in its nonce, so that chunks can be neither moved, left out, repeated
 * nor cut off at the end unnoticed.
 */

export const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const COUNTER_BYTES = 11;

/** What does not open: damaged, cut off, of another key or another backup. Never a part of a text instead. */
export class SealBroken extends Error {
  constructor() {
    super("The backup is damaged, incomplete, or was made under another key.");
    this.name = "SealBroken";
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "SealBroken";
  }
}

/** The key of one stream (HKDF-SHA256, RFC 5869), bound to what its header says. @param salt 32 random bytes, used once */
export function streamKey(key: Buffer, salt: Buffer, header: Buffer): Buffer {
  const info = Buffer.concat([Buffer.from("roadstead/backup/v1\n"), header]);
  return Buffer.from(hkdfSync("sha256", key, salt, info, 32));
}

/** Encrypts, chunk by chunk. An empty stream has one, empty chunk. */
export async function* seal(key: Buffer, plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const [chunk, isLast] of inChunks(plain, CHUNK_BYTES)) {
    const cipher = createCipheriv("aes-256-gcm", key, nonce(number++, isLast), { authTagLength: TAG_BYTES });
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Decrypts, and gives a chunk out only once it is known to be whole. @throws SealBroken */
export async function* unseal(key: Buffer, sealed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const [chunk, isLast] of inChunks(sealed, CHUNK_BYTES + TAG_BYTES)) {
    if (chunk.length < TAG_BYTES) throw new SealBroken();
    const iv = nonce(number++, isLast);
    const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
    try {
      yield Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw new SealBroken();
    }
  }
}

function nonce(number: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(COUNTER_BYTES + 1);
  bytes.writeUIntBE(number, COUNTER_BYTES - 6, 6);
  bytes[COUNTER_BYTES] = isLast ? 1 : 0;
  return bytes;
}

/** Chunks of one size, the last of which may be shorter, and is known to be the last. */
async function* inChunks(
  stream: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<[chunk: Buffer, isLast: boolean]> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const part of stream) {
    held.push(part);
    length += part.length;
    if (length <= size) continue;
    const all = Buffer.concat(held, length);
    let from = 0;
    // One that is full may still be the last.
    for (; length - from > size; from += size) yield [all.subarray(from, from + size), false];
    held = [all.subarray(from)];
    length -= from;
  }
  yield [Buffer.concat(held, length), true];
}
