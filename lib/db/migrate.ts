import { readFile } from "node:fs/promises";
import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

// "roadstea" in ASCII: any number will do, as long as nobody else uses it.
const MIGRATION_LOCK = 8245935278387129185n;

/**
 * Brings the schema forward to this version, under a lock, so that processes starting together take turns.
 * @param folder where the generated SQL stands
 * @throws when a migration fails, of which nothing is kept, or when a newer Roadstead has been here
 */
export async function migrateDatabase(
  url: string,
  folder = path.join(process.cwd(), "drizzle"),
): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql`SELECT pg_advisory_lock(${MIGRATION_LOCK.toString()}::bigint)`;
    await refuseNewer(sql, folder);
    await migrate(drizzle(sql), { migrationsFolder: folder });
  } finally {
    await sql.end();
  }
}

/** An older program would misread what a newer one stores, and migrations only go forward. */
async function refuseNewer(sql: postgres.Sql, folder: string): Promise<void> {
  const [table] = await sql`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS exists`;
  if (!table?.exists) return;
  const [applied] = await sql`SELECT max(created_at)::float8 AS at FROM drizzle.__drizzle_migrations`;
  const journal: { entries: { when: number }[] } = JSON.parse(
    await readFile(path.join(folder, "meta", "_journal.json"), "utf8"),
  );
  const newest = Math.max(...journal.entries.map(({ when }) => when));
  if (applied?.at > newest) {
    throw new Error(
      "This database was used by a newer Roadstead, whose changes this version does not know. Start the newer version, or restore a backup from before it.",
    );
  }
}
