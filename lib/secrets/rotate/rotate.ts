import type postgres from "postgres";
import type { Ring } from "../ring";
import { SEALED_COLUMNS, type SealedColumn } from "./columns";

const BATCH = 50;

/** What became of one column's values. `unreadable` names the first rows that no known secret opens. */
export type Rotated = { what: string; current: number; changed: number; unreadable: string[]; more: number };

const MOST_NAMED = 5;

/**
 * Brings every encrypted value of the database under the current secret, fifty rows a transaction. Which ones are left
 * stands in the values themselves, so it may be ended at any point and begun again, by several at once, and while the
 * instance runs.
 * @param told is called after each batch with how many rows of the column were looked at so far
 * @throws nothing for a value that no known secret opens: it stays as it is, and is told
 */
export async function rotateAll(
  sql: postgres.Sql,
  ring: Ring,
  told: (column: SealedColumn, looked: number) => void = () => {},
): Promise<Rotated[]> {
  const all: Rotated[] = [];
  for (const column of SEALED_COLUMNS) all.push(await rotateColumn(sql, ring, column, told));
  return all;
}

async function rotateColumn(
  sql: postgres.Sql,
  ring: Ring,
  column: SealedColumn,
  told: (column: SealedColumn, looked: number) => void,
): Promise<Rotated> {
  const done: Rotated = { what: column.what, current: 0, changed: 0, unreadable: [], more: 0 };
  let last = "";
  for (let looked = 0; ; ) {
    const keys = await sql.begin((tx) => rotateBatch(tx, ring, column, last, done));
    if (keys.length === 0) return done;
    last = keys.at(-1) ?? last;
    looked += keys.length;
    told(column, looked);
  }
}

async function rotateBatch(
  sql: postgres.TransactionSql,
  ring: Ring,
  { table, column, key, with: others, where = "true", reseal }: SealedColumn,
  last: string,
  done: Rotated,
): Promise<string[]> {
  const named = [...new Set([key, column, ...others])];
  const rows = await sql`
    SELECT ${sql(named)} FROM ${sql(table)}
    WHERE ${sql(column)} IS NOT NULL AND ${sql(key)} > ${last} AND ${sql.unsafe(where)}
    ORDER BY ${sql(key)} LIMIT ${BATCH} FOR UPDATE`;
  for (const row of rows) {
    try {
      const before = row[column];
      const after = await reseal(before as never, row as never, ring);
      if (JSON.stringify(after) === JSON.stringify(before)) {
        done.current++;
        continue;
      }
      const value = typeof after === "string" ? sql`${after}` : sql`${JSON.stringify(after)}::text::jsonb`;
      await sql`UPDATE ${sql(table)} SET ${sql(column)} = ${value} WHERE ${sql(key)} = ${row[key]}`;
      done.changed++;
    } catch (error) {
      if ((error as { code?: string }).code !== "SECRET_UNREADABLE") throw error;
      if (done.unreadable.length < MOST_NAMED) done.unreadable.push(String(row[key]));
      else done.more++;
    }
  }
  return rows.map((row) => String(row[key]));
}
