import postgres from "postgres";

const OLDEST = 15;

/**
 * Looks whether Roadstead can live in a database that somebody else runs.
 * @param url DATABASE_URL
 * @throws with one sentence that names the setting and the address, never the password
 */
export async function checkGivenDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
  const { host, pathname } = new URL(url);
  const named = `The database of DATABASE_URL (${host}${pathname})`;
  try {
    const [row] = await sql`
      SELECT current_setting('server_version_num')::int / 10000 AS version, current_user AS person,
        has_database_privilege(current_database(), 'CREATE') AS mayCreate`;
    if (row?.version < OLDEST)
      throw new Error(`${named} is PostgreSQL ${row?.version}; Roadstead needs ${OLDEST} or newer.`);
    if (!row?.maycreate)
      throw new Error(`${named} does not let ${row?.person} make tables. Make ${row?.person} its owner.`);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith(named)) throw error;
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(`${named} cannot be used: ${said}. Check its address, user and password.`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
