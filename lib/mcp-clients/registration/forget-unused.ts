import { sql } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { mcpBindings, oauthClients } from "../table";

const MOST_UNUSED = 2000;

/**
 * Removes registrations that nobody uses: those that were never allowed anything after a day, those that once were
 * after 90 days, and the oldest where there are more than 2,000. Anybody may register, so the table must not grow.
 */
export async function forgetUnused(): Promise<void> {
  await db().execute(sql`
    DELETE FROM ${oauthClients} WHERE id IN (
      SELECT id FROM (
        SELECT c.id, c.updated_at, c.updated_at > c.created_at AS was_used,
          row_number() OVER (ORDER BY c.updated_at DESC) AS nth
        FROM ${oauthClients} c
        WHERE NOT EXISTS (SELECT FROM ${mcpBindings} b WHERE b.client_id = c.client_id)
      ) unused
      WHERE nth >= ${MOST_UNUSED}
        OR updated_at < now() - CASE WHEN was_used THEN interval '90 days' ELSE interval '1 day' END
    )`);
}
