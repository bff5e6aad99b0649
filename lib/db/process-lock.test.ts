import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { db, sqlClient } from "./client";
import { isHeld, type LockKey, whileHolding } from "./process-lock";
import { givenDatabase } from "./testing";

givenDatabase();
const KEY: LockKey = [1919897956, 99];
const stop: AbortController[] = [];
const holding: Promise<void>[] = [];

afterEach(async () => {
  for (const one of stop.splice(0)) one.abort();
  await Promise.all(holding.splice(0));
});

/** Tells when work begins and ends; the work lasts as long as the lock is held. */
function givenHolder(name: string, told: string[]) {
  const own = new AbortController();
  stop.push(own);
  const work = async (held: AbortSignal) => {
    told.push(`${name} begins`);
    await new Promise<void>((resolve) => held.addEventListener("abort", () => resolve(), { once: true }));
    told.push(`${name} ends`);
  };
  holding.push(whileHolding(KEY, own.signal, work));
  return own;
}

test("one holds, the next begins only when that has ended", async () => {
  const told: string[] = [];
  const first = givenHolder("first", told);
  await expect.poll(() => told).toEqual(["first begins"]);
  givenHolder("second", told);
  await expect.poll(waiting).toBe(1);
  expect(told).toEqual(["first begins"]);
  first.abort();
  await expect.poll(() => told).toEqual(["first begins", "first ends", "second begins"]);
});

test("who loses the connection stops its work, and the other has the lock at once", async () => {
  const told: string[] = [];
  givenHolder("first", told);
  await expect.poll(() => told).toEqual(["first begins"]);
  givenHolder("second", told);
  await expect.poll(waiting).toBe(1);
  await sqlClient()`
    SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = ${KEY[1]} AND granted`;
  await expect.poll(() => [...told].sort()).toEqual(["first begins", "first ends", "second begins"]);
});

async function waiting(): Promise<number> {
  const [row] = await sqlClient()`
    SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND objid = ${KEY[1]} AND NOT granted`;
  return row?.count;
}

test("whether somebody holds it can be asked, and is no longer so once it ended", async () => {
  const isTaken = async () => {
    const [row] = await db().execute<{ taken: boolean }>(sql`SELECT ${isHeld(KEY)} AS taken`);
    return row?.taken;
  };
  expect(await isTaken()).toBe(false);
  const told: string[] = [];
  const own = givenHolder("only", told);
  await expect.poll(isTaken).toBe(true);
  own.abort();
  await expect.poll(isTaken).toBe(false);
});
