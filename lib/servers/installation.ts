import { db, sqlClient } from "@/lib/db/client";
import { installation } from "./table";

// Remembered per database client: a test file, or a restarted pool, asks anew.
const known = new WeakMap<object, Promise<string>>();

/** The id of this installation, the same for every process on its database. */
export function installationId(): Promise<string> {
  const client = sqlClient();
  const found = known.get(client) ?? readOrMake();
  known.set(client, found);
  found.catch(() => known.delete(client));
  return found;
}

async function readOrMake(): Promise<string> {
  await db().insert(installation).values({}).onConflictDoNothing();
  const [row] = await db().select({ id: installation.id }).from(installation);
  if (!row) throw new Error("The installation has no id.");
  return row.id;
}
