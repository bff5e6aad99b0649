import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { BackupPart } from "../schema";
import { checkArchive } from "./check-archive";
import { type Frame, frames } from "./frames";
import { readHead } from "./head";
import { Manifest } from "./manifest";
import { CHUNK_BYTES, SealBroken, streamKey, unseal } from "./seal";
import { through } from "./through";

/** A part whose content comes, once, before the next part does. */
export type OpenPart = Pick<BackupPart, "kind" | "name"> & { content: AsyncIterable<Buffer> };
export type OpenBackup = { manifest: Manifest; parts: AsyncGenerator<OpenPart> };

const Begin = BackupPart.pick({ kind: true, name: true });
const Finish = z.object({ parts: z.array(BackupPart) });

/**
 * Opens a backup as it is read: what it gives out was authenticated before, and is complete once `parts` has ended.
 * A part that nobody begins to read is read and compared all the same.
 * @param expected the backup that this must be, and its parts where they are known: one that holds more is not read on
 * @throws SealBroken, ArchiveRefused, whatever the stream throws
 */
export async function openBackup(
  key: Buffer,
  stream: AsyncIterable<Buffer>,
  expected: { backupId?: string; parts?: readonly BackupPart[] },
): Promise<OpenBackup> {
  const { head, backupId, salt, rest } = await readHead(stream);
  if (expected.backupId !== undefined && backupId !== expected.backupId) throw new SealBroken();
  const plain = through(unseal(streamKey(key, salt, head), rest), createGunzip({ chunkSize: CHUNK_BYTES }));
  const all = frames(plain);
  const manifest = parsed(Manifest, await nextOf(all, "manifest"));
  if (manifest.backupId !== backupId) throw new SealBroken();
  return { manifest, parts: partsOf(all, expected.parts) };
}

async function* partsOf(
  all: AsyncGenerator<Frame>,
  expected: readonly BackupPart[] | undefined,
): AsyncGenerator<OpenPart> {
  const done: BackupPart[] = [];
  try {
    for (;;) {
      const next = await nextOf(all, "begin", "finish");
      if (next.kind === "finish") {
        if (!isDeepStrictEqual(parsed(Finish, next).parts, done)) throw new SealBroken();
        break;
      }
      const { kind, name } = parsed(Begin, next);
      const most = expected?.find((part) => part.kind === kind && part.name === name)?.bytes;
      if (expected && most === undefined) throw new SealBroken();
      const content = contentOf(all, kind, name, most, (part) => done.push(part));
      yield { kind, name, content };
      for await (const _left of content);
    }
    if (!(await all.next()).done) throw new SealBroken();
    if (expected && !isDeepStrictEqual(done, [...expected])) throw new SealBroken();
  } finally {
    await all.return(undefined);
  }
}

async function* contentOf(
  all: AsyncGenerator<Frame>,
  kind: BackupPart["kind"],
  name: string,
  most: number | undefined,
  told: (part: BackupPart) => void,
): AsyncGenerator<Buffer> {
  let files: number | undefined;
  let end: Frame | undefined;
  const hash = createHash("sha256");
  let bytes = 0;
  async function* data() {
    for (;;) {
      const next = await nextOf(all, "data", "end");
      if (next.kind === "end") {
        end = next;
        return;
      }
      hash.update(next.content);
      bytes += next.content.length;
      if (most !== undefined && bytes > most) throw new SealBroken();
      yield next.content;
    }
  }
  const count = (found: number) => {
    files = found;
  };
  yield* kind === "volume" ? checkArchive(data(), count) : data();
  const found = { kind, name, bytes, ...(files !== undefined && { files }), sha256: hash.digest("hex") };
  if (!end || !isDeepStrictEqual(parsed(BackupPart, end), found)) throw new SealBroken();
  told(found);
}

async function nextOf(all: AsyncGenerator<Frame>, ...kinds: Frame["kind"][]): Promise<Frame> {
  const next = await all.next();
  if (next.done || !kinds.includes(next.value.kind)) throw new SealBroken();
  return next.value;
}

function parsed<T>(shape: z.ZodType<T>, { content }: Frame): T {
  const json: unknown = JSON.parse(content.toString("utf8"));
  const result = shape.safeParse(json);
  if (!result.success) throw new SealBroken();
  return result.data;
}

/** Reads a backup whole and compares everything that it says of itself. @throws as `openBackup` does */
export async function verifyBackup(...asked: Parameters<typeof openBackup>): Promise<Manifest> {
  const { manifest, parts } = await openBackup(...asked);
  for await (const _part of parts);
  return manifest;
}
