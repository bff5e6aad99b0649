import { sql } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { givenMailbox } from "@/lib/mail/testing";
import { internalToken } from "@/lib/secrets";
import { callerOf } from "../caller-of";
import { createFirstAdmin } from "../first-admin";
import { handleAuth } from "../handler";
import { clientAddressHeader } from "../peer";
import { verifications } from "../table";
import { askForReset, resetLinkWorks, resetPassword } from "./reset";
import { handleResetLink } from "./terminal";

const mailbox = givenMailbox();
givenDatabase();

const BASE = "http://127.0.0.1:3000";
const EMAIL = "maren@example.org";
const OLD = "harbour lights at night";
let last = 0;

beforeAll(async () => {
  await createFirstAdmin({ name: "Maren", email: EMAIL, password: OLD });
});

// Each from an address of its own: what is tested here is not how often one may ask.
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  handleAuth(
    new Request(`${BASE}/api/auth${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: {
        "content-type": "application/json",
        origin: BASE,
        [clientAddressHeader()]: `203.0.113.${++last}`,
        ...headers,
      },
    }),
  );
const signIn = (password: string) => post("/sign-in/email", { email: EMAIL, password });
const cookieOf = (response: Response) => (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
const reset = (token: string, newPassword: string) => post("/reset-password", { token, newPassword });

/** As the terminal of the server gets one: mails are limited in number. */
async function givenToken(): Promise<string> {
  const response = await terminal({ email: EMAIL });
  return tokenIn((await response.json()).url);
}
const terminal = (body: unknown, headers: Record<string, string> = { "x-internal-token": internalToken() }) =>
  handleResetLink(
    new Request(`${BASE}/api/setup/reset-link`, { method: "POST", body: JSON.stringify(body), headers }),
  );
const tokenIn = (text: string) => /reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? "";

test("a link by mail sets a new password, which then signs in, and the old one does not", async () => {
  const asked = await post("/request-password-reset", { email: "Maren@Example.org" });
  expect(asked.status).toBe(200);
  const { to, subject, text, html } = await mailbox.next();
  expect(to).toEqual([EMAIL]);
  expect(subject).toBe("Choose a new password for Roadstead");
  expect(text).toContain(`${BASE}/reset-password?token=`);
  expect(html).toContain(tokenIn(text));
  expect((await reset(tokenIn(text), "a new password")).status).toBe(200);
  expect((await signIn("a new password")).status).toBe(200);
  expect((await signIn(OLD)).status).toBe(401);
});

test("whether the address is somebody's shows in no answer, and nobody gets a mail", async () => {
  const answers = await Promise.all(
    [EMAIL, "nobody@example.org"].map((email) => post("/forget-password", { email })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await answers[0]?.json()).toEqual(await answers[1]?.json());
  expect((await mailbox.next()).to).toEqual([EMAIL]);
  expect(mailbox.count()).toBe(0);
});

test("the answer does not wait for what only happens when there is somebody", async () => {
  // The library's and our own look-ups are held up by a lock; the answer is not.
  await db().transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE users, verifications IN ACCESS EXCLUSIVE MODE`);
    expect((await post("/request-password-reset", { email: EMAIL })).status).toBe(200);
  });
  expect((await mailbox.next()).to).toEqual([EMAIL]);
});

test("however many ask, a mailbox gets three letters in a quarter of an hour", async () => {
  for (let count = 0; count < 5; count++) await post("/request-password-reset", { email: EMAIL });
  // Two more would be on their way after three before; a letter to the terminal's question proves nothing is queued.
  await vi.waitFor(async () => {
    const { rows } = {
      rows: await db().execute(sql`SELECT count FROM rate_limits WHERE key LIKE 'reset %'`),
    };
    expect(Number(rows[0]?.count)).toBeGreaterThanOrEqual(8);
  });
  expect(mailbox.count()).toBe(0);
});

test("a link is never built from the address a request was sent to", async () => {
  await db().execute(sql`DELETE FROM rate_limits`);
  const forged = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", host: "evil.example" };
  const request = new Request("https://evil.example/api/auth/request-password-reset", {
    method: "POST",
    body: JSON.stringify({ email: EMAIL }),
    headers: { "content-type": "application/json", origin: BASE, ...forged },
  });
  expect((await handleAuth(request)).status).toBe(200);
  const { raw, text } = await mailbox.next();
  expect(text).toContain(`${BASE}/reset-password?token=`);
  expect(raw).not.toContain("evil.example");
});

test("where the link leads is not for the one who asks to say", async () => {
  const foreign = await post("/request-password-reset", {
    email: EMAIL,
    redirectTo: "https://evil.example/x",
  });
  expect(foreign.status).toBe(403);
  expect(mailbox.count()).toBe(0);
  await post("/request-password-reset", { email: EMAIL, redirectTo: "/apps" });
  expect((await mailbox.next()).text).toContain(`${BASE}/reset-password?token=`);
});

test("what is no e-mail address is told, since that tells nothing about who is here", async () => {
  const answer = await post("/request-password-reset", { email: "maren" });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: "VALIDATION_ERROR" });
});

test("a link works once, also when it is used twice at the same moment", async () => {
  const token = await givenToken();
  const both = await Promise.all([reset(token, "the first password"), reset(token, "the second password")]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  const loser = both.find(({ status }) => status === 400);
  expect(await loser?.json()).toMatchObject({ code: "RESET_LINK_INVALID" });
  expect((await reset(token, "the third password")).status).toBeGreaterThanOrEqual(400);
  expect((await signIn("the third password")).status).toBe(401);
});

test("a link that is an hour old does not work", async () => {
  const token = await givenToken();
  await db().update(verifications).set({ expiresAt: sql`now() - interval '1 second'` });
  expect(await resetLinkWorks(token)).toBe(false);
  expect((await reset(token, "a new password")).status).toBeGreaterThanOrEqual(400);
  expect((await signIn("a new password")).status).toBe(401);
});

test("what the database keeps of a link is no link", async () => {
  const token = await givenToken();
  const rows = JSON.stringify(await db().select().from(verifications));
  expect(rows).not.toContain(token);
  const [row] = await db().select().from(verifications);
  for (const guess of [row?.identifier ?? "", row?.id ?? "", ""])
    expect((await reset(guess, "a new password")).status).toBeGreaterThanOrEqual(400);
});

test("a forged token is nothing, whatever it looks like", async () => {
  const unsigned = `${btoa('{"alg":"none"}')}.${btoa(`{"email":"${EMAIL}"}`)}.`;
  for (const token of [
    unsigned,
    "x".repeat(43),
    "'; DROP TABLE users; --",
    "\0",
    "../..",
    "a".repeat(100_000),
  ]) {
    expect(await resetLinkWorks(token)).toBe(false);
    const refused = await reset(token, "a new password");
    expect(await refused.json(), token.slice(0, 30)).toMatchObject({ code: "RESET_LINK_INVALID" });
  }
});

test("opening a link changes nothing: a mail scanner cannot use it up", async () => {
  const token = await givenToken();
  expect(await resetLinkWorks(token)).toBe(true);
  const looked = await handleAuth(
    new Request(`${BASE}/api/auth/reset-password/${token}?callbackURL=/reset-password`, {
      redirect: "manual",
    }),
  );
  expect(looked.headers.get("location")).toContain(`${BASE}/reset-password?token=`);
  const away = await handleAuth(
    new Request(`${BASE}/api/auth/reset-password/${token}?callbackURL=https://evil.example`),
  );
  expect(away.status).toBe(403);
  expect(await resetLinkWorks(token)).toBe(true);
});

test("a reset ends every session and every other link of the person", async () => {
  const first = await givenToken();
  await resetPassword({ token: first, password: OLD }, new Headers());
  const cookie = cookieOf(await signIn(OLD));
  await callerOf(new Headers({ cookie }));
  const [token, other] = [await givenToken(), await givenToken()];
  expect((await reset(token, OLD)).status).toBe(200);
  await expect(callerOf(new Headers({ cookie }))).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect(await resetLinkWorks(other)).toBe(false);
});

test("a password has 8 to 128 characters, however many bytes they take, and a wrong one leaves the link alive", async () => {
  const token = await givenToken();
  for (const password of ["seven 7", "🔑".repeat(7), "x".repeat(129), "ü".repeat(129), "🔑".repeat(129)]) {
    const refused = resetPassword({ token, password }, new Headers());
    await expect(refused, `${password.length}`).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  }
  for (const password of ["seven 7", "x".repeat(129), "ü".repeat(129)]) {
    expect((await reset(token, password)).status, password).toBe(400);
  }
  expect(await resetLinkWorks(token)).toBe(true);
});

test("what comes after the 72nd byte, or after NUL, is part of the password", async () => {
  for (const [password, similar] of [
    [`${"ü".repeat(60)} one`, `${"ü".repeat(60)} two`],
    ["x".repeat(128), `${"x".repeat(127)}y`],
    ["before\0after!", "before\0other!"],
  ] as const) {
    await resetPassword({ token: await givenToken(), password }, new Headers());
    expect((await signIn(similar)).status, JSON.stringify(similar)).toBe(401);
    expect((await signIn(password)).status, JSON.stringify(password)).toBe(200);
  }
});

test("one password typed on two keyboards is one password", async () => {
  await resetPassword({ token: await givenToken(), password: "Ma\u030Ance \uFB01ngers" }, new Headers());
  expect((await signIn("M\u00E5nce fingers")).status).toBe(200);
});

test("the terminal is told who is not here, and a stranger is told nothing", async () => {
  expect((await terminal({ email: EMAIL }, {})).status).toBe(401);
  expect(
    (await terminal({ email: EMAIL }, { "x-internal-token": internalToken(), origin: BASE })).status,
  ).toBe(403);
  const unknown = await terminal({ email: "nobody@example.org" });
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toMatchObject({
    message: "Nobody here has the e-mail address nobody@example.org.",
  });
  expect((await terminal({ email: "nobody" })).status).toBe(400);
});

test("a link that does not work says what to do, and asking counts like signing in", async () => {
  await expect(resetPassword({ token: "x", password: OLD }, new Headers())).rejects.toMatchObject({
    code: "RESET_LINK_INVALID",
  });
  const headers = new Headers({ [clientAddressHeader()]: "198.51.100.9" });
  await askForReset({ email: "nobody@example.org" }, headers);
  const [row] = await db().execute(sql`SELECT count FROM rate_limits WHERE key = 'auth 198.51.100.9'`);
  expect(row?.count).toBe(1);
});
