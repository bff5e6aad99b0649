import { expect, test } from "vitest";
import { handleAuth } from "@/lib/auth/handler";
import { clientAddressHeader } from "@/lib/auth/peer";
import { signInWithPassword } from "@/lib/auth/sign-in";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { settings } from "@/lib/settings";
import { rateLimits } from "./table";

givenDatabase();

const BASE = "http://127.0.0.1:3000";
const CREDENTIALS = { email: "maren@example.org", password: "a long enough password" };
let number = 0;

/** An address whose minute is used up but for the last attempt. */
async function givenLastAttempt(): Promise<string> {
  const address = `203.0.113.${++number}`;
  await post("/api/auth/sign-out", address);
  await db()
    .update(rateLimits)
    .set({ count: settings().authRateLimit - 1 });
  return address;
}

const ask = (path: string, address: string, init: RequestInit = {}) =>
  handleAuth(
    new Request(`${BASE}${path}`, {
      ...init,
      headers: { origin: BASE, "content-type": "application/json", [clientAddressHeader()]: address },
    }),
  );
const post = (path: string, address: string, body: unknown = {}) =>
  ask(path, address, { method: "POST", body: JSON.stringify(body) });

test("no spelling of a path opens a second bucket", async () => {
  const address = await givenLastAttempt();
  expect((await post("/api/auth/sign-in/email", address, CREDENTIALS)).status).toBe(401);
  for (const path of [
    "/api/auth/sign-in/email",
    "/api/auth/SIGN-IN/email",
    "/api/auth//sign-in/email",
    "/api/auth/sign-in/email/",
    "/api/auth/sign-in/%65mail",
    "/api/auth/sign-in/email?x=1",
    "/api/auth/sign-in/../sign-in/email",
    "/api/auth/no-such-route",
  ]) {
    const refused = await post(path, address, CREDENTIALS);
    expect(refused.status, path).toBe(429);
    expect(await refused.json()).toMatchObject({ code: "RATE_LIMITED", requestId: expect.any(String) });
  }
});

test("many sign-ins in one body are none", async () => {
  const address = await givenLastAttempt();
  const batch = await post("/api/auth/sign-in/email", address, [CREDENTIALS, CREDENTIALS]);
  expect(batch.status).toBe(400);
  expect((await post("/api/auth/sign-in/email", address, CREDENTIALS)).status).toBe(429);
});

test("other ways to change something count in the same bucket, and reading does not", async () => {
  const address = await givenLastAttempt();
  for (const method of ["PUT", "PATCH", "DELETE"]) await ask("/api/auth/sign-in/email", address, { method });
  expect((await post("/api/auth/sign-in/email", address, CREDENTIALS)).status).toBe(429);
  expect((await ask("/api/auth/get-session", address)).status).toBe(401);
});

test("the dashboard's own sign-in form counts in the same bucket", async () => {
  const address = await givenLastAttempt();
  const headers = new Headers({ [clientAddressHeader()]: address });
  await expect(signInWithPassword(CREDENTIALS, headers)).rejects.toMatchObject({
    code: "INVALID_CREDENTIALS",
  });
  await expect(signInWithPassword(CREDENTIALS, headers)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  expect((await post("/api/auth/sign-in/email", address, CREDENTIALS)).status).toBe(429);
});

test("a body above 1 MiB is refused before the library reads it", async () => {
  const body = { ...CREDENTIALS, password: "x".repeat(1024 * 1024) };
  const refused = await post("/api/auth/sign-in/email", "198.51.100.1", body);
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
});
