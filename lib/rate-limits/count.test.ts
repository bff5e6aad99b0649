import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { countHere } from "./count-here";
import { countShared } from "./count-shared";
import { rateLimits } from "./table";

givenDatabase();

test("requests at the same moment are each counted once", async () => {
  const counts = await Promise.all(Array.from({ length: 20 }, () => countShared("crowd", 60)));
  expect(counts.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
});

test("a window ends a minute after its first request, and its successor begins at one", async () => {
  expect(await countShared("slow", 60)).toEqual({ count: 1, endsInS: 60 });
  expect((await countShared("slow", 60)).count).toBe(2);
  await db().update(rateLimits).set({ endsAt: sql`now()` });
  expect(await countShared("slow", 60)).toEqual({ count: 1, endsInS: 60 });
});

test("addresses that never come back leave nothing behind", async () => {
  for (let number = 0; number < 5; number++) await countShared(`gone ${number}`, 60);
  await db().update(rateLimits).set({ endsAt: sql`now() - interval '1 second'` });
  for (let number = 0; number < 3; number++) await countShared("new", 60);
  expect((await db().select().from(rateLimits)).map(({ key }) => key)).toEqual(["new"]);
});

test("the count of this process knows its keys apart and does not grow without end", () => {
  expect(countHere("a", 60)).toEqual({ count: 1, endsInS: 60 });
  expect(countHere("a", 60).count).toBe(2);
  expect(countHere("b", 60).count).toBe(1);
  for (let number = 0; number < 25_000; number++) countHere(`key ${number}`, 60);
  const { roadsteadRateLimits } = globalThis as { roadsteadRateLimits?: Map<string, unknown> };
  expect(roadsteadRateLimits?.size).toBeLessThanOrEqual(20_000);
});
