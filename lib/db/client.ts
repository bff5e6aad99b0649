import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import "./quiet-errors";

/** Drizzle on the one connection pool of this process. */
export type Database = PostgresJsDatabase<Record<string, never>>;
/** What both the pool and a transaction can do; verbs that may run inside a transaction take this. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

type Open = { database: Database; sql: postgres.Sql; url: string };

// Next loads this module several times (pages, routes, boot): the pool must be one all the same.
const shared = globalThis as typeof globalThis & { roadsteadDatabase?: Open };

const POOL_SIZE = 10;

/**
 * Opens the pool; opening the same address twice is one pool.
 * @throws the driver's error when the database does not answer
 */
export async function openDatabase(url: string): Promise<void> {
  if (shared.roadsteadDatabase?.url === url) return;
  await closeDatabase();
  const sql = postgres(url, {
    max: POOL_SIZE,
    idle_timeout: 60,
    connect_timeout: 10,
    onnotice: () => {},
    connection: { application_name: "roadstead" },
  });
  await sql`SELECT 1`;
  shared.roadsteadDatabase = { database: drizzle(sql, { casing: "snake_case" }), sql, url };
}

/** Closes the pool after its running queries; closing a closed one is nothing. */
export async function closeDatabase(): Promise<void> {
  const open = shared.roadsteadDatabase;
  shared.roadsteadDatabase = undefined;
  await open?.sql.end({ timeout: 5 });
}

/** The database. Throws before `openDatabase`, so that no build or import opens one by accident. */
export function db(): Database {
  return opened().database;
}

/** The driver itself, for LISTEN, NOTIFY and advisory locks. */
export function sqlClient(): postgres.Sql {
  return opened().sql;
}

/** A connection beside the pool, for what lasts as long as the connection does. Whoever opens it ends it. */
export function ownConnection(name: string, onClose: () => void): postgres.Sql {
  return postgres(opened().url, {
    ...{ max: 1, idle_timeout: 0, max_lifetime: null, connect_timeout: 10 },
    onnotice: () => {},
    onclose: onClose,
    fetch_types: false,
    connection: { application_name: name },
  });
}

function opened(): Open {
  if (!shared.roadsteadDatabase) throw new Error("The database is not open yet.");
  return shared.roadsteadDatabase;
}
