import { createWriteStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openBackup } from "../format/read";

/**
 * Reads a backup without any instance, and writes what it holds into a new folder: `manifest.json`, an archive for each
 * volume, and each dump as the service wrote it. The folder is for its owner alone, since secrets are in it.
 * @returns the names of the files
 * @throws SealBroken, and then nothing in the folder is to be trusted
 */
export async function unpackBackup(key: Buffer, file: string, folder: string): Promise<string[]> {
  const source = await open(file, "r");
  await mkdir(folder, { mode: 0o700 });
  const names: string[] = [];
  const put = async (name: string, content: Readable) => {
    await pipeline(content, createWriteStream(path.join(folder, name), { flags: "wx", mode: 0o600 }));
    names.push(name);
  };
  try {
    const stream = source.createReadStream({ highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>;
    const { manifest, parts } = await openBackup(key, stream, {});
    await put("manifest.json", Readable.from([`${JSON.stringify(manifest, null, 2)}\n`]));
    for await (const { kind, name, content } of parts) {
      const plain = name.replaceAll(/[^\w.-]/g, "_");
      await put(kind === "volume" ? `volume-${plain}.tar` : `dump-${plain}`, Readable.from(content));
    }
    return names;
  } finally {
    await source.close().catch(() => {});
  }
}
