import { and, eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { readSettings, settings } from "@/lib/settings";
import { configuredProviders } from "../social";
import { accounts, passkeys, sessions, users } from "../table";
import { givenBrowser, givenPerson } from "../testing";
import { givenProviders, type Identity } from "./testing";

vi.spyOn(console, "warn").mockImplementation(() => {});
const providers = givenProviders();
givenDatabase();

type Browser = ReturnType<typeof givenBrowser>;
let count = 0;
const startAgainAs = (deployMode: string) => {
  process.env.DEPLOY_MODE = deployMode;
  for (const kept of ["roadsteadSettings", "roadsteadAuth"]) Reflect.deleteProperty(globalThis, kept);
};
afterAll(() => {
  delete process.env.DEPLOY_MODE;
});
const identity = (email: string, emailVerified = true): Identity => ({
  sub: String(++count),
  email,
  emailVerified,
});

/** Goes to the provider by a route of ours, agrees there, and comes back. */
async function goThere(
  browser: Browser,
  route: "sign-in/social" | "link-social",
  who: Identity,
  body: { provider?: "google" | "github"; [key: string]: unknown } = {},
) {
  const { body: begun, status } = await browser.post(route, {
    provider: "google",
    callbackURL: "/projects",
    ...body,
  });
  if (status !== 200) return { status, location: null, body: begun };
  return browser.get(await providers.agree(begun.url, who));
}

async function givenLinked(provider: "google" | "github" = "google") {
  const person = await givenPerson();
  const browser = givenBrowser();
  await browser.signIn(person.email);
  const who = identity(person.email);
  expect((await goThere(browser, "link-social", who, { provider })).location).toBe("/projects");
  return { ...person, browser, who };
}

test("a provider is offered only when its id and secret are set, and half a pair is told", () => {
  expect(configuredProviders(readSettings({}))).toEqual([]);
  expect(configuredProviders(readSettings({ GITHUB_CLIENT_ID: "a", GITHUB_CLIENT_SECRET: "b" }))).toEqual([
    "github",
  ]);
  expect(() => readSettings({ GOOGLE_CLIENT_ID: "a" })).toThrow(/GOOGLE_CLIENT_SECRET is missing/);
});

test("a stranger makes no account through a provider, also when asking to sign up", async () => {
  const before = await db().$count(users);
  for (const body of [{}, { requestSignUp: true }]) {
    const browser = givenBrowser();
    const { location } = await goThere(browser, "sign-in/social", identity("new@example.org"), body);
    expect(location).toMatch(/^http:\/\/127\.0\.0\.1:3000\/sign-in\?error=signup_disabled/);
    expect((await browser.get("get-session")).status).toBe(401);
  }
  expect(await db().$count(users)).toBe(before);
});

test("an account of the same verified address is not linked in passing", async () => {
  const { email, userId } = await givenPerson();
  await db().update(users).set({ emailVerified: true }).where(eq(users.id, userId));
  const browser = givenBrowser();
  const { location } = await goThere(browser, "sign-in/social", identity(email));
  expect(location).toMatch(/\/sign-in\?error=account_not_linked/);
  expect((await browser.get("get-session")).status).toBe(401);
  expect(await db().$count(accounts, eq(accounts.userId, userId))).toBe(1);
});

test("its owner links it while signed in, and then signs in with it", async () => {
  const { userId, who } = await givenLinked();
  const browser = givenBrowser();
  expect((await goThere(browser, "sign-in/social", who)).location).toBe("/projects");
  await expect(browser.caller()).resolves.toMatchObject({ userId });
});

test("GitHub is linked by its primary address when that is verified, and then signs in", async () => {
  const { userId, who } = await givenLinked("github");
  const browser = givenBrowser();
  const { location } = await goThere(browser, "sign-in/social", who, { provider: "github" });
  expect(location).toBe("/projects");
  await expect(browser.caller()).resolves.toMatchObject({ userId });
  const [row] = await db()
    .select()
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, "github")));
  expect(row).toMatchObject({ accountId: who.sub, accessToken: null });

  const person = await givenPerson();
  const other = givenBrowser();
  await other.signIn(person.email);
  const unverified = identity(person.email, false);
  const refused = await goThere(other, "link-social", unverified, { provider: "github" });
  expect(refused.location).toMatch(/error=unable_to_link_account/);
});

test("none of the provider's tokens are kept, or handed out", async () => {
  const { browser, userId, who } = await givenLinked();
  await goThere(givenBrowser(), "sign-in/social", who);
  expect((await goThere(browser, "link-social", who)).location, "once more").toBe("/projects");
  const rows = await db().select().from(accounts).where(eq(accounts.userId, userId));
  for (const row of rows) expect(row).toMatchObject({ accessToken: null, refreshToken: null, idToken: null });
  for (const path of ["get-access-token", "refresh-token"]) {
    expect((await browser.post(path, { providerId: "google" })).status, path).toBe(404);
  }
});

test("linking needs an address that the provider has verified, a recent sign-in, and an account nobody has", async () => {
  const person = await givenPerson();
  const browser = givenBrowser();
  await browser.signIn(person.email);
  const unverified = await goThere(browser, "link-social", identity(person.email, false));
  expect(unverified.location).toMatch(/error=unable_to_link_account/);
  const { who } = await givenLinked();
  expect((await goThere(browser, "link-social", who)).location).toMatch(/error=account_already_linked/);
  expect((await goThere(givenBrowser(), "link-social", who)).status).toBe(401);
  await db()
    .update(sessions)
    .set({ createdAt: new Date(Date.now() - 3601_000) })
    .where(eq(sessions.userId, person.userId));
  expect(await goThere(browser, "link-social", identity(person.email))).toMatchObject({
    status: 403,
    body: { code: "SESSION_NOT_FRESH" },
  });
  expect(await db().$count(accounts, eq(accounts.userId, person.userId))).toBe(1);
});

test("what comes back is worth something only in the browser that went, and once", async () => {
  const { who } = await givenLinked();
  const browser = givenBrowser();
  const { body } = await browser.post("sign-in/social", { provider: "google", callbackURL: "/projects" });
  const back = await providers.agree(body.url, who);
  const other = givenBrowser();
  expect((await other.get(back)).location).toMatch(/error=/);
  expect((await other.get("get-session")).status).toBe(401);
  await browser.get(back);
  const replayed = givenBrowser();
  for (const [name, value] of browser.jar) if (!name.includes("session")) replayed.jar.set(name, value);
  expect((await replayed.get(back)).location).toMatch(/error=/);
  expect((await replayed.get("get-session")).status).toBe(401);
});

test("a person with two factors is asked for the code after the provider too, and goes on from there", async () => {
  const { userId, who } = await givenLinked();
  await db().update(users).set({ twoFactorEnabled: true }).where(eq(users.id, userId));
  const browser = givenBrowser();
  const { location } = await goThere(browser, "sign-in/social", who, { callbackURL: "/projects?tab=logs" });
  expect(location).toBe("http://127.0.0.1:3000/two-factor?next=%2Fprojects%3Ftab%3Dlogs");
  expect((await browser.get("get-session")).status).toBe(401);
  expect([...browser.jar.keys()].join()).toContain("two_factor");
});

test("nobody is sent to another site afterwards", async () => {
  for (const callbackURL of [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
  ]) {
    const answer = await givenBrowser().post("sign-in/social", { provider: "google", callbackURL });
    expect(answer, callbackURL).toMatchObject({ status: 403, body: { code: "REDIRECT_REJECTED" } });
  }
});

test("an ID token that Google did not sign lets nobody in", async () => {
  const claims = Buffer.from(
    JSON.stringify({ sub: "1", email: "a@example.org", email_verified: true }),
  ).toString("base64url");
  for (const header of [{ alg: "none" }, { alg: "RS256", kid: "x" }, { alg: "HS256" }]) {
    const token = `${Buffer.from(JSON.stringify(header)).toString("base64url")}.${claims}.AAAA`;
    const { status } = await givenBrowser().post("sign-in/social", {
      provider: "google",
      idToken: { token },
    });
    expect(status, header.alg).toBe(401);
  }
});

test("a linked account is a way in: it may go while the password stays, and then not the password", async () => {
  const { browser, userId } = await givenLinked();
  const rows = await db().select().from(accounts).where(eq(accounts.userId, userId));
  const answers = await Promise.all(rows.map(({ id }) => browser.post("unlink-account", { accountId: id })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await db().$count(accounts, eq(accounts.userId, userId))).toBe(1);
  expect(await db().$count(passkeys, eq(passkeys.userId, userId))).toBe(0);
});

test("an account of a provider that is not set up any more is no way in: the password stays", async () => {
  const { browser, userId } = await givenLinked("github");
  const { social } = settings();
  const { github } = social;
  social.github = undefined;
  const [password] = await db()
    .select()
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, "credential")));
  const refused = await browser.post("unlink-account", { accountId: password?.id });
  social.github = github;
  expect(refused).toMatchObject({ status: 409, body: { code: "LAST_SIGN_IN_METHOD" } });
  expect((await browser.post("unlink-account", { accountId: password?.id })).status).toBe(200);
});

test("on the cloud a provider signs up who asks for it, and makes nobody in passing", async () => {
  startAgainAs("cloud");
  try {
    const who = identity("new@example.org");
    const passing = givenBrowser();
    const { location } = await goThere(passing, "sign-in/social", who);
    expect(location).toMatch(/error=signup_disabled/);
    expect(await db().$count(users, eq(users.email, who.email))).toBe(0);
    const asking = givenBrowser();
    const asked = await goThere(asking, "sign-in/social", who, { requestSignUp: true });
    expect(asked.location).toBe("/projects");
    const caller = await asking.caller();
    expect(caller).toMatchObject({ email: who.email, instanceAdmin: false });
    expect(caller.organizationId).toMatch(/^org_/);
  } finally {
    startAgainAs("selfhosted");
  }
});
