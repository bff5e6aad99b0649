import { pause } from "./stopped";

const PATIENCE_MS = 20_000;

/**
 * Runs a database statement again while the database cannot be reached, for up to 20 seconds.
 * @throws the statement's own error, or the last one when the database stays away
 */
export async function persistently<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isAway(error) || performance.now() > giveUpAt) throw error;
      await pause(500, signal);
    }
  }
}

// The driver's codes for a lost connection, the system's, and SQLSTATE classes 08 (connection), 57P (shutdown).
const AWAY = /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ETIMEDOUT|ENOENT|08...$|57P0.$|53300$)/;

/** Whether an error says that the database is away, however deep the cause lies. */
export function isAway(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string" && AWAY.test(at.code)) return true;
  }
  return false;
}
