import { beforeAll, expect, test } from "vitest";
import { callerOf } from "@/lib/auth/caller-of";
import { createFirstAdmin } from "@/lib/auth/first-admin";
import { handleAuth } from "@/lib/auth/handler";
import { givenDatabase } from "@/lib/db/testing";
import { guardOrigin } from "./origin";

/** What another page can make somebody's browser send, and what comes of it. */

givenDatabase();

const BASE = "http://127.0.0.1:3000";
const ADMIN = { email: "maren@example.org", password: "harbour lights at night" };
const JSON_BODY = JSON.stringify(ADMIN);

beforeAll(async () => {
  await createFirstAdmin({ name: "Maren", ...ADMIN });
});

const ask = (path: string, init: RequestInit) => handleAuth(new Request(`${BASE}/api/auth${path}`, init));
const signIn = (body: unknown = ADMIN, headers: Record<string, string> = {}) =>
  ask("/sign-in/email", {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", origin: BASE, ...headers },
  });
const cookieOf = (response: Response) => (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";

test("a form, or JSON in plain clothes, signs nobody in, even where the browser hides where it comes from", async () => {
  const form = new URLSearchParams(ADMIN);
  const parts = new FormData();
  for (const [name, value] of Object.entries(ADMIN)) parts.set(name, value);
  for (const [body, headers] of [
    [form, {}],
    [parts, {}],
    [JSON_BODY, { "content-type": "text/plain" }],
    [JSON_BODY, { "content-type": "text/plain; application/json" }],
    [JSON_BODY, {}],
  ] as [BodyInit, Record<string, string>][]) {
    const crossSite = { ...headers, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    for (const sent of [headers, crossSite]) {
      const response = await ask("/sign-in/email", { method: "POST", body, headers: sent });
      const what = `${body.constructor.name} ${JSON.stringify(sent)}`;
      expect(response.headers.get("set-cookie"), what).toBeNull();
      expect(response.status, what).toBeGreaterThanOrEqual(400);
    }
    expect(() => guardOrigin({ method: "POST", headers: new Headers(crossSite) })).toThrow();
  }
});

test("an address to come back to on another site is refused, however it is written", async () => {
  for (const callbackURL of [
    "https://evil.example",
    "//evil.example/x",
    "/\\evil.example",
    "http://127.0.0.1:3000.evil.example/",
    "http://127.0.0.1:3000@evil.example/",
    "javascript:alert(1)",
    "/%5cevil.example",
  ]) {
    const response = await signIn({ ...ADMIN, callbackURL });
    expect(response.status, callbackURL).toBeGreaterThanOrEqual(400);
    expect(response.headers.get("location"), callbackURL).toBeNull();
    expect(response.headers.get("set-cookie"), callbackURL).toBeNull();
  }
  expect((await signIn({ ...ADMIN, callbackURL: "/projects" })).status).toBe(200);
});

test("a session cookie that was put there before is not the one that is signed in with", async () => {
  const planted = cookieOf(await signIn());
  const signedIn = cookieOf(await signIn(ADMIN, { cookie: planted }));
  expect(signedIn).not.toBe("");
  expect(signedIn).not.toBe(planted);
});

test("a link, a picture or a preflight changes nothing", async () => {
  const cookie = cookieOf(await signIn());
  for (const method of ["GET", "HEAD", "OPTIONS"]) {
    for (const path of ["/sign-out", "/revoke-sessions", "/reset-password", "/sign-in/email"]) {
      for (const headers of [{ cookie }, { cookie, "x-http-method-override": "POST" }] as Record<
        string,
        string
      >[]) {
        const response = await ask(`${path}?_method=POST`, { method, headers });
        expect(response.status, `${method} ${path}`).toBeGreaterThanOrEqual(400);
      }
    }
  }
  expect(await callerOf(new Headers({ cookie }))).toMatchObject({ email: ADMIN.email });
});

test("with somebody's cookie a change is refused unless it names a page of ours", async () => {
  const cookie = cookieOf(await signIn());
  for (const origin of ["https://evil.example", "null", `${BASE}.evil.example`]) {
    const response = await ask("/sign-out", {
      method: "POST",
      body: "{}",
      headers: { cookie, origin, "content-type": "application/json" },
    });
    expect(response.status, origin).toBe(403);
  }
  expect(await callerOf(new Headers({ cookie }))).toMatchObject({ email: ADMIN.email });
});
