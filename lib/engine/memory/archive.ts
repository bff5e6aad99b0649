import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract, pack } from "tar-stream";
import { VOLUME_FOLDER } from "../engine";

/** The files of a volume, by path inside it, as engines pack them. */
export async function* packed(files: ReadonlyMap<string, string>): AsyncGenerator<Buffer> {
  const archive = pack();
  archive.entry({ name: `${VOLUME_FOLDER}/`, type: "directory", mode: 0o755 });
  for (const [path, content] of files)
    archive.entry({ name: `${VOLUME_FOLDER}${path}`, mode: 0o644 }, content);
  archive.finalize();
  yield* archive as unknown as AsyncIterable<Buffer>;
}

/** The same back; folders are not kept. */
export async function unpacked(archive: AsyncIterable<Buffer>): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const reader = extract();
  reader.on("entry", ({ name, type }, content, next) => {
    const parts: Buffer[] = [];
    content.on("data", (part: unknown) => parts.push(part as Buffer));
    content.on("end", () => {
      if (type === "file") files.set(name.slice(VOLUME_FOLDER.length), Buffer.concat(parts).toString("utf8"));
      next();
    });
  });
  await pipeline(Readable.from(archive), reader);
  return files;
}
