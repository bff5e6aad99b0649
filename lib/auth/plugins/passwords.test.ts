import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { accounts, sessions, users } from "../table";
import { givenBrowser, givenPerson, PASSWORD } from "../testing";

givenDatabase();

async function givenSignedIn() {
  const person = await givenPerson();
  const browser = givenBrowser();
  await browser.signIn(person.email);
  return { ...person, browser };
}

test("a new password has 8 to 128 characters, counted as a person does", async () => {
  const { browser, email } = await givenSignedIn();
  const change = (newPassword: unknown) =>
    browser.post("change-password", { currentPassword: PASSWORD, newPassword });
  for (const refused of [
    "1234567",
    "🔑🔑🔑🔑🔑🔑🔑",
    "x".repeat(129),
    "",
    undefined,
    12345678,
    ["a long enough"],
  ]) {
    expect(await change(refused), String(refused)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR", issues: [{ path: "newPassword" }] },
    });
  }
  const longest = `${"🔑".repeat(127)}é`;
  expect((await change(longest)).status).toBe(200);
  expect((await givenBrowser().signIn(email, longest.normalize("NFD"))).status).toBe(200);
  expect((await givenBrowser().signIn(email, `${longest}x`)).status).toBe(401);
});

test("all of a password counts, beyond 72 bytes and after a NUL", async () => {
  const { browser, email } = await givenSignedIn();
  const newPassword = `${"x".repeat(80)}\u0000${"y".repeat(20)}`;
  await browser.post("change-password", { currentPassword: PASSWORD, newPassword });
  for (const near of [newPassword.slice(0, 80), newPassword.slice(0, -1), `${newPassword.slice(0, 81)}z`]) {
    expect((await givenBrowser().signIn(email, near)).status).toBe(401);
  }
  expect((await givenBrowser().signIn(email, newPassword)).status).toBe(200);
});

test("who has no password adds one, with a recent sign-in only, and once", async () => {
  const { browser, userId, email } = await givenSignedIn();
  expect(await browser.post("set-password", { newPassword: PASSWORD })).toMatchObject({
    status: 409,
    body: { code: "PASSWORD_ALREADY_SET" },
  });
  await db().delete(accounts).where(eq(accounts.userId, userId));
  await db()
    .update(sessions)
    .set({ createdAt: sql`now() - interval '2 hours'` })
    .where(eq(sessions.userId, userId));
  expect(await browser.post("set-password", { newPassword: PASSWORD })).toMatchObject({
    status: 403,
    body: { code: "SESSION_NOT_FRESH" },
  });
  expect((await givenBrowser().post("set-password", { newPassword: PASSWORD })).status).toBe(401);
  await db().update(sessions).set({ createdAt: new Date() }).where(eq(sessions.userId, userId));
  expect((await browser.post("set-password", { newPassword: "short" })).status).toBe(400);
  expect((await browser.post("set-password", { newPassword: PASSWORD })).status).toBe(200);
  expect((await givenBrowser().signIn(email)).status).toBe(200);
  expect(
    await db().$count(accounts, and(eq(accounts.userId, userId), eq(accounts.providerId, "credential"))),
  ).toBe(1);
});

test("the only way to sign in stays", async () => {
  const { browser, userId } = await givenSignedIn();
  const [account] = await db().select().from(accounts).where(eq(accounts.userId, userId));
  expect(await browser.post("unlink-account", { accountId: account?.id })).toMatchObject({
    status: 409,
    body: { code: "LAST_SIGN_IN_METHOD" },
  });
});

test("a name is short text and a picture an https address; nothing else is taken", async () => {
  const { browser, userId } = await givenSignedIn();
  for (const body of [
    { name: "" },
    { name: { a: 1 } },
    { name: "x".repeat(81) },
    { image: "javascript:1" },
    { image: "http://x.test/a.png" },
  ]) {
    expect(await browser.post("update-user", body)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    });
  }
  expect((await browser.client.updateUser({ name: "Jonas" })).error).toBeNull();
  expect((await db().select().from(users).where(eq(users.id, userId)))[0]?.name).toBe("Jonas");
});

test("reading changes nothing: what changes something answers no GET", async () => {
  const { browser } = await givenSignedIn();
  for (const path of [
    "sign-out",
    "revoke-sessions",
    "revoke-other-sessions",
    "change-password",
    "set-password",
    "update-user",
    "two-factor/disable",
    "two-factor/enable",
    "organization/create",
    "organization/leave",
    "organization/set-active",
    "organization/accept-invitation",
    "sign-up/invitation",
    "sign-up/email",
    "passkey/delete-passkey",
    "unlink-account",
  ]) {
    expect((await browser.get(path)).status, path).toBe(404);
  }
  await expect(browser.caller()).resolves.toMatchObject({ kind: "session" });
});

test("a request from another site changes nothing, however it is dressed", async () => {
  const { browser } = await givenSignedIn();
  const dresses: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://127.0.0.1:3000.evil.example" },
    { origin: "https://evil.example", "content-type": "text/plain" },
    { origin: "https://evil.example", "x-http-method-override": "GET" },
  ];
  for (const headers of dresses) {
    const { status } = await browser.post("sign-out", {}, headers);
    expect([403, 415], JSON.stringify(headers)).toContain(status);
  }
  await expect(browser.caller()).resolves.toMatchObject({ kind: "session" });
  expect(
    await browser.post("sign-in/email", {
      email: "a@b.example",
      password: PASSWORD,
      callbackURL: "https://evil.example",
    }),
  ).toMatchObject({
    status: 403,
    body: { code: "REDIRECT_REJECTED" },
  });
});
