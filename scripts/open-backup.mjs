// npm run open-backup -- FILE FOLDER: reads a backup without the instance that made it, into a new folder. The key, which
// that instance shows under Settings, Backup storage, is read from ROADSTEAD_BACKUP_KEY, else from the standard input.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureDependencies, fail, onProjectNode } from "./prepare.mjs";

await onProjectNode(fileURLToPath(import.meta.url));
const [file, folder, ...more] = process.argv.slice(2);
if (!file || !folder || more.length > 0) fail("Usage: npm run open-backup -- FILE FOLDER", 2);
await ensureDependencies();
await import("./typescript.mjs");
const { unpackBackup } = await import("../lib/backups/restore/unpack.ts");

const text = (process.env.ROADSTEAD_BACKUP_KEY ?? readFileSync(0, "utf8")).trim();
const key = Buffer.from(text, "base64url");
if (key.length !== 32)
  fail("This is no key of backups: it has 43 letters, digits, dashes and underscores.", 2);
try {
  const names = await unpackBackup(key, path.resolve(file), path.resolve(folder));
  console.log(`Opened into ${folder}, secrets and all: ${names.join(", ")}`);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
