import { once } from "node:events";
import { extract } from "tar-stream";
import { VOLUME_FOLDER } from "@/lib/engine/engine";

/** Something in the archive of a volume that is never unpacked. */
export class ArchiveRefused extends Error {
  constructor(what: string) {
    super(`The files of a volume hold ${what}, which is never unpacked.`);
    this.name = "ArchiveRefused";
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "ArchiveRefused";
  }
}

const KINDS = new Set(["file", "directory", "symlink", "link", "fifo", "contiguous-file"]);

/**
 * Passes the archive of a volume on, and reads it beside: every entry must lie in the volume, and the archive must be
 * whole. Links may point anywhere, as they do for the app; nothing is unpacked through them, since engines refuse to.
 * @param told is called with the number of files at the end
 * @throws ArchiveRefused
 */
export async function* checkArchive(
  archive: AsyncIterable<Buffer>,
  told: (files: number) => void = () => {},
): AsyncGenerator<Buffer> {
  const reader = extract();
  let files = 0;
  let wrong: unknown;
  reader.on("error", (error) => {
    wrong ??= error instanceof ArchiveRefused ? error : new ArchiveRefused("an archive that cannot be read");
  });
  reader.on("entry", ({ name, type, linkname }, content, next) => {
    content.on("error", () => {});
    content.resume();
    const why = whyRefused(name, type ?? "file", linkname ?? "");
    if (why) return void reader.destroy(new ArchiveRefused(why));
    if (type === "file" || type === "contiguous-file") files++;
    content.on("end", () => next());
  });
  const over = new Promise<void>((resolve) => reader.once("close", resolve).once("finish", resolve));
  for await (const chunk of archive) {
    if (!wrong && !reader.write(chunk)) await Promise.race([once(reader, "drain"), over]);
    if (wrong) throw wrong;
    yield chunk;
  }
  reader.end(undefined);
  await over;
  if (wrong) throw wrong;
  told(files);
}

function whyRefused(name: string, type: string, linkname: string): string | undefined {
  if (!KINDS.has(type)) return `a ${type}`;
  if (!isInside(name)) return "a file that lies outside of it";
  // A hard link is another name of a file of the archive; a symbolic one is only text.
  if (type === "link" && !isInside(linkname)) return "a hard link that leads out of it";
  return undefined;
}

function isInside(name: string): boolean {
  const [first, ...rest] = name.replace(/\/+$/, "").split("/");
  return first === VOLUME_FOLDER && !rest.includes("..") && !name.includes("\0");
}
