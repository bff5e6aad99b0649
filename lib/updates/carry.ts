import { sql } from "drizzle-orm";
import { db, type Transaction } from "@/lib/db/client";
import { updateByThemselves } from "./automatic/update-by-themselves";
import { advanceRounds } from "./rounds/advance";

const IDLE_MS = 60_000;
const BUSY_MS = 1_000;

type Carrier = { timer?: NodeJS.Timeout; under?: Promise<void>; isStopped: boolean };
// Next loads this module several times; a process has one carrier.
const shared = globalThis as typeof globalThis & { roadsteadUpdateCarrier?: Carrier };

/** Begins to take rounds of updates on, and updates that come by themselves, one process of all at a time. */
export function startCarryingUpdates(): void {
  if (shared.roadsteadUpdateCarrier) return;
  shared.roadsteadUpdateCarrier = { isStopped: false };
  wakeCarrier();
}

/** Stops it; rounds go on where they are when a process starts the next time. */
export async function stopCarryingUpdates(): Promise<void> {
  const carrier = shared.roadsteadUpdateCarrier;
  shared.roadsteadUpdateCarrier = undefined;
  if (!carrier) return;
  carrier.isStopped = true;
  clearTimeout(carrier.timer);
  await carrier.under;
}

/** Has the carrier of this process look at once. */
export function wakeCarrier(): void {
  const carrier = shared.roadsteadUpdateCarrier;
  if (!carrier) return;
  clearTimeout(carrier.timer);
  carrier.under = (carrier.under ?? Promise.resolve()).then(() => look(carrier));
}

async function look(carrier: Carrier): Promise<void> {
  if (carrier.isStopped) return;
  const isBusy = await carryUpdates().catch((error: unknown) => {
    console.error("updates cannot be taken on right now:", error);
    return false;
  });
  if (carrier.isStopped) return;
  clearTimeout(carrier.timer);
  carrier.timer = setTimeout(wakeCarrier, isBusy ? BUSY_MS : IDLE_MS).unref();
}

/** @returns whether there is more to do soon */
export async function carryUpdates(now = new Date()): Promise<boolean> {
  return await db().transaction(async (tx) => {
    const [lock] = await tx.execute<{ held: boolean }>(sql`SELECT pg_try_advisory_xact_lock(${KEY}) AS held`);
    if (!lock?.held) return false;
    const isUnderWay = await advanceRounds();
    await updateByThemselves(now);
    return isUnderWay;
  });
}

/** Waits until no process takes anything on, and keeps it so until the transaction ends. */
export async function holdCarriers(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${KEY})`);
}

const KEY = sql`1919897956, 33`;
