import { eq, getTableColumns, sql } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { isHeld, type LockKey } from "@/lib/db/process-lock";
import { engineWatches } from "./table";

/** Whoever holds it watches the engine, alone of all processes on the database. */
export const WATCH_LOCK: LockKey = [1919897956, 28];

const ENGINE = "local";

/** How the watch goes: `away` since when the engine does not answer, and why. */
export type WatchState =
  | { watched: false }
  | { watched: true; readAt: Date; away?: undefined }
  | { watched: true; readAt: Date | null; away: { since: Date; reason: string } };

/** Whether what is written down of services is what the engine says now. */
export async function watchState(): Promise<WatchState> {
  const [row] = await db()
    .select({ ...getTableColumns(engineWatches), held: isHeld(WATCH_LOCK) })
    .from(engineWatches)
    .where(eq(engineWatches.id, ENGINE));
  if (!row?.held) return { watched: false };
  const { readAt, awayAt, awayReason } = row;
  if (awayAt) return { watched: true, readAt, away: { since: awayAt, reason: awayReason ?? "" } };
  return readAt ? { watched: true, readAt } : { watched: false };
}

/** A watch begins: nothing that is written down counts until everything was read. */
export async function noteWatchBegins(): Promise<void> {
  await db()
    .insert(engineWatches)
    .values({ id: ENGINE })
    .onConflictDoUpdate({ target: engineWatches.id, set: { readAt: null, awayAt: null, awayReason: null } });
}

/** Everything is written down as the engine has it, and changes are heard. */
export async function noteEngineAnswers(at: Date): Promise<void> {
  await db()
    .update(engineWatches)
    .set({ readAt: at, awayAt: null, awayReason: null })
    .where(eq(engineWatches.id, ENGINE));
}

/** The engine went away. Since when stays what it was first. */
export async function noteEngineAway(reason: string): Promise<void> {
  await db()
    .update(engineWatches)
    .set({
      // Until now it was heard, if it was at all.
      readAt: sql`CASE WHEN ${engineWatches.awayAt} IS NULL AND ${engineWatches.readAt} IS NOT NULL THEN now() ELSE ${engineWatches.readAt} END`,
      awayAt: sql`coalesce(${engineWatches.awayAt}, now())`,
      awayReason: reason,
    })
    .where(eq(engineWatches.id, ENGINE));
}
