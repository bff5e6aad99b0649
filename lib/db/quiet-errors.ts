import { DrizzleQueryError } from "drizzle-orm";
import { PgPreparedQuery } from "drizzle-orm/pg-core";

/**
 * The query builder puts every value into the error of a query that failed, and PostgreSQL the row it refused. Among
 * those are session tokens, addresses and secrets, and whoever prints an error, the framework too, would print them.
 * Importing this takes them out of every error before anybody meets it; the query and its place stay.
 */

type Prototype = { queryWithCache: (...given: unknown[]) => Promise<unknown> };
const prototype = PgPreparedQuery.prototype as unknown as Prototype;
const run = prototype.queryWithCache;

prototype.queryWithCache = async function quietly(...given) {
  try {
    return await run.apply(this, given);
  } catch (error) {
    if (error instanceof DrizzleQueryError) hideValues(error);
    throw error;
  }
};

function hideValues(error: DrizzleQueryError): void {
  const { message, params, cause } = error;
  error.message = `Failed query: ${error.query}`;
  error.stack = error.stack?.replace(message, () => error.message);
  error.params = [`${params.length} not shown`];
  if (cause instanceof Error) error.cause = withoutValues(cause, params);
}

/** The driver's error over again, since it does not let its stack be changed. */
function withoutValues(cause: Error, params: readonly unknown[]): Error {
  const values = params.filter((value) => typeof value === "string" && value.length > 2) as string[];
  // "invalid input syntax for type integer: …".
  const hide = (text: string) => values.reduce((told, value) => told.replaceAll(value, "…"), text);
  const quiet = Object.assign(new Error(hide(cause.message)), cause, { message: hide(cause.message) });
  quiet.stack = hide(cause.stack ?? "");
  // "Key (token)=(…) already exists", "Failing row contains (…)".
  Reflect.deleteProperty(quiet, "detail");
  return quiet;
}
