import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { readSettings, settings } from "@/lib/settings";
import { givenAuthenticator } from "../authenticator/testing";
import { accounts, passkeys, sessions, users } from "../table";
import { givenBrowser, givenPerson } from "../testing";

import { passkeysWorkAt, relyingParty } from "./passkeys";

givenDatabase();

async function givenSignedIn() {
  const person = await givenPerson();
  const browser = givenBrowser();
  await browser.signIn(person.email);
  return { ...person, browser };
}

/** Registers a passkey; the authenticator is a key pair of this test. */
async function givenPasskey(name = "Laptop") {
  const person = await givenSignedIn();
  const authenticator = givenAuthenticator();
  const answer = await register(person.browser, authenticator, name);
  expect(answer.status).toBe(200);
  return { ...person, authenticator, passkey: answer.body as { id: string; name: string } };
}

type Browser = ReturnType<typeof givenBrowser>;
type Authenticator = ReturnType<typeof givenAuthenticator>;

async function register(
  browser: Browser,
  authenticator: Authenticator,
  name = "Laptop",
  change: Parameters<Authenticator["register"]>[1] = {},
) {
  const { body: options } = await browser.get("passkey/generate-register-options");
  return browser.post("passkey/verify-registration", {
    name,
    response: authenticator.register(options, change),
  });
}
async function signIn(
  browser: Browser,
  authenticator: Authenticator,
  change: Parameters<Authenticator["sign"]>[1] = {},
) {
  const { body: options } = await browser.get("passkey/generate-authenticate-options");
  const response = authenticator.sign(options, change);
  return { response, answer: await browser.post("passkey/verify-authentication", { response }) };
}

test("passkeys belong to the host of the public URL, else to localhost, never to a number or plain http", () => {
  const of = (environment: Record<string, string>) => relyingParty(readSettings(environment));
  expect(of({})).toEqual({ id: "localhost", origins: ["http://localhost:3000"] });
  expect(
    of({
      ROADSTEAD_PUBLIC_URL: "https://apps.example.org",
      ROADSTEAD_TRUSTED_ORIGINS: "https://evil.example,https://x.apps.example.org",
    }),
  ).toEqual({
    id: "apps.example.org",
    origins: ["https://apps.example.org", "https://x.apps.example.org"],
  });
  for (const url of [
    "http://apps.example.org",
    "https://192.0.2.7",
    "https://[2001:db8::1]",
    "http://127.0.0.1:3000",
  ]) {
    expect(of({ ROADSTEAD_PUBLIC_URL: url }), url).toBeUndefined();
  }
});

test("a passkey is registered with a recent sign-in, named, renamed, listed, and signs in by itself", async () => {
  const { browser, email, authenticator, passkey } = await givenPasskey();
  expect(passkey).toMatchObject({ name: "Laptop", id: expect.stringMatching(/^pky_/) });
  expect(
    (await browser.post("passkey/update-passkey", { id: passkey.id, name: "x".repeat(61) })).status,
  ).toBe(400);
  await browser.client.passkey.updatePasskey({ id: passkey.id, name: "Desk" });
  expect((await browser.get("passkey/list-user-passkeys")).body).toMatchObject([{ name: "Desk" }]);
  const other = givenBrowser();
  const { answer } = await signIn(other, authenticator);
  expect(answer.status).toBe(200);
  expect(answer.body.session.token).toBe(answer.body.session.id);
  await expect(other.caller()).resolves.toMatchObject({ email });
});

test("registering begins no second session, whatever was asked for", async () => {
  const { browser, userId } = await givenSignedIn();
  const { body: options } = await browser.get("passkey/generate-register-options");
  const answer = await browser.post("passkey/verify-registration", {
    response: givenAuthenticator().register(options),
    name: "Laptop",
    createSession: true,
  });
  expect(answer.status).toBe(200);
  expect(await db().$count(sessions, eq(sessions.userId, userId))).toBe(1);
});

test("where passkeys cannot work it is said, before a device is asked", async () => {
  const { browser } = await givenSignedIn();
  const { publicUrl } = settings();
  settings().publicUrl = "http://apps.example.org";
  for (const path of ["register", "authenticate"]) {
    expect(await browser.get(`passkey/generate-${path}-options`), path).toMatchObject({
      status: 409,
      body: { code: "PASSKEYS_UNAVAILABLE" },
    });
  }
  settings().publicUrl = publicUrl;
});

test("registering asks for a recent sign-in", async () => {
  const { browser, userId } = await givenSignedIn();
  await db()
    .update(sessions)
    .set({ createdAt: sql`now() - interval '61 minutes'` })
    .where(eq(sessions.userId, userId));
  expect(await browser.get("passkey/generate-register-options")).toMatchObject({
    status: 403,
    body: { code: "SESSION_NOT_FRESH" },
  });
  expect((await givenBrowser().get("passkey/generate-register-options")).status).toBe(401);
});

test("an assertion is worth nothing a second time, from another origin, or without the person verified", async () => {
  const { authenticator } = await givenPasskey();
  const browser = givenBrowser();
  const { response } = await signIn(browser, authenticator);
  await browser.post("sign-out");
  expect(await browser.post("passkey/verify-authentication", { response })).toMatchObject({ status: 401 });
  for (const change of [
    { origin: "https://evil.example" },
    { origin: "http://127.0.0.1:3000" },
    { rpId: "evil.example" },
    { userVerified: false },
    { challenge: "AAAA" },
  ]) {
    const { answer } = await signIn(givenBrowser(), authenticator, change);
    expect(answer, JSON.stringify(change)).toMatchObject({ status: 401, body: { code: "PASSKEY_REJECTED" } });
  }
  const unknown = await signIn(givenBrowser(), givenAuthenticator());
  expect([401, 404]).toContain(unknown.answer.status);
});

test("registration is bound to the person and origin it was begun for, and verifies the person", async () => {
  const { browser } = await givenSignedIn();
  for (const change of [{ origin: "https://evil.example" }, { userVerified: false }]) {
    const { body } = await register(browser, givenAuthenticator(), "x", change);
    expect(body, JSON.stringify(change)).toMatchObject({ code: "PASSKEY_REJECTED" });
  }
  expect((await browser.get("passkey/list-user-passkeys")).body).toEqual([]);
  const [mine, thief] = [await givenSignedIn(), await givenSignedIn()];
  const { body: options } = await mine.browser.get("passkey/generate-register-options");
  for (const [name, value] of mine.browser.jar) if (/passkey/.test(name)) thief.browser.jar.set(name, value);
  const stolen = await thief.browser.post("passkey/verify-registration", {
    response: givenAuthenticator().register(options),
  });
  expect(stolen.status).toBe(404);
});

test("nobody renames or deletes somebody else's passkey", async () => {
  const { passkey } = await givenPasskey();
  const thief = await givenSignedIn();
  for (const path of ["update-passkey", "delete-passkey"]) {
    const { status } = await thief.browser.post(`passkey/${path}`, { id: passkey.id, name: "mine" });
    expect([401, 404], path).toContain(status);
  }
  expect(await db().$count(passkeys, eq(passkeys.id, passkey.id))).toBe(1);
});

test("the last passkey stays while there is no other way in, also when two go at once", async () => {
  const { browser, userId, passkey } = await givenPasskey();
  const second = (await register(browser, givenAuthenticator(), "Phone")).body as { id: string };
  await db().delete(accounts).where(eq(accounts.userId, userId));
  const answers = await Promise.all(
    [passkey.id, second.id].map((id) => browser.post("passkey/delete-passkey", { id })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await db().$count(passkeys, eq(passkeys.userId, userId))).toBe(1);
  await db().insert(accounts).values({ accountId: "1", providerId: "github", userId });
  const [left] = await db().select().from(passkeys).where(eq(passkeys.userId, userId));
  // GitHub is not configured here, so its account lets nobody in.
  expect(await browser.post("passkey/delete-passkey", { id: left?.id })).toMatchObject({
    status: 409,
    body: { code: "LAST_SIGN_IN_METHOD" },
  });
});

test("a passkey of a person with two factors gives a challenge, not a session", async () => {
  const { authenticator, userId } = await givenPasskey();
  await db().update(users).set({ twoFactorEnabled: true }).where(eq(users.id, userId));
  const browser = givenBrowser();
  const { answer } = await signIn(browser, authenticator);
  expect(answer.body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
  expect((await browser.get("get-session")).status).toBe(401);
});

test("a page offers passkeys where they work: at localhost, or with a public URL whatever the proxy calls the host", () => {
  const at = (host: string | null, environment: Record<string, string> = {}) =>
    passkeysWorkAt(host, readSettings(environment));
  expect(at("localhost:3000")).toBe(true);
  for (const host of ["127.0.0.1:3000", "localhost:3001", "harbour.lan:3000", null])
    expect(at(host)).toBe(false);
  expect(at("10.0.0.2:8080", { ROADSTEAD_PUBLIC_URL: "https://apps.example.org" })).toBe(true);
  expect(at("apps.example.org", { ROADSTEAD_PUBLIC_URL: "http://apps.example.org" })).toBe(false);
});
