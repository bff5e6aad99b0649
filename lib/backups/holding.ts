import { and, eq, sql } from "drizzle-orm";
import { db, type Transaction } from "@/lib/db/client";
import { backups } from "./table";

/**
 * Whether a backup has the project's services in its hand right now: some are stopped, or their data is being read, and
 * nothing may change about them until it lets go.
 */
export async function isHeldByBackup(
  projectId: string,
  source: Pick<Transaction, "select"> = db(),
): Promise<boolean> {
  const holds = sql`coalesce((${backups.progress}->>'holds')::boolean, true)`;
  const [found] = await source
    .select({ id: backups.id })
    .from(backups)
    .where(and(eq(backups.projectId, projectId), eq(backups.state, "copying"), holds))
    .limit(1);
  return found !== undefined;
}
