import { asc } from "drizzle-orm";
import { generate } from "otplib";
import { beforeEach, expect, test } from "vitest";
import { auditEvents } from "@/lib/access/table";
import { tellCounted } from "@/lib/audit/floods";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { callerOf } from "../caller-of";
import { createResetLinkFor } from "../reset/reset";
import { twoFactors } from "../table";
import { givenBrowser, givenMemberSignedIn, givenOwnerSignedIn, givenPerson, PASSWORD } from "../testing";

givenDatabase();
beforeEach(async () => {
  await db().delete(auditEvents);
});

const rows = () => db().select().from(auditEvents).orderBy(asc(auditEvents.seq));
const told = async () => (await rows()).map(({ operation, outcome }) => `${operation} ${outcome}`);
const NEW_PASSWORD = "a lantern on the quay";

test("a day of an account: signing in and out, passwords, sessions, the profile", async () => {
  const owner = await givenOwnerSignedIn();
  const { browser, userId, organizationId, email } = owner;
  await givenBrowser().signIn(email);
  await browser.post("update-user", { name: "Maren the second" });
  await browser.post("revoke-other-sessions");
  const wrong = { currentPassword: "not this one", newPassword: NEW_PASSWORD };
  await browser.post("change-password", wrong);
  await expect.poll(told).toContain("auth.changePassword INVALID_PASSWORD");
  await browser.post("change-password", { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
  await browser.post("sign-out");
  const { url } = await createResetLinkFor(userId);
  const token = new URL(url).searchParams.get("token") ?? "";
  await givenBrowser().post("reset-password", { token, newPassword: PASSWORD });
  expect(await told()).toEqual([
    "auth.signIn done",
    "auth.signIn done",
    "auth.changeProfile done",
    "auth.revokeOtherSessions done",
    "auth.changePassword INVALID_PASSWORD",
    "auth.changePassword done",
    "auth.signOut done",
    "auth.resetPassword done",
  ]);
  for (const row of await rows()) {
    expect(row).toMatchObject({ userId, organizationId, callerKind: "session" });
    expect(row.address).toMatch(/^10\./);
  }
  const all = JSON.stringify(await rows());
  for (const secret of [PASSWORD, NEW_PASSWORD, token, "Maren the second", email])
    expect(all).not.toContain(secret);
});

test("a wrong password is told of a known account, and of nobody else", async () => {
  const { email, userId } = await givenPerson();
  const stranger = await givenBrowser().signIn("nobody@example.org", "wrong password");
  const known = await givenBrowser().signIn(email, "wrong password");
  expect({ ...known.body, requestId: "" }).toEqual({ ...stranger.body, requestId: "" });
  await expect.poll(told).toEqual(["auth.signIn INVALID_CREDENTIALS"]);
  expect((await rows())[0]).toMatchObject({ userId, organizationId: null });
});

test("an organization's life: made, renamed, members invited, promoted, removed, handed over, deleted", async () => {
  const { browser, userId } = await givenOwnerSignedIn();
  const { body } = await browser.post("organization/create", { name: "Pilots", slug: "pilots" });
  const organizationId = body.id as string;
  const joining = await givenMemberSignedIn(organizationId, "member");
  await db().delete(auditEvents);
  await browser.post("organization/update", { organizationId, data: { name: "The pilots" } });
  const email = "jonas@example.org";
  const invited = await browser.post("organization/invite-member", {
    email,
    role: "restricted",
    organizationId,
  });
  const invitationId = invited.body.id as string;
  await browser.post("organization/cancel-invitation", { invitationId });
  const { memberId } = joining;
  await browser.post("organization/update-member-role", { memberId, role: "admin", organizationId });
  await joining.browser.post("organization/update-member-role", { memberId, role: "owner", organizationId });
  await expect.poll(told).toContain("organization.changeRole FORBIDDEN");
  await browser.post("organization/transfer-ownership", { organizationId, memberId });
  await joining.browser.post("organization/transfer-ownership", {
    organizationId,
    memberId: (await browser.get(`organization/get-active-member`)).body.id,
  });
  await browser.post("organization/remove-member", { memberIdOrEmail: memberId, organizationId });
  await browser.post("organization/delete", { organizationId });
  const all = await rows();
  expect(all.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
    "organization.rename done",
    "organization.invite done",
    "organization.withdrawInvitation done",
    "organization.changeRole done",
    "organization.changeRole FORBIDDEN",
    "organization.transfer done",
    "organization.transfer done",
    "organization.removeMember done",
    "organization.delete done",
  ]);
  expect(all.map((row) => row.organizationId)).toEqual([...Array(8).fill(organizationId), null]);
  expect(all[3]).toMatchObject({ resourceId: memberId, details: { person: joining.userId, role: "admin" } });
  expect(all[1]).toMatchObject({ userId, details: { role: "restricted" } });
  expect(all[8]).toMatchObject({ resourceId: organizationId });
  for (const secret of [invitationId, email, "The pilots"]) expect(JSON.stringify(all)).not.toContain(secret);
});

test("who is turned away by a gate before the library's routes is written down", async () => {
  const { organizationId } = await givenOwnerSignedIn();
  const stranger = await givenOwnerSignedIn();
  await db().delete(auditEvents);
  await stranger.browser.post("organization/delete", { organizationId });
  await expect.poll(told).toEqual(["organization.delete NOT_FOUND"]);
  expect((await rows())[0]).toMatchObject({
    userId: stranger.userId,
    organizationId: stranger.organizationId,
  });
});

test("two factors: switched on, asked for, guessed wrong, answered, codes replaced, switched off", async () => {
  const { browser, email, userId } = await givenOwnerSignedIn();
  await db().delete(auditEvents);
  const { data } = await browser.client.twoFactor.enable({ password: PASSWORD });
  const secret = new URL((data as { totpURI: string }).totpURI).searchParams.get("secret") ?? "";
  await browser.post("two-factor/verify-totp", { code: await generate({ secret }) });
  await db().update(twoFactors).set({ lastUsedStep: null });
  const elsewhere = givenBrowser();
  await elsewhere.signIn(email);
  await elsewhere.post("two-factor/verify-totp", { code: "000000" });
  await expect.poll(told).toContain("auth.signIn INVALID_CODE");
  await elsewhere.post("two-factor/verify-totp", { code: await generate({ secret }) });
  await elsewhere.post("two-factor/generate-backup-codes", { password: PASSWORD });
  await elsewhere.post("two-factor/disable", { password: PASSWORD });
  expect(await told()).toEqual([
    "auth.beginTwoFactor done",
    "auth.enableTwoFactor done",
    "auth.signIn SECOND_FACTOR_ASKED",
    "auth.signIn INVALID_CODE",
    "auth.signIn done",
    "auth.replaceRecoveryCodes done",
    "auth.disableTwoFactor done",
  ]);
  expect(new Set((await rows()).map((row) => row.userId))).toEqual(new Set([userId]));
  expect(JSON.stringify(await rows())).not.toContain(secret);
});

test("a wrong token is written down once a minute and address, without the token", async () => {
  const token = `roadstead_pat_${"x".repeat(43)}`;
  for (let tries = 0; tries < 5; tries++) {
    const refused = callerOf(new Headers({ authorization: `Bearer ${token}` }));
    await expect(refused).rejects.toMatchObject({ code: "INVALID_TOKEN" });
  }
  await tellCounted(Number.POSITIVE_INFINITY);
  expect(await rows()).toMatchObject([
    { operation: "auth.presentToken", outcome: "INVALID_TOKEN", organizationId: null, details: null },
    { operation: "auth.presentToken", outcome: "INVALID_TOKEN", details: { repeated: "4" } },
  ]);
  expect(JSON.stringify(await rows())).not.toContain(token);
});
