import { createHash, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { internalToken } from "@/lib/secrets";
import { settings } from "@/lib/settings";
import { callerOf } from "../caller-of";
import { handleAuth } from "../handler";
import { directHeader } from "../peer";
import { accounts, organizations, users } from "../table";
import { beginCloudSignIn } from "./begin";

givenDatabase();

const BASE = "http://127.0.0.1:3000";
const MAREN = { sub: "cloud-1", email: "maren@example.org", email_verified: true, name: "Maren" };
const VERIFIER = randomBytes(32).toString("base64url");

/** Plays the cloud: hands a code out for a challenge, and a token for the code only to who knows its verifier. */
const codes = new Map<string, { challenge: string | undefined; person: object }>();
let cloud: Server;
let isDown = false;

beforeAll(async () => {
  cloud = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const answer = (status: number, value: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (isDown) return answer(503, {});
    if (request.url === "/api/auth/oauth2/userinfo") {
      const held = codes.get((request.headers.authorization ?? "").replace("Bearer token-of-", ""));
      return held ? answer(200, held.person) : answer(401, {});
    }
    const form = new URLSearchParams(body);
    const code = form.get("code") ?? "";
    const verifier = form.get("code_verifier");
    const right = verifier === null ? undefined : createHash("sha256").update(verifier).digest("base64url");
    const held = codes.get(code);
    if (!held || held.challenge !== right || form.get("grant_type") !== "authorization_code") {
      return answer(400, { error: "invalid_grant" });
    }
    answer(200, { access_token: `token-of-${code}`, token_type: "Bearer" });
  });
  await new Promise<void>((listening) => cloud.listen(0, "127.0.0.1", listening));
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(async () => {
  vi.restoreAllMocks();
  cloud.closeAllConnections();
  await new Promise((closed) => cloud.close(closed));
});
beforeEach(async () => {
  const all = settings();
  all.deployMode = "desktop";
  all.authMode = "cloud";
  all.cloudUrl = `http://127.0.0.1:${(cloud.address() as AddressInfo).port}`;
  isDown = false;
  await db().delete(organizations);
  await db().delete(users);
});
afterEach(() => void vi.useRealTimers());

const agree = (person: object = MAREN, verifier: string | undefined = VERIFIER) => {
  const code = randomBytes(8).toString("hex");
  const challenge = verifier ? createHash("sha256").update(verifier).digest("base64url") : undefined;
  codes.set(code, { challenge, person });
  return code;
};
const get = (path: string, headers: Record<string, string> = {}) =>
  handleAuth(new Request(`${BASE}/api/auth/${path}`, { headers }));
const start = (body: unknown, headers: Record<string, string> = { "x-internal-token": internalToken() }) =>
  handleAuth(
    new Request(`${BASE}/api/auth/desktop-auth-start`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    }),
  );
const poll = async (nonce: string) => (await get(`desktop-auth-poll?nonce=${nonce}`)).json();
const cookieOf = (response: Response) => (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
async function begun() {
  const [nonce, state] = [randomBytes(16).toString("hex"), randomBytes(16).toString("hex")];
  expect((await start({ nonce, state, code_verifier: VERIFIER })).status).toBe(200);
  return { nonce, state };
}

test("a sign-in begun in the app is resolved in the browser and claimed once", async () => {
  const { nonce, state } = await begun();
  expect(await poll(nonce)).toEqual({ status: "pending" });
  expect((await get(`cloud-callback?code=${agree()}&state=${state}`)).status).toBe(200);
  const { status, claimUrl } = await poll(nonce);
  expect(status).toBe("resolved");
  const path = claimUrl.replace(`${BASE}/api/auth/`, "");
  const answers = await Promise.all([get(path), get(path)]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([302, 400]);
  const claimed = answers.find((answer) => answer.status === 302) as Response;
  expect(claimed.headers.get("location")).toBe("/");
  expect(await callerOf(new Headers({ cookie: cookieOf(claimed) }))).toMatchObject({
    email: MAREN.email,
    instanceAdmin: true,
  });
  const used = await get(path);
  expect(used.headers.getSetCookie()).toEqual([]);
  expect(await used.json()).toMatchObject({ code: "CLAIM_EXPIRED", message: "Claim expired" });
  expect(await poll(nonce)).toEqual({ status: "expired" });
});

test("any number of sign-ins go on at a time, and each state resolves its own", async () => {
  const [one, two, three] = [await begun(), await begun(), await begun()];
  await get(`cloud-callback?code=${agree()}&state=${two.state}`);
  expect([await poll(one.nonce), (await poll(two.nonce)).status, await poll(three.nonce)]).toEqual([
    { status: "pending" },
    "resolved",
    { status: "pending" },
  ]);
});

test("every missing field and parameter is named", async () => {
  const answer = await start({ state: 7 });
  expect(answer.status).toBe(400);
  const { issues } = await answer.json();
  expect(issues.map((issue: { path: string }) => issue.path).sort()).toEqual([
    "code_verifier",
    "nonce",
    "state",
  ]);
  for (const [path, name] of [
    ["desktop-auth-poll", "nonce"],
    ["desktop-claim", "code"],
    ["cloud-callback", "code"],
    ["cloud-callback?state=x", "code"],
  ] as const) {
    const response = await get(path);
    expect(response.status, path).toBe(400);
    expect((await response.json()).issues, path).toMatchObject([{ path: name }]);
  }
});

test("beginning needs the internal token and no browser", async () => {
  const body = { nonce: "n", state: "s", code_verifier: VERIFIER };
  expect((await start(body, {})).status).toBe(401);
  expect((await start(body, { "x-internal-token": "guess" })).status).toBe(401);
  expect((await start(body, { "x-internal-token": internalToken(), origin: BASE })).status).toBe(403);
  expect(await poll("n")).toEqual({ status: "expired" });
});

test("a nonce or a state that is in use begins no second sign-in", async () => {
  const { nonce, state } = await begun();
  const again = await start({ nonce, state: "another", code_verifier: "x" });
  expect((await again.json()).issues).toMatchObject([{ path: "nonce" }]);
  const other = await start({ nonce: "another", state, code_verifier: "x" });
  expect((await other.json()).issues).toMatchObject([{ path: "state" }]);
});

test("a code for another verifier, an unknown code or state resolves nothing, and the right one still does", async () => {
  const { nonce, state } = await begun();
  const stranger = agree(MAREN, "somebody else's verifier");
  for (const [query, code] of [
    [`code=${stranger}&state=${state}`, "CLOUD_REFUSED"],
    [`code=unknown&state=${state}`, "CLOUD_REFUSED"],
    [`code=${agree()}&state=guess`, "HAND_OFF_EXPIRED"],
  ]) {
    const response = await get(`cloud-callback?${query}`);
    expect(response.status).toBe(400);
    expect((await response.json()).code).toBe(code);
  }
  expect(await poll(nonce)).toEqual({ status: "pending" });
  expect(await db().$count(users)).toBe(0);
  expect((await get(`cloud-callback?code=${agree()}&state=${state}`)).status).toBe(200);
  expect((await get(`cloud-callback?code=${agree()}&state=${state}`)).status).toBe(400);
});

test("a cloud that does not answer is told as that, and the sign-in waits", async () => {
  const { nonce, state } = await begun();
  isDown = true;
  expect((await get(`cloud-callback?code=${agree()}&state=${state}`)).status).toBe(503);
  expect(await poll(nonce)).toEqual({ status: "pending" });
  settings().cloudUrl = undefined;
  const response = await get(`cloud-callback?code=${agree()}&state=${state}`);
  expect((await response.json()).message).toContain("ROADSTEAD_CLOUD_URL");
});

test("a nonce is worth five minutes, a claim code one", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { nonce } = await begun();
  vi.setSystemTime(Date.now() + 5 * 60_000 - 1);
  expect(await poll(nonce)).toEqual({ status: "pending" });
  vi.setSystemTime(Date.now() + 1);
  expect(await poll(nonce)).toEqual({ status: "expired" });

  const second = await begun();
  await get(`cloud-callback?code=${agree()}&state=${second.state}`);
  const { claimUrl } = await poll(second.nonce);
  vi.setSystemTime(Date.now() + 60_000);
  const late = await get(claimUrl.replace(`${BASE}/api/auth/`, ""));
  expect(late.status).toBe(400);
  expect(await late.json()).toMatchObject({ message: "Claim expired" });
  expect(await poll(second.nonce)).toEqual({ status: "expired" });
});

test("a browser that comes from the cloud by itself signs in who is known here, and makes nobody", async () => {
  const uninvited = await get(`cloud-callback?code=${agree(MAREN, "")}`);
  expect(uninvited.status).toBe(403);
  expect(await db().$count(users)).toBe(0);
  const { state } = await begun();
  await get(`cloud-callback?code=${agree()}&state=${state}`);
  const known = await get(`cloud-callback?code=${agree(MAREN, "")}`);
  expect(known.status).toBe(302);
  expect(await callerOf(new Headers({ cookie: cookieOf(known) }))).toMatchObject({ email: MAREN.email });
  expect(await db().$count(users)).toBe(1);
});

test("an address alone opens nobody's account, and an unverified one is none", async () => {
  await db().insert(users).values({ name: "Maren", email: MAREN.email });
  const { state } = await begun();
  expect((await get(`cloud-callback?code=${agree()}&state=${state}`)).status).toBe(409);
  const unverified = { ...MAREN, email: "b@example.org", email_verified: false };
  expect((await get(`cloud-callback?code=${agree(unverified)}&state=${state}`)).status).toBe(400);
  expect(await db().$count(accounts)).toBe(0);
});

test("the cloud's token is kept encrypted", async () => {
  const { state } = await begun();
  await get(`cloud-callback?code=${agree()}&state=${state}`);
  const [account] = await db().select().from(accounts);
  expect(account).toMatchObject({ providerId: "cloud", accountId: MAREN.sub });
  expect(account?.accessToken).toMatch(/^v2\./);
  expect(account?.accessToken).not.toContain("token-of-");
});

test("desktop-login signs the local admin in where there is no sign-in, and leads to it where there is", async () => {
  const headers = { host: "127.0.0.1:3000", [directHeader()]: "yes" };
  expect((await get("desktop-login", headers)).headers.get("location")).toBe("/login");
  settings().authMode = "none";
  const response = await get("desktop-login", headers);
  expect([response.status, response.headers.get("location")]).toEqual([302, "/"]);
  expect(await callerOf(new Headers({ cookie: cookieOf(response) }))).toMatchObject({ userId: "usr_local" });
  for (const refused of [
    {},
    { ...headers, "sec-fetch-site": "cross-site" },
    { ...headers, [directHeader()]: "no" },
  ]) {
    const answer = await get("desktop-login", refused as Record<string, string>);
    expect(answer.status).toBe(401);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
});

test("the sign-in page of a desktop begins one for who sits at the machine, for the first person or a known one", async () => {
  const here = new Headers({ [directHeader()]: "yes" });
  const beginHere = async (person: object) => {
    const { url, nonce } = await beginCloudSignIn(here);
    const asked = new URL(url);
    expect(asked.origin + asked.pathname).toBe(`${settings().cloudUrl}/api/auth/oauth2/authorize`);
    expect(asked.searchParams.get("redirect_uri")).toBe(`${BASE}/api/auth/cloud-callback`);
    expect(asked.searchParams.get("code_challenge_method")).toBe("S256");
    const code = randomBytes(8).toString("hex");
    codes.set(code, { challenge: asked.searchParams.get("code_challenge") ?? "", person });
    const answer = await get(`cloud-callback?code=${code}&state=${asked.searchParams.get("state")}`);
    return { status: answer.status, polled: (await poll(nonce)).status };
  };
  expect(await beginHere(MAREN)).toEqual({ status: 200, polled: "resolved" });
  const other = { ...MAREN, sub: "cloud-2", email: "jonas@example.org" };
  expect(await beginHere(other), "nobody else comes in by the page").toEqual({
    status: 403,
    polled: "pending",
  });
  expect(await beginHere(MAREN)).toEqual({ status: 200, polled: "resolved" });
  expect(await db().$count(users)).toBe(1);

  for (const elsewhere of [new Headers(), new Headers({ [directHeader()]: "no" })])
    await expect(beginCloudSignIn(elsewhere)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  settings().cloudUrl = undefined;
  await expect(beginCloudSignIn(here)).rejects.toMatchObject({ code: "CLOUD_NOT_SET_UP" });
  settings().authMode = "local";
  await expect(beginCloudSignIn(here)).rejects.toMatchObject({ code: "NOT_FOUND" });
});
