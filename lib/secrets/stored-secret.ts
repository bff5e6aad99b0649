import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import path from "node:path";

/**
 * The secret kept in a file, made on first use: 32 random bytes as base64url. Folder 0700, file 0600. Processes
 * that start together all get the same one, and a reader never sees half of it.
 * @throws Error naming the file when it holds no usable secret
 */
export function storedSecret(file: string): string {
  const found = read(file);
  if (found !== undefined) return found;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(8).toString("hex")}`;
  try {
    write(draft, randomBytes(32).toString("base64url"));
    linkSync(draft, file); // unlike rename, a link never replaces what another process has just made
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return read(file) ?? unusable(file);
}

function write(file: string, text: string): void {
  const descriptor = openSync(file, "wx", 0o600);
  try {
    writeSync(descriptor, `${text}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function read(file: string): string | undefined {
  try {
    const text = readFileSync(file, "utf8").trim();
    return text.length >= 32 ? text : unusable(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

// Making a new one instead would make everything that was encrypted with the lost one unreadable for good.
function unusable(file: string): never {
  throw new Error(`${file} holds no usable secret (32 characters at least). Restore it from a backup.`);
}
