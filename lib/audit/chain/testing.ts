import { execFile } from "node:child_process";
import { promisify } from "node:util";

const SCRIPT = `
  import { openDatabase, closeDatabase } from "@/lib/db/client";
  import { appendEvent } from "@/lib/audit/chain/append";
  const [url, chain, count] = process.argv.slice(-3);
  await openDatabase(url);
  const event = { at: new Date(), organizationId: chain, userId: null, callerKind: "session", credentialId: null,
    address: null, operation: "projects.stop", resourceId: null, outcome: "done", details: null };
  await Promise.all(Array.from({ length: Number(count) }, () => appendEvent(event)));
  await closeDatabase();
`;

/** Writes that many rows from a process of its own. */
export async function writeElsewhere(url: string, chain: string, count: number): Promise<void> {
  const flags = ["--import", "./scripts/typescript.mjs", "--input-type=module", "--eval", SCRIPT];
  await promisify(execFile)(process.execPath, [...flags, "--", url, chain, String(count)]);
}
