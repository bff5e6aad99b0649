import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db, openDatabase } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { settings } from "@/lib/settings";
import { callerOf } from "../caller-of";
import { createFirstAdmin, setupNeeded } from "../first-admin";
import { handleAuth } from "../handler";
import { directHeader } from "../peer";
import { members, organizations, sessions, users } from "../table";
import { isDirect } from "./direct";
import { endLocalSessions, LOCAL_ADMIN } from "./local-admin";

const database = givenDatabase();
const BASE = "http://127.0.0.1:3000";

beforeAll(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterAll(() => vi.restoreAllMocks());
beforeEach(async () => {
  settings().authMode = "none";
  await db().delete(organizations);
  await db().delete(users);
});

/** What the socket tells of a request by curl on this machine, and what else is said. */
const fromHere = (headers: Record<string, string> = {}) =>
  new Headers({ host: "127.0.0.1:3000", [directHeader()]: "yes", ...headers });
const getSession = (headers: Headers) => handleAuth(new Request(`${BASE}/api/auth/get-session`, { headers }));
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .filter((cookie) => !/max-age=0/i.test(cookie))
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

test("whoever asks from this machine is the local admin, owner of a workspace of their own", async () => {
  const caller = await callerOf(fromHere());
  expect(caller).toMatchObject({
    kind: "loopback",
    userId: LOCAL_ADMIN,
    instanceAdmin: true,
    readOnly: false,
  });
  const [member] = await db().select().from(members);
  expect(member).toMatchObject({ userId: LOCAL_ADMIN, role: "owner", organizationId: caller.organizationId });
  expect(caller.grants.length).toBeGreaterThan(0);
});

test("of many first requests at once one makes the local admin, and all are that one", async () => {
  const callers = await Promise.all(Array.from({ length: 8 }, () => callerOf(fromHere())));
  expect(new Set(callers.map(({ organizationId }) => organizationId)).size).toBe(1);
  expect(await db().$count(users)).toBe(1);
  expect(await db().$count(organizations)).toBe(1);
});

test("where people sign in, coming from this machine proves nothing", async () => {
  settings().authMode = "local";
  await expect(callerOf(fromHere())).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect((await getSession(fromHere())).status).toBe(401);
  expect(await db().$count(users)).toBe(0);
});

test("a request from elsewhere is refused, and so is one whose socket nobody looked at", async () => {
  for (const said of ["no", ""]) {
    await expect(callerOf(fromHere({ [directHeader()]: said }))).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
  }
  await expect(callerOf(new Headers({ host: "127.0.0.1:3000" }))).rejects.toMatchObject({
    code: "UNAUTHORIZED",
  });
});

test("what another page makes a browser send is nobody's, a neighbouring port's included", async () => {
  for (const headers of [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
    { origin: "http://127.0.0.1:8080" },
    { origin: "null" },
    { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
  ] as Record<string, string>[]) {
    const what = JSON.stringify(headers);
    await expect(callerOf(fromHere(headers)), what).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    const response = await getSession(fromHere(headers));
    expect(response.status, what).toBe(401);
    expect(response.headers.getSetCookie(), what).toEqual([]);
  }
  for (const site of ["same-origin", "none"]) {
    expect(await callerOf(fromHere({ "sec-fetch-site": site }))).toMatchObject({ kind: "loopback" });
  }
});

test("what fetches an address that a build file or a repository names is not the person at the machine", async () => {
  for (const agent of ["buildkit/v0.16", "Go-http-client/1.1", "git/2.47.1", "docker/27.3 go/go1.22"]) {
    await expect(callerOf(fromHere({ "user-agent": agent })), agent).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
  }
  expect(await callerOf(fromHere({ "user-agent": "curl/8.14.1" }))).toMatchObject({ kind: "loopback" });
});

test("a bearer token that is none of ours is refused, whoever else the request could be", async () => {
  await expect(callerOf(fromHere({ authorization: "Bearer x" }))).rejects.toMatchObject({
    code: "INVALID_TOKEN",
  });
});

test("get-session without a session begins the local admin's, also over a cookie that is no longer worth anything", async () => {
  const first = await getSession(fromHere());
  expect(first.status).toBe(200);
  const body = await first.json();
  expect(body).toMatchObject({ user: { id: LOCAL_ADMIN }, session: { userId: LOCAL_ADMIN } });
  expect(body.session.token).toBe(body.session.id);
  expect(body.user).not.toHaveProperty("bannedAt");
  const cookie = cookieOf(first);
  expect(await callerOf(new Headers({ cookie }))).toMatchObject({ kind: "session", userId: LOCAL_ADMIN });
  const again = await getSession(fromHere({ cookie }));
  expect((await again.json()).session.id).toBe(body.session.id);

  await db().delete(sessions);
  const renewed = await getSession(fromHere({ cookie }));
  expect(renewed.status).toBe(200);
  expect(await callerOf(new Headers({ cookie: cookieOf(renewed) }))).toMatchObject({ kind: "session" });
});

test("a program that never keeps its cookie does not fill the table of sessions", async () => {
  for (let round = 0; round < 55; round++) await getSession(fromHere());
  expect(await db().$count(sessions)).toBe(50);
});

test("when the session cannot be checked it is 503, and never the local admin instead", async () => {
  const cookie = cookieOf(await getSession(fromHere()));
  await db().execute("ALTER TABLE sessions RENAME TO sessions_gone");
  try {
    await expect(callerOf(fromHere({ cookie }))).rejects.toMatchObject({ code: "AUTH_UNAVAILABLE" });
    expect((await getSession(fromHere({ cookie }))).status).toBe(503);
  } finally {
    await db().execute("ALTER TABLE sessions_gone RENAME TO sessions");
    await openDatabase(database.url());
  }
});

test("the local admin stands in nobody's way when people sign in later, and their sessions end", async () => {
  const cookie = cookieOf(await getSession(fromHere()));
  expect(await setupNeeded()).toBe(true);
  const input = { name: "Maren", email: "maren@example.org", password: "harbour lights at night" };
  const { userId } = await createFirstAdmin(input);
  expect(await setupNeeded()).toBe(false);
  await expect(createFirstAdmin({ ...input, email: "b@example.org" })).rejects.toMatchObject({
    code: "ALREADY_SET_UP",
  });
  await endLocalSessions();
  await expect(callerOf(new Headers({ cookie }))).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect(await db().select().from(users).where(eq(users.id, userId))).toHaveLength(1);
});

test("only a bare request to a loopback name over the loopback interface is from here", () => {
  const host = "localhost:3000";
  expect(isDirect("127.0.0.1", { host })).toBe(true);
  expect(isDirect("::1", { host: "[::1]:3000" })).toBe(true);
  for (const peer of ["172.17.0.2", "10.0.0.5", "127.0.0.2", "fe80::1", ""]) {
    expect(isDirect(peer, { host }), peer).toBe(false);
  }
  for (const name of [
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.nip.io",
    "host.docker.internal:3000",
    "",
  ]) {
    expect(isDirect("127.0.0.1", { host: name }), name).toBe(false);
  }
  expect(isDirect("127.0.0.1", {})).toBe(false);
  for (const name of [
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "forwarded",
    "via",
    "x-real-ip",
  ]) {
    expect(isDirect("127.0.0.1", { host, [name]: "" }), name).toBe(false);
  }
});
