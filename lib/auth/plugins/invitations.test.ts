import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { invitations, members, users } from "../table";
import { givenBrowser, givenMemberSignedIn, givenOwnerSignedIn, givenPerson, PASSWORD } from "../testing";

givenDatabase();

let count = 0;
async function givenInvitation(role = "member", email = `guest${count++}@example.org`) {
  const owner = await givenOwnerSignedIn();
  const { body } = await owner.browser.post("organization/invite-member", { email, role });
  return { owner, email, id: body.id as string, url: body.url as string };
}

test("the inviter gets a link to copy, under this instance's own address, also when listing", async () => {
  const { owner, id, url } = await givenInvitation();
  expect(url).toBe(`http://127.0.0.1:3000/invitation/${id}`);
  const { body } = await owner.browser.get("organization/list-invitations");
  expect(body).toMatchObject([{ id, url }]);
});

test("who holds the link is shown what it is for, and whether an account is there already", async () => {
  const { id, email } = await givenInvitation("admin");
  expect(await givenBrowser().get(`invitation?id=${id}`)).toMatchObject({
    status: 200,
    body: {
      email,
      role: "admin",
      organizationName: "Maren's harbour",
      inviterName: "Maren Hallberg",
      hasAccount: false,
    },
  });
  expect(await givenBrowser().get("invitation?id=inv_guess")).toMatchObject({
    status: 404,
    body: { code: "INVITATION_NOT_FOUND" },
  });
});

test("a new person joins with name and password in one step, signed in, with the role's grants", async () => {
  const { id, email, owner } = await givenInvitation();
  const browser = givenBrowser();
  const answer = await browser.post("sign-up/invitation", {
    invitationId: id,
    name: "Jonas",
    password: PASSWORD,
  });
  expect(answer).toMatchObject({ status: 200, body: { user: { email, name: "Jonas" } } });
  const caller = await browser.caller();
  expect(caller).toMatchObject({ email, organizationId: owner.organizationId });
  expect(caller.grants).toHaveLength(3);
  expect(await givenBrowser().signIn(email)).toMatchObject({ status: 200 });
});

test("an invitation is accepted once, also by two at the same moment", async () => {
  const { id, email } = await givenInvitation();
  const accept = () =>
    givenBrowser().post("sign-up/invitation", { invitationId: id, name: "Jonas", password: PASSWORD });
  const statuses = (await Promise.all([accept(), accept()])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 404]);
  expect((await accept()).status).toBe(404);
  expect(await db().$count(users, eq(users.email, email))).toBe(1);
});

test("an expired, withdrawn or invented invitation makes nobody", async () => {
  const expired = await givenInvitation();
  await db()
    .update(invitations)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(invitations.id, expired.id));
  const withdrawn = await givenInvitation();
  await withdrawn.owner.browser.post("organization/cancel-invitation", { invitationId: withdrawn.id });
  const before = await db().$count(users);
  for (const invitationId of [expired.id, withdrawn.id, "inv_guess"]) {
    const answer = await givenBrowser().post("sign-up/invitation", {
      invitationId,
      name: "J",
      password: PASSWORD,
    });
    expect(answer).toMatchObject({ status: 404, body: { code: "INVITATION_NOT_FOUND" } });
  }
  expect(await db().$count(users)).toBe(before);
});

test("the fields of a new person are refused one by one, and nothing is used up", async () => {
  const { id } = await givenInvitation();
  const join = (body: object) => givenBrowser().post("sign-up/invitation", { invitationId: id, ...body });
  expect(await join({ name: " ", password: "short" })).toMatchObject({
    status: 400,
    body: { issues: [{ path: "name" }, { path: "password" }] },
  });
  expect((await join({ name: "Jonas", password: "x".repeat(129) })).status).toBe(400);
  expect((await join({ name: "Jonas", password: "ünïcödé \u0000 and 🔑🔑🔑" })).status).toBe(200);
});

test("who has an account signs in and accepts; only the invited address can", async () => {
  const { email } = await givenPerson();
  const { id, owner } = await givenInvitation("restricted", email);
  expect(
    await givenBrowser().post("sign-up/invitation", { invitationId: id, name: "J", password: PASSWORD }),
  ).toMatchObject({
    status: 409,
    body: { code: "ACCOUNT_EXISTS" },
  });
  const thief = await givenOwnerSignedIn();
  for (const path of ["accept-invitation", "reject-invitation"]) {
    expect(await thief.browser.post(`organization/${path}`, { invitationId: id })).toMatchObject({
      status: 403,
      body: { code: "INVITATION_NOT_YOURS" },
    });
  }
  const browser = givenBrowser();
  await browser.signIn(email);
  const { data } = await browser.client.organization.acceptInvitation({ invitationId: id });
  expect(data?.member).toMatchObject({ organizationId: owner.organizationId, role: "restricted" });
  await expect(browser.caller()).resolves.toMatchObject({ organizationId: owner.organizationId, grants: [] });
});

test("an invitation's role is never above its inviter's, on the day it is accepted either", async () => {
  const { organizationId } = await givenOwnerSignedIn();
  const admin = await givenMemberSignedIn(organizationId, "admin");
  const invite = (who: typeof admin.browser, role: string) =>
    who.post("organization/invite-member", { email: `x${count++}@example.org`, role, organizationId });
  expect((await invite(admin.browser, "owner")).status).toBe(403);
  for (const role of ["member", "restricted"] as const) {
    const { browser } = await givenMemberSignedIn(organizationId, role);
    expect((await invite(browser, "restricted")).status, role).toBe(403);
  }
  expect(await invite(admin.browser, "captain")).toMatchObject({ status: 400 });
  const { body } = await invite(admin.browser, "admin");
  await db().update(members).set({ role: "member" }).where(eq(members.id, admin.memberId));
  const answer = await givenBrowser().post("sign-up/invitation", {
    invitationId: body.id,
    name: "J",
    password: PASSWORD,
  });
  expect(answer).toMatchObject({ status: 404, body: { code: "INVITATION_NOT_FOUND" } });
});

test("an invitation whose inviter has less to give by now is shown to nobody and accepted by nobody", async () => {
  const owner = await givenOwnerSignedIn();
  const { organizationId } = owner;
  const gone = { status: 404, body: { code: "INVITATION_NOT_FOUND" } };
  for (const [role, later] of [
    ["owner", "admin"],
    ["admin", "member"],
  ] as const) {
    const inviter = await givenMemberSignedIn(organizationId, role);
    const guest = await givenPerson();
    const { body } = await inviter.browser.post("organization/invite-member", {
      email: guest.email,
      role,
      organizationId,
    });
    await db().update(members).set({ role: later }).where(eq(members.id, inviter.memberId));
    const browser = givenBrowser();
    expect(await browser.get(`invitation?id=${body.id}`), role).toMatchObject(gone);
    await browser.signIn(guest.email);
    const accepted = await browser.post("organization/accept-invitation", { invitationId: body.id });
    expect(accepted, role).toMatchObject(gone);
    expect(await db().$count(members, eq(members.userId, guest.userId))).toBe(0);
  }
});

test("inviting a member, or an address twice, says so", async () => {
  const { owner, email } = await givenInvitation();
  expect(await owner.browser.post("organization/invite-member", { email, role: "member" })).toMatchObject({
    status: 409,
    body: { code: "ALREADY_INVITED" },
  });
  const own = { email: owner.email, role: "member" };
  expect(await owner.browser.post("organization/invite-member", own)).toMatchObject({
    status: 409,
    body: { code: "ALREADY_MEMBER" },
  });
});
