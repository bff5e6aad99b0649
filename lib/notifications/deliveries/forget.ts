import { sql } from "drizzle-orm";
import { db } from "@/lib/db/client";

const KEEP_DAYS = 30;

/**
 * Forgets notices of more than a month ago, and what became of them. The last update that was told of a project stays:
 * it may still be there, and is not told again.
 */
export async function forgetOld(): Promise<void> {
  await db().execute(sql`
    DELETE FROM notices old WHERE old.created_at < now() - make_interval(days => ${KEEP_DAYS})
      AND (old.event <> 'update.available' OR EXISTS (
        SELECT 1 FROM notices newer WHERE newer.project_id = old.project_id
          AND newer.event = old.event AND newer.created_at > old.created_at))`);
}
