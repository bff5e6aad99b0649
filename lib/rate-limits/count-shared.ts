import { sql } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { rateLimits } from "./table";

/**
 * Counts one more in the window of this key, over all processes on this database.
 * @param windowS how long a window lasts from its first count, in seconds
 * @returns how many there are now, this one included, and the seconds until the window ends
 */
export async function countShared(key: string, windowS: number): Promise<{ count: number; endsInS: number }> {
  // Ended windows leave a few at a time, with the request that would add one: nothing grows and nothing sweeps.
  const [row] = await db().execute<{ count: number; ends_in_s: number }>(sql`
    WITH ended AS (
      DELETE FROM ${rateLimits} WHERE key IN (
        SELECT key FROM ${rateLimits} WHERE ends_at < now() AND key <> ${key}
        LIMIT 5 FOR UPDATE SKIP LOCKED
      )
    )
    INSERT INTO ${rateLimits} AS bucket (key, count, ends_at)
    VALUES (${key}, 1, now() + make_interval(secs => ${windowS}))
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN bucket.ends_at <= now() THEN 1 ELSE bucket.count + 1 END,
      ends_at = CASE WHEN bucket.ends_at <= now() THEN excluded.ends_at ELSE bucket.ends_at END
    RETURNING count, ceil(extract(epoch FROM ends_at - now()))::int AS ends_in_s`);
  if (!row) throw new Error("an insert returned no row");
  return { count: row.count, endsInS: row.ends_in_s };
}
