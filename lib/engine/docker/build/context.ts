import { pack } from "tar-stream";
import type { BuildSpec } from "../../engine";

// The same for every build: what did not change must not look new to the builder's cache.
const MTIME = new Date("2000-01-01T00:00:00Z");

/** The build context as a tar archive. Only plain files: a link could lead out of it. */
export async function packContext(files: BuildSpec["files"]): Promise<Buffer> {
  const archive = pack();
  for (const { path, content } of files) {
    const mode = content.startsWith("#!") ? 0o755 : 0o644;
    archive.entry({ name: path, mode, mtime: MTIME }, content);
  }
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
