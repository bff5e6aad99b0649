import { pack } from "tar-stream";
import { EngineError } from "../../engine";
import type { Connection } from "../connect";
import { request } from "../request";

type File = { path: string; content: string };

/** Writes files into a container that has not been started, owned by root, mode 0444. */
export async function putFiles(connection: Connection, id: string, files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  const archive = await packed(await missingFolders(connection, id, files), files);
  await request(connection, {
    method: "PUT",
    path: `/containers/${id}/archive`,
    query: { path: "/", noOverwriteDirNonDir: "true" },
    archive,
    doing: { what: "write files into", container: id },
  });
}

/** Folders that exist keep their owner and mode; the engine would make the others writable for everybody. */
async function missingFolders(connection: Connection, id: string, files: readonly File[]): Promise<string[]> {
  const folders = new Set<string>();
  for (const { path } of files) {
    const parts = path.split("/").slice(1, -1);
    parts.forEach((_, index) => {
      folders.add(`/${parts.slice(0, index + 1).join("/")}`);
    });
  }
  const missing: string[] = [];
  for (const folder of folders) {
    const parentMissing = missing.some((other) => folder.startsWith(`${other}/`));
    if (parentMissing || !(await exists(connection, id, folder))) missing.push(folder);
  }
  return missing;
}

async function exists(connection: Connection, id: string, path: string): Promise<boolean> {
  const doing = { what: "look into", container: id };
  try {
    await request(connection, { method: "HEAD", path: `/containers/${id}/archive`, query: { path }, doing });
    return true;
  } catch (error) {
    if (error instanceof EngineError && error.kind === "not-found") return false;
    throw error;
  }
}

async function packed(folders: readonly string[], files: readonly File[]): Promise<Buffer> {
  const archive = pack();
  const mtime = new Date();
  for (const folder of folders) {
    archive.entry({ name: `${folder.slice(1)}/`, type: "directory", mode: 0o755, mtime });
  }
  for (const { path, content } of files) archive.entry({ name: path.slice(1), mode: 0o444, mtime }, content);
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
