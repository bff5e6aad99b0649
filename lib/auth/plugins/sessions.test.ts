import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { sessions, users } from "../table";
import { givenBrowser, givenPerson, PASSWORD } from "../testing";

givenDatabase();

async function givenTwoBrowsers() {
  const person = await givenPerson();
  const [laptop, phone] = [givenBrowser(), givenBrowser()];
  await laptop.signIn(person.email);
  await phone.signIn(person.email);
  return { person, laptop, phone };
}

test("sessions are listed with device and last use, and no token leaves in any answer", async () => {
  const { person, laptop } = await givenTwoBrowsers();
  const tokens = (await db().select().from(sessions)).map(({ token }) => token);
  const { data } = await laptop.client.listSessions();
  expect(data).toHaveLength(2);
  expect(data?.filter((session) => "current" in session && session.current)).toHaveLength(1);
  // Each request of these browsers comes from an address of its own, which the kernel names.
  expect(data?.[0]).toMatchObject({
    userId: person.userId,
    updatedAt: expect.any(Date),
    ipAddress: expect.stringMatching(/^10\.\d+\.\d+\.\d+$/),
  });
  expect(data?.[0]).toHaveProperty("userAgent");

  const again = await laptop.signIn(person.email);
  const answers = [data, again.body, (await laptop.get("get-session")).body];
  tokens.push(...(await db().select().from(sessions)).map(({ token }) => token));
  for (const token of tokens) expect(JSON.stringify(answers)).not.toContain(token);
});

test("one session is ended by its id, and the client of the library needs no change for it", async () => {
  const { laptop, phone } = await givenTwoBrowsers();
  const { data } = await laptop.client.listSessions();
  const other = data?.find((session) => !("current" in session && session.current));
  await laptop.client.revokeSession({ token: other?.token ?? "" });
  await expect(phone.caller()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect((await phone.get("get-session")).status).toBe(401);
  expect((await laptop.get("get-session")).status).toBe(200);
});

test("nobody ends or sees a session of somebody else", async () => {
  const { person, laptop } = await givenTwoBrowsers();
  const stranger = givenBrowser();
  await stranger.signIn((await givenPerson()).email);
  expect(JSON.stringify((await stranger.get("list-sessions")).body)).not.toContain(person.userId);
  const mine = await db().select().from(sessions).where(eq(sessions.userId, person.userId));
  for (const { id, token } of mine) {
    await stranger.post("revoke-session", { token: id });
    await stranger.post("revoke-session", { token });
  }
  expect((await laptop.get("get-session")).status).toBe(200);
});

test("all others are ended at once", async () => {
  const { laptop, phone } = await givenTwoBrowsers();
  await laptop.client.revokeOtherSessions();
  expect((await phone.get("get-session")).status).toBe(401);
  expect((await laptop.get("get-session")).status).toBe(200);
});

test("a changed password ends the other sessions, whether the client asks for it or not", async () => {
  const { laptop, phone } = await givenTwoBrowsers();
  const change = {
    currentPassword: PASSWORD,
    newPassword: "another long password",
    revokeOtherSessions: false,
  };
  expect(await laptop.post("change-password", { ...change, currentPassword: "wrong" })).toMatchObject({
    status: 400,
    body: { code: "INVALID_PASSWORD" },
  });
  expect((await laptop.post("change-password", change)).status).toBe(200);
  await expect(phone.caller()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  await expect(laptop.caller()).resolves.toMatchObject({ kind: "session" });
});

test("signing in takes no session that was brought along, and makes a new one each time", async () => {
  const { person, laptop } = await givenTwoBrowsers();
  const before = laptop.cookieHeader();
  await laptop.signIn(person.email);
  expect(laptop.cookieHeader()).not.toBe(before);
  const fixed = givenBrowser();
  fixed.jar.set("roadstead.session_token", "chosen-by-an-attacker.AAAA");
  await fixed.signIn(person.email);
  expect(fixed.cookieHeader()).not.toContain("chosen-by-an-attacker");
});

test("a blocked person's session ends on its next check, and no new one begins", async () => {
  const { person, laptop } = await givenTwoBrowsers();
  await db().update(users).set({ bannedAt: new Date() }).where(eq(users.id, person.userId));
  await expect(laptop.caller()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect(await laptop.get("get-session")).toMatchObject({ status: 401, body: { code: "UNAUTHORIZED" } });
  expect(await givenBrowser().signIn(person.email)).toMatchObject({
    status: 403,
    body: { code: "USER_BANNED" },
  });
});

test("using a session notes when, to five minutes", async () => {
  const { person, laptop } = await givenTwoBrowsers();
  await db()
    .update(sessions)
    .set({ updatedAt: sql`now() - interval '1 hour'` })
    .where(eq(sessions.userId, person.userId));
  await laptop.caller();
  await expect
    .poll(async () => {
      const rows = await db().select().from(sessions).where(eq(sessions.userId, person.userId));
      return rows.filter(({ updatedAt }) => Date.now() - updatedAt.getTime() < 60_000).length;
    })
    .toBe(1);
});

test("using a session prolongs it on no route: after two weeks one signs in again", async () => {
  const { person, laptop } = await givenTwoBrowsers();
  const ends = async () =>
    (await db().select().from(sessions).where(eq(sessions.userId, person.userId))).map(({ expiresAt }) =>
      expiresAt.getTime(),
    );
  await db()
    .update(sessions)
    .set({ expiresAt: sql`now() + interval '2 days'` })
    .where(eq(sessions.userId, person.userId));
  const before = await ends();
  for (const path of ["get-session", "list-sessions"]) expect((await laptop.get(path)).status).toBe(200);
  expect(await ends()).toEqual(before);
});

test("a session that has ended is taken out of the browser too", async () => {
  const { person, laptop } = await givenTwoBrowsers();
  await db().delete(sessions).where(eq(sessions.userId, person.userId));
  expect([...laptop.jar.keys()]).toEqual(["roadstead.session_token"]);
  expect((await laptop.get("get-session")).status).toBe(401);
  expect([...laptop.jar.keys()]).toEqual([]);
});

test("whether somebody was ever blocked is told in no answer", async () => {
  const { laptop } = await givenTwoBrowsers();
  expect((await laptop.get("get-session")).body.user).not.toHaveProperty("bannedAt");
});

test("nobody makes themselves an admin of the instance, or moves their session elsewhere", async () => {
  const { person, laptop } = await givenTwoBrowsers();
  for (const body of [
    { instanceAdmin: true },
    { twoFactorEnabled: true },
    { bannedAt: null, instanceAdmin: true },
  ]) {
    await laptop.post("update-user", { name: "Maren", ...body });
  }
  await laptop.post("update-session", { activeOrganizationId: "org_other", userId: "usr_other" });
  const [user] = await db().select().from(users).where(eq(users.id, person.userId));
  expect(user).toMatchObject({ instanceAdmin: false, twoFactorEnabled: false });
  await expect(laptop.caller()).resolves.toMatchObject({ userId: person.userId, organizationId: "" });
});

test("a body that is too large, or no JSON, is refused in the shape of every error", async () => {
  const { laptop } = await givenTwoBrowsers();
  expect(await laptop.post("update-user", { name: "x".repeat(1024 * 1024) })).toMatchObject({
    status: 413,
    body: { code: "PAYLOAD_TOO_LARGE" },
  });
  // What only has the name in it is no JSON either; the library would read the last two.
  for (const type of ["text/plain", "application/jsonp", "x-application/json"]) {
    expect(await laptop.post("update-user", { name: "Maren" }, { "content-type": type }), type).toMatchObject(
      {
        status: 415,
        body: { code: "UNSUPPORTED_MEDIA_TYPE", requestId: expect.any(String) },
      },
    );
  }
  expect(await laptop.post("sign-in/email", { email: 7 })).toMatchObject({
    status: 400,
    body: { code: "VALIDATION_ERROR", issues: [{ path: "email" }, { path: "password" }] },
  });
  expect(await laptop.get("no-such-route")).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
});
