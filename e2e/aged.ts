import { openEmbeddedDatabase } from "@/lib/db/embedded";
import { psql } from "./psql";
import type { Roadstead } from "./roadstead";

/** Lets two hours pass for everybody who is signed in: what needs a recent sign-in asks for one. */
export async function ageSessions({ dataDir }: Roadstead): Promise<void> {
  const database = await openEmbeddedDatabase(dataDir);
  await psql(database.url, "UPDATE sessions SET created_at = created_at - interval '2 hours'");
  await database.release();
}
