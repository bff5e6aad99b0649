import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { db, openDatabase } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { internalToken } from "@/lib/secrets";
import { callerOf } from "./caller-of";
import { handleAuth } from "./handler";
import { handleFirstAdmin } from "./setup";
import { accounts, sessions, users } from "./table";
import { givenBrowser } from "./testing";

const database = givenDatabase();
const ADMIN = { name: "Maren Hallberg", email: "Maren@Example.org", password: "a long enough password" };
const BASE = "http://127.0.0.1:3000";

const setup = (headers: Record<string, string> = {}, body: unknown = ADMIN) =>
  handleFirstAdmin(
    new Request(`${BASE}/api/setup/first-admin`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "x-internal-token": internalToken(), ...headers },
    }),
  );
const signIn = (password: string, email = "maren@example.org") =>
  handleAuth(
    new Request(`${BASE}/api/auth/sign-in/email`, {
      method: "POST",
      body: JSON.stringify({ email, password }),
      headers: { "content-type": "application/json", origin: BASE },
    }),
  );
const cookieOf = (response: Response) => (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
const getSession = (cookie?: string) =>
  handleAuth(new Request(`${BASE}/api/auth/get-session`, { headers: cookie ? { cookie } : {} }));

beforeAll(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

test("the first admin needs the internal token and no browser", async () => {
  expect((await setup({ "x-internal-token": "guess" })).status).toBe(401);
  expect((await setup({ origin: BASE })).status).toBe(403);
  expect((await setup({ "sec-fetch-site": "same-origin" })).status).toBe(403);
});

test("the first admin's fields are refused one by one", async () => {
  const response = await setup({}, { name: "", email: "maren", password: "short" });
  expect(response.status).toBe(400);
  const { code, issues } = await response.json();
  expect(code).toBe("VALIDATION_ERROR");
  expect(issues.map((issue: { path: string }) => issue.path).sort()).toEqual(["email", "name", "password"]);
});

test("of two first admins at the same moment there is one, and ever after none", async () => {
  const answers = await Promise.all([setup(), setup({}, { ...ADMIN, email: "other@example.org" })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await db().$count(users)).toBe(1);
  expect(await (await setup()).json()).toMatchObject({ code: "ALREADY_SET_UP" });
  await db().update(users).set({ email: "maren@example.org" });
});

test("the stored password is an Argon2id hash", async () => {
  const [account] = await db().select().from(accounts);
  expect(account?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("without a session get-session is 401, in the one error shape", async () => {
  const response = await getSession();
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ code: "UNAUTHORIZED", message: expect.any(String) });
});

test("a right password gives an httpOnly, same-site cookie under the interface's name", async () => {
  const response = await signIn(ADMIN.password);
  expect(response.status).toBe(200);
  const header = response.headers.get("set-cookie") ?? "";
  expect(header).toMatch(/^roadstead\.session_token=/);
  expect(header).toMatch(/HttpOnly/i);
  expect(header).toMatch(/SameSite=Lax/i);
  const session = await getSession(cookieOf(response));
  expect(await session.json()).toMatchObject({
    user: { email: "maren@example.org" },
    session: { userId: expect.any(String) },
  });
});

test("a wrong password and an unknown address get the same answer", async () => {
  const [wrong, unknown] = await Promise.all([
    signIn("not the password"),
    signIn(ADMIN.password, "nobody@example.org"),
  ]);
  expect(wrong.status).toBe(401);
  expect(unknown.status).toBe(wrong.status);
  const [first, second] = [await wrong.json(), await unknown.json()];
  expect({ ...second, requestId: "" }).toEqual({ ...first, requestId: "" });
});

test("nobody can sign up, and the answer does not tell which addresses are taken", async () => {
  const taken = await handleAuth(
    new Request(`${BASE}/api/auth/sign-up/email`, {
      method: "POST",
      body: JSON.stringify({ ...ADMIN, email: "maren@example.org" }),
      headers: { "content-type": "application/json", origin: BASE },
    }),
  );
  expect(taken.status).toBe(403);
  expect(await taken.json()).toMatchObject({ code: "SIGNUP_DISABLED" });
  const response = await handleAuth(
    new Request(`${BASE}/api/auth/sign-up/email`, {
      method: "POST",
      body: JSON.stringify({ ...ADMIN, email: "new@example.org" }),
      headers: { "content-type": "application/json", origin: BASE },
    }),
  );
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: "SIGNUP_DISABLED", requestId: expect.any(String) });
  expect(await db().$count(users)).toBe(1);
});

test("our resolver and the library agree on who a cookie is", async () => {
  const cookie = cookieOf(await signIn(ADMIN.password));
  const caller = await callerOf(new Headers({ cookie }));
  expect(caller).toMatchObject({ kind: "session", email: "maren@example.org", instanceAdmin: true });
  expect(caller.grants).toEqual([
    expect.objectContaining({ resourceType: "organization", permission: "admin" }),
  ]);
});

test("a forged, expired or signed-out cookie is nobody", async () => {
  const cookie = cookieOf(await signIn(ADMIN.password));
  const forged = `${cookie.slice(0, -6)}AAAA%3D`;
  await expect(callerOf(new Headers({ cookie: forged }))).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  await handleAuth(
    new Request(`${BASE}/api/auth/sign-out`, { method: "POST", headers: { cookie, origin: BASE } }),
  );
  await expect(callerOf(new Headers({ cookie }))).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  const other = cookieOf(await signIn(ADMIN.password));
  await db().update(sessions).set({ expiresAt: sql`now() - interval '1 second'` });
  await expect(callerOf(new Headers({ cookie: other }))).rejects.toMatchObject({ code: "UNAUTHORIZED" });
});

test("an organization that is not the person's cannot be asked for", async () => {
  const cookie = cookieOf(await signIn(ADMIN.password));
  await expect(callerOf(new Headers({ cookie, "x-organization-id": "org_other" }))).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("a bearer token that is none of ours is refused and never falls back to the cookie", async () => {
  const cookie = cookieOf(await signIn(ADMIN.password));
  await expect(callerOf(new Headers({ cookie, authorization: "Bearer x" }))).rejects.toMatchObject({
    code: "INVALID_TOKEN",
  });
});

test("when sessions cannot be checked the answer is 503 and never a way in", async () => {
  const cookie = cookieOf(await signIn(ADMIN.password));
  await db().execute(sql`ALTER TABLE sessions RENAME TO sessions_gone`);
  try {
    await expect(callerOf(new Headers({ cookie }))).rejects.toMatchObject({ code: "AUTH_UNAVAILABLE" });
    expect((await getSession(cookie)).status).toBe(503);
    expect((await signIn(ADMIN.password)).status).toBe(503);
  } finally {
    await db().execute(sql`ALTER TABLE sessions_gone RENAME TO sessions`);
    await openDatabase(database.url());
  }
});

test("the routes of the desktop app exist only there", async () => {
  for (const path of [
    "desktop-login",
    "cloud-callback?code=x",
    "desktop-auth-poll?nonce=x",
    "desktop-claim?code=x",
  ]) {
    expect((await handleAuth(new Request(`${BASE}/api/auth/${path}`))).status, path).toBe(404);
  }
  const start = new Request(`${BASE}/api/auth/desktop-auth-start`, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json", "x-internal-token": internalToken() },
  });
  expect((await handleAuth(start)).status).toBe(404);
});

test("a provider that is not configured does not exist", async () => {
  expect(await givenBrowser().post("sign-in/social", { provider: "github" })).toMatchObject({
    status: 404,
    body: { code: "NOT_FOUND" },
  });
});
