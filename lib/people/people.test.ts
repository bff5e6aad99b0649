import { expect, test } from "vitest";
import { givenBrowser, givenOwnerSignedIn } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { blockPerson } from "./block";
import { listPeople } from "./list";
import { unblockPerson } from "./unblock";

givenDatabase();

async function givenAdmin() {
  const { browser } = await givenOwnerSignedIn();
  return { ...(await browser.caller()), instanceAdmin: true };
}

test("a blocked person's sessions end at once and none begins, until they are let in again", async () => {
  const admin = await givenAdmin();
  const { browser, userId, email } = await givenOwnerSignedIn();
  expect(await blockPerson(admin, { userId })).toMatchObject({ id: userId, blockedAt: expect.any(String) });
  await expect(browser.caller()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect((await browser.get("get-session")).status).toBe(401);
  expect(await givenBrowser().signIn(email)).toMatchObject({ status: 403, body: { code: "USER_BANNED" } });
  expect(await givenBrowser().signIn(email, "not the password")).toMatchObject({
    status: 401,
    body: { code: "INVALID_CREDENTIALS" },
  });
  expect(await unblockPerson(admin, { userId })).toMatchObject({ blockedAt: null });
  expect((await givenBrowser().signIn(email)).status).toBe(200);
});

test("only the admin of the instance sees and blocks people, whatever they own", async () => {
  const { browser, userId } = await givenOwnerSignedIn();
  const owner = await browser.caller();
  await expect(listPeople(owner, {})).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(blockPerson(owner, { userId })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(unblockPerson(owner, { userId })).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("people are listed without anything that proves who they are", async () => {
  const admin = await givenAdmin();
  const { data } = await listPeople(admin, {});
  expect(data.map(({ id }) => id)).toContain(admin.userId);
  expect(JSON.stringify(data)).not.toMatch(/password|secret|token/i);
});

test("an admin does not lock themselves out, and nobody blocks who is not there", async () => {
  const admin = await givenAdmin();
  await expect(blockPerson(admin, { userId: admin.userId })).rejects.toMatchObject({ code: "OWN_ACCOUNT" });
  await expect(blockPerson(admin, { userId: "usr_nobody" })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a read-only credential blocks nobody", async () => {
  const admin = { ...(await givenAdmin()), readOnly: true };
  const { userId } = await givenOwnerSignedIn();
  await expect(blockPerson(admin, { userId })).rejects.toMatchObject({ code: "TOKEN_READ_ONLY" });
});
