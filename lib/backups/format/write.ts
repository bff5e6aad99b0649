import { createHash, randomBytes } from "node:crypto";
import { createGzip } from "node:zlib";
import type { BackupPart } from "../schema";
import { checkArchive } from "./check-archive";
import { frame, MOST_DATA_BYTES } from "./frames";
import { headOf } from "./head";
import type { Manifest } from "./manifest";
import { CHUNK_BYTES, seal, streamKey } from "./seal";
import { through } from "./through";

/** Something to be kept, read when its turn has come. */
export type Source = Pick<BackupPart, "kind" | "name"> & { open(): AsyncIterable<Buffer> };

/**
 * The bytes of a backup: a head in clear, then manifest and parts as frames, compressed, then sealed. Nothing is held
 * but the chunk at hand.
 * @param key of this instance's backups
 * @param told hears of each part as it is done, and of the bytes that went by meanwhile
 */
export async function* writeBackup(
  key: Buffer,
  manifest: Manifest,
  sources: readonly Source[],
  told: { part(part: BackupPart): void; bytes(all: number): void },
): AsyncGenerator<Buffer> {
  const salt = randomBytes(32);
  const head = headOf(manifest.backupId, salt);
  yield head;
  // Fast rather than small: what is large is mostly compressed already.
  const packed = through(inFrames(manifest, sources, told), createGzip({ level: 1, chunkSize: CHUNK_BYTES }));
  yield* seal(streamKey(key, salt, head), packed);
}

async function* inFrames(
  manifest: Manifest,
  sources: readonly Source[],
  told: Parameters<typeof writeBackup>[3],
): AsyncGenerator<Buffer> {
  yield frame("manifest", manifest);
  const parts: BackupPart[] = [];
  let all = 0;
  for (const { kind, name, open } of sources) {
    yield frame("begin", { kind, name });
    const hash = createHash("sha256");
    let bytes = 0;
    let files: number | undefined;
    const count = (found: number) => {
      files = found;
    };
    const content = kind === "volume" ? checkArchive(open(), count) : open();
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.length;
      all += chunk.length;
      for (let from = 0; from < chunk.length; from += MOST_DATA_BYTES)
        yield frame("data", chunk.subarray(from, from + MOST_DATA_BYTES));
      told.bytes(all);
    }
    const part = { kind, name, bytes, ...(files !== undefined && { files }), sha256: hash.digest("hex") };
    yield frame("end", part);
    parts.push(part);
    told.part(part);
  }
  yield frame("finish", { parts });
}
