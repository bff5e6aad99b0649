import { constants } from "node:fs";
import { type FileHandle, mkdir, open, realpath, rename, rm } from "node:fs/promises";
import path from "node:path";
import { checkFileName, type Store, StoreError, tryStore } from "./store";

/** Where nothing but the system itself has any business. */
const NOT_OURS = /^\/(?:bin|boot|dev|etc|lib|lib32|lib64|proc|root\/\.ssh|run|sbin|sys|usr)(?:\/|$)/;

/**
 * Files in a folder of this server. Each is written beside its name and takes it once it is whole and on the disk;
 * links inside are not followed.
 * @param folder absolute; made when it is not there
 * @param own the name of the folder inside that is this organization's
 */
export function folderStore(folder: string, own: string): Store {
  async function place(name: string): Promise<string> {
    const root = await rootOf(folder);
    const file = path.join(root, own, checkFileName(name));
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const really = await realpath(path.dirname(file));
    if (!really.startsWith(`${root}${path.sep}`))
      throw new StoreError("other", `A link leads out of ${folder}, so nothing was done there.`);
    return path.join(really, path.basename(file));
  }
  const partOf = (file: string) => `${file}.part`;
  const store: Omit<Store, "check"> = {
    async write(name, content, signal) {
      const file = await place(name).catch(told(folder));
      const part = partOf(file);
      try {
        await rm(part, { force: true });
        const bytes = await writeAll(part, content, signal);
        await rename(part, file);
        await syncFolder(path.dirname(file));
        return { bytes };
      } catch (error) {
        await rm(part, { force: true }).catch(() => {});
        throw signal.aborted ? signal.reason : asStoreError(error, folder);
      }
    },
    async *read(name, signal) {
      let handle: FileHandle | undefined;
      try {
        handle = await open(await place(name), constants.O_RDONLY | constants.O_NOFOLLOW);
        for await (const chunk of handle.createReadStream({ highWaterMark: 1024 * 1024, signal }))
          yield chunk as Buffer;
      } catch (error) {
        throw signal.aborted ? signal.reason : asStoreError(error, folder);
      } finally {
        await handle?.close().catch(() => {});
      }
    },
    async remove(name) {
      const file = await place(name).catch(told(folder));
      await Promise.all([rm(file, { force: true }), rm(partOf(file), { force: true })]).catch(told(folder));
    },
  };
  return { ...store, check: (signal) => tryStore(store, signal) };
}

/** The folder itself, whatever links lead to it. @throws StoreError for a folder of the system */
async function rootOf(folder: string): Promise<string> {
  const wanted = path.resolve(folder);
  if (wanted === "/" || NOT_OURS.test(`${wanted}/`))
    throw new StoreError("denied", `${folder} belongs to the system. Choose a folder for backups alone.`);
  await mkdir(wanted, { recursive: true, mode: 0o700 });
  const root = await realpath(wanted);
  if (root === "/" || NOT_OURS.test(`${root}/`))
    throw new StoreError("denied", `${folder} leads to ${root}, which belongs to the system.`);
  return root;
}

async function writeAll(file: string, content: AsyncIterable<Buffer>, signal: AbortSignal): Promise<number> {
  const handle = await open(file, "wx", 0o600);
  try {
    let bytes = 0;
    for await (const chunk of content) {
      signal.throwIfAborted();
      await handle.writeFile(chunk);
      bytes += chunk.length;
    }
    await handle.sync();
    return bytes;
  } finally {
    await handle.close();
  }
}

/** A new name is only on the disk once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  await handle.sync().finally(() => handle.close());
}

const told = (folder: string) => (error: unknown) => {
  throw asStoreError(error, folder);
};

function asStoreError(error: unknown, folder: string): unknown {
  const code = String((error as NodeJS.ErrnoException | undefined)?.code ?? "");
  const [kind, sentence] = WORDS[code] ?? [];
  if (!kind || error instanceof StoreError) return error;
  return new StoreError(kind, sentence?.(folder) ?? "", { cause: error });
}

const WORDS: Record<string, [StoreError["kind"], (folder: string) => string]> = {
  ENOSPC: ["full", (at) => `The disk that ${at} lies on is full. Free some space on it, then try again.`],
  EDQUOT: ["full", (at) => `The quota of the disk that ${at} lies on is used up.`],
  EFBIG: ["full", (at) => `The disk that ${at} lies on takes no file as large as this backup.`],
  EACCES: ["denied", (at) => `Roadstead may not write into ${at}. Give its user the right to.`],
  EPERM: ["denied", (at) => `Roadstead may not write into ${at}. Give its user the right to.`],
  EROFS: ["denied", (at) => `${at} can only be read.`],
  ENOENT: ["missing", (at) => `The file of this backup is not in ${at} any more.`],
  EEXIST: ["other", (at) => `${at} is not a folder.`],
  ENOTDIR: ["other", (at) => `${at} is not a folder.`],
  ELOOP: ["other", (at) => `The file of this backup in ${at} is a link, which is not followed.`],
  EIO: ["other", (at) => `The disk that ${at} lies on could not be read or written.`],
};
