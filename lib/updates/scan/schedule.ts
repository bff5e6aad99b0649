import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { organizations } from "@/lib/auth/table";
import { db } from "@/lib/db/client";
import { settings } from "@/lib/settings";
import { updateScans } from "../table";
import { runScan } from "./run-scan";

const LOOK_MS = 60_000;
const HOUR_MS = 3_600_000;

type Schedule = { timer: NodeJS.Timeout; stop: AbortController; under?: Promise<void> };
// Next loads this module several times; a process has one schedule.
const shared = globalThis as typeof globalThis & { roadsteadUpdateSchedule?: Schedule };

/** Begins to compare every organization's projects by itself, as often as the setting says. */
export function startUpdateSchedule(): void {
  if (settings().updateScanHours === 0 || shared.roadsteadUpdateSchedule) return;
  const stop = new AbortController();
  const schedule: Schedule = { stop, timer: setInterval(look, LOOK_MS) };
  schedule.timer.unref();
  shared.roadsteadUpdateSchedule = schedule;
  function look() {
    schedule.under ??= scanWhatIsDue(stop.signal)
      .then(() => {})
      .catch((error: unknown) => {
        if (!stop.signal.aborted) console.error("installed apps cannot be compared right now:", error);
      })
      .finally(() => {
        schedule.under = undefined;
      });
  }
}

/** Stops it; a comparison under way ends where it is. */
export async function stopUpdateSchedule(): Promise<void> {
  const schedule = shared.roadsteadUpdateSchedule;
  shared.roadsteadUpdateSchedule = undefined;
  clearInterval(schedule?.timer);
  schedule?.stop.abort();
  await schedule?.under;
}

/** One after the other. What another organization's comparison has just read is not asked again. */
export async function scanWhatIsDue(
  signal: AbortSignal,
  options: Omit<Parameters<typeof runScan>[1] & object, "signal" | "knownSince"> = {},
): Promise<string[]> {
  const due = await db()
    .select({ id: organizations.id })
    .from(organizations)
    .leftJoin(updateScans, eq(updateScans.organizationId, organizations.id))
    .where(
      and(somethingRuns, or(isNull(updateScans.nextAt), lt(updateScans.nextAt, sql`now()`), somethingIsNew)),
    );
  for (const { id } of due) {
    signal.throwIfAborted();
    const knownSince = new Date(Date.now() - (settings().updateScanHours * HOUR_MS) / 2);
    await runScan(id, { ...options, signal, knownSince });
  }
  return due.map(({ id }) => id);
}

const somethingRuns = sql`EXISTS (
  SELECT 1 FROM deployments WHERE organization_id = ${organizations.id} AND state = 'ready')`;
const somethingIsNew = sql`EXISTS (
  SELECT 1 FROM deployments WHERE organization_id = ${organizations.id} AND state = 'ready'
    AND finished_at > ${updateScans.startedAt})`;
