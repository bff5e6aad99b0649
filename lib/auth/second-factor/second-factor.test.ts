import { symmetricEncrypt } from "better-auth/crypto";
import { eq, sql } from "drizzle-orm";
import { generate } from "otplib";
import { beforeAll, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { accounts, passkeys, sessions, twoFactors, users, verifications } from "../table";
import { givenBrowser, givenPerson, PASSWORD } from "../testing";
import { stepOf } from "./code";
import { pendingChallenge, verifySecondFactor } from "./verify";

givenDatabase();

type Protected = Awaited<ReturnType<typeof givenSecondFactor>>;

/** A person with an authenticator; `otplib`, which is none of ours, plays it. */
async function givenSecondFactor() {
  const person = await givenPerson();
  const browser = givenBrowser();
  await browser.signIn(person.email);
  const { data } = await browser.client.twoFactor.enable({ password: PASSWORD });
  const uri = new URL((data as { totpURI: string }).totpURI);
  const secret = uri.searchParams.get("secret") ?? "";
  const answer = await browser.post("two-factor/verify-totp", { code: await codeOf(secret) });
  const codes = (answer.body.backupCodes ?? []) as string[];
  await forgetSpent(person.userId);
  return { ...person, browser, secret, codes, uri, answer };
}

const codeOf = (secret: string, epochMs = Date.now()) =>
  generate({ secret, epoch: Math.floor(epochMs / 1000) });
/** As if 30 seconds went by: the code shown now may be used again. */
const forgetSpent = (userId: string) =>
  db().update(twoFactors).set({ lastUsedStep: null }).where(eq(twoFactors.userId, userId));
const factorOf = async (userId: string) =>
  (await db().select().from(twoFactors).where(eq(twoFactors.userId, userId)))[0];

async function givenChallenge({ email }: { email: string }) {
  const browser = givenBrowser();
  await browser.signIn(email);
  return browser;
}

let shared: Protected;
beforeAll(async () => {
  shared = await givenSecondFactor();
});

test("codes are those of RFC 6238, as an independent implementation makes them", async () => {
  const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
  const bytes = Buffer.from("48656c6c6f21deadbeef48656c6c6f21deadbeef", "hex").toString("latin1");
  const now = 1_700_000_015_000;
  const step = Math.floor(now / 30_000);
  const key = Buffer.from(bytes, "latin1");
  for (const [shift, found] of [
    [-60_000, undefined],
    [-30_000, step - 1],
    [0, step],
    [30_000, step + 1],
    [60_000, undefined],
  ] as const) {
    expect(stepOf(key, await codeOf(secret, now + shift), now)).toBe(found);
  }
  for (const code of ["", "12345", "1234567", "abcdef", "０００００0"])
    expect(stepOf(key, code, now)).toBeUndefined();
});

test("set-up asks for the password, and protects nothing before the first right code", async () => {
  const { email, userId } = await givenPerson();
  const browser = await givenChallenge({ email });
  expect(await browser.post("two-factor/enable", { password: "not the password" })).toMatchObject({
    status: 400,
    body: { code: "INVALID_PASSWORD" },
  });
  const notYet = { status: 409, body: { code: "TWO_FACTOR_NOT_ENABLED" } };
  expect(await browser.post("two-factor/verify-totp", { code: "000000" })).toMatchObject(notYet);
  const { body } = await browser.post("two-factor/enable", { password: PASSWORD });
  expect(body).not.toHaveProperty("backupCodes");
  expect(await browser.post("two-factor/verify-backup-code", { code: "0000" })).toMatchObject(notYet);
  expect(body.totpURI).toMatch(/^otpauth:\/\/totp\/Roadstead:/);
  expect((await browser.post("two-factor/verify-totp", { code: "000000" })).status).toBe(401);
  expect((await givenBrowser().signIn(email)).body).toMatchObject({ user: { id: userId } });
});

test("the first right code shows ten recovery codes, once", async () => {
  expect(shared.codes).toHaveLength(10);
  expect(new Set(shared.codes).size).toBe(10);
  expect(shared.answer.body.token).toMatch(/^ses_/);
  await expect(shared.browser.caller()).resolves.toMatchObject({ userId: shared.userId });
});

test("secret and recovery codes are stored encrypted", async () => {
  const row = JSON.stringify(await factorOf(shared.userId));
  for (const text of [shared.secret, ...shared.codes]) expect(row).not.toContain(text);
});

test("an authenticator in use is neither replaced nor shown again", async () => {
  const before = await factorOf(shared.userId);
  for (const path of ["enable", "get-totp-uri"]) {
    expect(await shared.browser.post(`two-factor/${path}`, { password: PASSWORD })).toMatchObject({
      status: 409,
      body: { code: "TWO_FACTOR_ALREADY_ENABLED" },
    });
  }
  expect((await factorOf(shared.userId))?.secret).toBe(before?.secret);
});

test("set-up begun again while its first code is checked does not lock the person out", async () => {
  const { email, userId } = await givenPerson();
  const browser = await givenChallenge({ email });
  const { body } = await browser.post("two-factor/enable", { password: PASSWORD });
  const secret = new URL(body.totpURI).searchParams.get("secret") ?? "";
  await Promise.all([
    browser.post("two-factor/verify-totp", { code: await codeOf(secret) }),
    browser.post("two-factor/enable", { password: PASSWORD }),
  ]);
  const [user] = await db().select().from(users).where(eq(users.id, userId));
  expect((await factorOf(userId))?.verified).toBe(user?.twoFactorEnabled);
});

test("after the password there is a challenge and no session, in no cookie and no answer", async () => {
  const browser = givenBrowser();
  const { status, body } = await browser.signIn(shared.email);
  expect({ status, body }).toEqual({
    status: 200,
    body: { twoFactorRedirect: true, twoFactorMethods: ["totp"] },
  });
  expect([...browser.jar.keys()].filter((name) => name.includes("session"))).toEqual([]);
  expect((await browser.get("get-session")).status).toBe(401);
  await expect(browser.caller()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
});

test("a right code gives the session, once: the next sign-in needs the next code", async () => {
  await forgetSpent(shared.userId);
  const code = await codeOf(shared.secret);
  const browser = await givenChallenge(shared);
  expect((await browser.post("two-factor/verify-totp", { code })).status).toBe(200);
  await expect(browser.caller()).resolves.toMatchObject({ userId: shared.userId });
  const again = await givenChallenge(shared);
  expect(await again.post("two-factor/verify-totp", { code })).toMatchObject({
    status: 401,
    body: { code: "INVALID_CODE" },
  });
});

test("a code spends every older one with it", async () => {
  await forgetSpent(shared.userId);
  const older = await codeOf(shared.secret, Date.now() - 30_000);
  const browser = await givenChallenge(shared);
  const code = await codeOf(shared.secret);
  expect((await browser.post("two-factor/verify-totp", { code })).status).toBe(200);
  const again = await givenChallenge(shared);
  expect(await again.post("two-factor/verify-totp", { code: older })).toMatchObject({
    status: 401,
    body: { code: "INVALID_CODE" },
  });
});

test("of one code in two challenges at the same moment one is accepted", async () => {
  await forgetSpent(shared.userId);
  const code = await codeOf(shared.secret);
  const both = await Promise.all([givenChallenge(shared), givenChallenge(shared)]);
  const answers = await Promise.all(both.map((browser) => browser.post("two-factor/verify-totp", { code })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test("a recovery code works once, also when tried twice at the same moment", async () => {
  const [code] = shared.codes;
  const both = await Promise.all([givenChallenge(shared), givenChallenge(shared)]);
  const answers = await Promise.all(
    both.map((browser) => browser.post("two-factor/verify-backup-code", { code })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const later = await givenChallenge(shared);
  expect(await later.post("two-factor/verify-backup-code", { code })).toMatchObject({
    status: 401,
    body: { code: "INVALID_RECOVERY_CODE" },
  });
});

test("no device is trusted: the next sign-in asks again, whatever was asked for", async () => {
  const browser = await givenChallenge(shared);
  await browser.post("two-factor/verify-backup-code", { code: shared.codes[1], trustDevice: true });
  expect([...browser.jar.keys()].join()).not.toContain("trust");
  await browser.post("sign-out");
  expect((await browser.signIn(shared.email)).body).toMatchObject({ twoFactorRedirect: true });
});

test("a challenge lasts ten minutes, and one that was made up is none", async () => {
  const browser = await givenChallenge(shared);
  await db()
    .update(verifications)
    .set({ expiresAt: sql`now() + interval '10 minutes'` })
    .where(eq(verifications.value, shared.userId));
  const [challenge] = await db().select().from(verifications).where(eq(verifications.value, shared.userId));
  expect((challenge?.expiresAt.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(600_000);
  await db()
    .update(verifications)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(verifications.value, shared.userId));
  expect(await browser.post("two-factor/verify-totp", { code: await codeOf(shared.secret) })).toMatchObject({
    status: 401,
    body: { code: "CHALLENGE_EXPIRED" },
  });
  const forger = givenBrowser();
  forger.jar.set("better-auth.two_factor", `${challenge?.identifier}.AAAA`);
  expect((await forger.post("two-factor/verify-totp", { code: await codeOf(shared.secret) })).status).toBe(
    401,
  );
});

test("five wrong codes end a challenge; a right one comes too late for it", async () => {
  const person = await givenSecondFactor();
  const browser = await givenChallenge(person);
  for (let guess = 0; guess < 5; guess++) await browser.post("two-factor/verify-totp", { code: "000000" });
  await browser.post("two-factor/verify-totp", { code: "000000" });
  expect(await browser.post("two-factor/verify-totp", { code: await codeOf(person.secret) })).toMatchObject({
    status: 401,
    body: { code: "CHALLENGE_EXPIRED" },
  });
});

test("after ten guesses the account takes no codes, however many challenges and at whatever speed", async () => {
  const person = await givenSecondFactor();
  const browsers = await Promise.all(Array.from({ length: 14 }, () => givenChallenge(person)));
  const answers = await Promise.all(
    browsers.map((browser, index) =>
      browser.post(`two-factor/${index % 2 ? "verify-totp" : "verify-backup-code"}`, { code: "000000" }),
    ),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  const last = await givenChallenge(person);
  expect(await last.post("two-factor/verify-totp", { code: await codeOf(person.secret) })).toMatchObject({
    status: 429,
    body: { code: "TOO_MANY_ATTEMPTS" },
  });
  await db()
    .update(twoFactors)
    .set({ lockedUntil: sql`now() - interval '1 second'` })
    .where(eq(twoFactors.userId, person.userId));
  expect((await last.post("two-factor/verify-totp", { code: await codeOf(person.secret) })).status).toBe(200);
  expect(await factorOf(person.userId)).toMatchObject({ failedVerificationCount: 0, lockedUntil: null });
});

test("who is signed in has no place to guess codes", async () => {
  for (const path of ["verify-totp", "verify-backup-code"]) {
    expect((await shared.browser.post(`two-factor/${path}`, { code: shared.codes[2] })).status, path).toBe(
      409,
    );
  }
  for (const path of ["send-otp", "verify-otp"]) {
    expect((await shared.browser.post(`two-factor/${path}`, { code: "000000" })).status, path).toBe(404);
  }
});

test("new recovery codes and switching off need the password; new codes end the old ones", async () => {
  const person = await givenSecondFactor();
  for (const path of ["generate-backup-codes", "disable"]) {
    expect((await person.browser.post(`two-factor/${path}`, { password: "wrong" })).body).toMatchObject({
      code: "INVALID_PASSWORD",
    });
    expect((await person.browser.post(`two-factor/${path}`, {})).status).toBe(400);
  }
  const { body } = await person.browser.post("two-factor/generate-backup-codes", { password: PASSWORD });
  const browser = await givenChallenge(person);
  expect((await browser.post("two-factor/verify-backup-code", { code: person.codes[0] })).status).toBe(401);
  expect((await browser.post("two-factor/verify-backup-code", { code: body.backupCodes[0] })).status).toBe(
    200,
  );
  expect((await browser.post("two-factor/disable", { password: PASSWORD })).status).toBe(200);
  expect((await givenBrowser().signIn(person.email)).body).toHaveProperty("user");
  expect(await factorOf(person.userId)).toBeUndefined();
});

test("who has no password adds one before setting up", async () => {
  const { email, userId } = await givenPerson();
  const browser = await givenChallenge({ email });
  await db().delete(accounts).where(eq(accounts.userId, userId));
  expect(await browser.post("two-factor/enable", { password: PASSWORD })).toMatchObject({
    status: 409,
    body: { code: "PASSWORD_NEEDED" },
  });
  expect((await browser.post("set-password", { newPassword: PASSWORD })).status).toBe(200);
  expect((await browser.post("two-factor/enable", { password: PASSWORD })).status).toBe(200);
});

test("a changed password keeps the second factor and its session", async () => {
  const person = await givenSecondFactor();
  const change = { currentPassword: PASSWORD, newPassword: "another long password" };
  expect((await person.browser.post("change-password", change)).status).toBe(200);
  await expect(person.browser.caller()).resolves.toMatchObject({ userId: person.userId });
  expect((await givenBrowser().signIn(person.email, change.newPassword)).body).toMatchObject({
    twoFactorRedirect: true,
  });
});

test("a challenge that is pending leaves no session behind in the database", async () => {
  const person = await givenSecondFactor();
  const before = await db().$count(sessions, eq(sessions.userId, person.userId));
  await givenChallenge(person);
  expect(await db().$count(sessions, eq(sessions.userId, person.userId))).toBe(before);
  expect(await db().$count(passkeys)).toBe(0);
});

test("with another secret than the stored one codes cannot be checked: 503, and no way in", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const person = await givenSecondFactor();
  const foreign = await symmetricEncrypt({
    key: "another secret of another instance, long enough",
    data: "x".repeat(32),
  });
  await db().update(twoFactors).set({ secret: foreign }).where(eq(twoFactors.userId, person.userId));
  const browser = await givenChallenge(person);
  expect(await browser.post("two-factor/verify-totp", { code: await codeOf(person.secret) })).toMatchObject({
    status: 503,
    body: { code: "AUTH_UNAVAILABLE" },
  });
  expect((await browser.get("get-session")).status).toBe(401);
  vi.restoreAllMocks();
});

test("a browser learns until when its challenge can be answered, and nothing without one", async () => {
  const browser = await givenChallenge(shared);
  const { body } = await browser.get("two-factor/challenge");
  const leftS = (Date.parse(body.expiresAt) - Date.now()) / 1000;
  expect(leftS).toBeGreaterThan(590);
  expect(leftS).toBeLessThanOrEqual(600);
  const headers = new Headers({ cookie: browser.cookieHeader() });
  expect(await pendingChallenge(headers)).toBe(body.expiresAt);
  expect(await pendingChallenge(new Headers())).toBeUndefined();
  await db()
    .update(verifications)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(verifications.value, shared.userId));
  expect(await pendingChallenge(headers), "over").toBeUndefined();
  expect(await givenBrowser().get("two-factor/challenge")).toMatchObject({
    status: 401,
    body: { code: "CHALLENGE_EXPIRED" },
  });
});

test("a form is told which field is wrong, and spaces in a code do not count", async () => {
  await forgetSpent(shared.userId);
  const browser = await givenChallenge(shared);
  const headers = new Headers({ cookie: browser.cookieHeader() });
  const verify = (kind: string, code: string) => verifySecondFactor({ kind, code }, headers);
  await expect(verify("code", "12 34")).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    issues: [{ path: "code", message: "Write the six digits that your authenticator shows." }],
  });
  await expect(verify("recovery", "nonsense")).rejects.toMatchObject({ code: "INVALID_RECOVERY_CODE" });
  const code = await codeOf(shared.secret);
  await verify("code", `${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(verify("code", code)).rejects.toMatchObject({ code: "CHALLENGE_EXPIRED" });
});
