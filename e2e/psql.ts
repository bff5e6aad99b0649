import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Asks a database through the real client. @returns the rows as `psql` prints them @throws what `psql` says */
export async function psql(url: string, statement: string): Promise<string> {
  const args = ["--no-psqlrc", "--no-align", "--tuples-only", "--set=ON_ERROR_STOP=1", url, "-c", statement];
  const { stdout } = await run("psql", args, { env: { ...process.env, PGCONNECT_TIMEOUT: "5" } });
  return stdout.trim();
}
