import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { clientAddressHeader } from "@/lib/auth/peer";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { errorResponse } from "@/lib/http/answer";
import { settings } from "@/lib/settings";
import { limitAuthAttempts, limitCaller, limitStranger } from "./limits";
import { rateLimits } from "./table";

givenDatabase();

const from = (address: string, more: Record<string, string> = {}) =>
  new Headers({ [clientAddressHeader()]: address, ...more });

/** As if the address had used up its minute. */
async function exhaust(headers: Headers) {
  await limitAuthAttempts(headers);
  await db().update(rateLimits).set({ count: settings().authRateLimit });
}

test("beyond the limit an address is refused with the seconds to wait, and no other address is", async () => {
  const { authRateLimit } = settings();
  await Promise.all(Array.from({ length: authRateLimit }, () => limitAuthAttempts(from("203.0.113.1"))));
  const refused = await limitAuthAttempts(from("203.0.113.1")).catch(errorResponse);
  expect(refused?.status).toBe(429);
  const wait = Number(refused?.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(50);
  expect(wait).toBeLessThanOrEqual(60);
  expect(await refused?.json()).toMatchObject({
    code: "RATE_LIMITED",
    message: `Too many attempts from your network address within a minute. Wait ${wait} seconds, then try again.`,
  });
  await limitAuthAttempts(from("203.0.113.2"));
});

test("a forged X-Forwarded-For does not open a second bucket", async () => {
  await exhaust(from("203.0.113.3"));
  const forged = from("203.0.113.3", { "x-forwarded-for": "198.51.100.1", "x-real-ip": "198.51.100.2" });
  await expect(limitAuthAttempts(forged)).rejects.toMatchObject({ code: "RATE_LIMITED" });
});

test("another address of the same /64 does not open a second bucket", async () => {
  await exhaust(from("2001:db8::1"));
  await expect(limitAuthAttempts(from("2001:db8::ffff:1"))).rejects.toMatchObject({ code: "RATE_LIMITED" });
});

test("another process on the same database knows what this one counted", async () => {
  await exhaust(from("203.0.113.4"));
  // What a process remembers by itself is gone: the next word is the database's.
  Reflect.deleteProperty(globalThis, "roadsteadFullWindows");
  await expect(limitAuthAttempts(from("203.0.113.4"))).rejects.toMatchObject({ code: "RATE_LIMITED" });
});

test("a flood beyond the limit does not reach the database", async () => {
  const headers = from("203.0.113.5");
  await exhaust(headers);
  await expect(limitAuthAttempts(headers)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  await db().execute(sql`ALTER TABLE ${rateLimits} RENAME TO limits_gone`);
  try {
    await expect(limitAuthAttempts(headers)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  } finally {
    await db().execute(sql`ALTER TABLE limits_gone RENAME TO rate_limits`);
  }
});

test("somebody known may ask the API ten times as often as a stranger", () => {
  const { apiRateLimit } = settings();
  const caller = { kind: "session", userId: "usr_1", credential: null } as const;
  for (let count = 0; count < apiRateLimit; count++) limitCaller(caller);
  expect(() => limitCaller(caller)).toThrow("Too many requests within a minute.");
  limitCaller({ kind: "session", userId: "usr_2", credential: null });
  limitCaller({ kind: "token", userId: "usr_1", credential: { id: "tok_1", name: "ci" } });
  for (let count = 0; count < apiRateLimit / 10; count++) limitStranger(from("203.0.113.6"));
  expect(() => limitStranger(from("203.0.113.6"))).toThrow("Too many requests from your network address");
});
