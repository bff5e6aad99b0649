import { type Browser, expect, type Page } from "@playwright/test";
import { givenAuthenticator } from "./authenticator";
import { watchPolicy } from "./given";
import { type Harbour, test } from "./harbour";
import { ask, bringClient, refused, told } from "./official-client/drive";
import { codeOf, nextCode } from "./one-time-code";
import { reachProviders } from "./providers";
import { ADMIN } from "./roadstead";

/**
 * The official browser client of the auth library, with its organization, passkey and two-factor plugins, drives every
 * flow against the running server: what people write for it works here. Codes are `oathtool`'s, mail arrives at a real
 * SMTP server, the providers run on loopback.
 */

const JONAS = { email: "jonas@example.org", name: "Jonas Ferry", password: "a lantern on the quay" };
const watched: string[][] = [];
test.afterEach(() => expect(watched.splice(0).flat()).toEqual([]));

/** A page of the server in a browser without a session, with the client in it. */
async function givenPage(browser: Browser, harbour: Harbour): Promise<Page> {
  const context = await browser.newContext({ baseURL: harbour.origin });
  watched.push(await watchPolicy(context));
  await reachProviders(context, harbour);
  await bringClient(context);
  const page = await context.newPage();
  await page.goto("/sign-in");
  return page;
}

type Person = { email: string; password: string };
const signIn = (page: Page, { email, password }: Person = ADMIN) =>
  told(page, ({ client }, given) => client.signIn.email(given), { email, password });

async function givenSignedIn(browser: Browser, harbour: Harbour, person: Person = ADMIN): Promise<Page> {
  const page = await givenPage(browser, harbour);
  await signIn(page, person);
  return page;
}

const session = (page: Page) => ask(page, ({ client }) => client.getSession());
const signOut = (page: Page) => told(page, ({ client }) => client.signOut());

test("signing in and out, and what the session store shows of it", async ({ browser, harbour }) => {
  const page = await givenPage(browser, harbour);
  expect(await session(page)).toMatchObject({ data: null, error: { status: 401, code: "UNAUTHORIZED" } });
  const wrong = { email: ADMIN.email, password: "not the password" };
  expect(await refused(page, ({ client }, given) => client.signIn.email(given), wrong)).toEqual({
    status: 401,
    code: "INVALID_CREDENTIALS",
  });
  expect(
    await refused(page, ({ client }) =>
      client.signUp.email({ name: "X", email: "x@example.org", password: "long enough" }),
    ),
  ).toEqual({ status: 403, code: "SIGNUP_DISABLED" });
  const shown = page.evaluate(
    () =>
      new Promise((resolve) => {
        const { client } = (
          globalThis as unknown as { official: { client: import("./official-client/drive").OfficialClient } }
        ).official;
        client.useSession.subscribe(({ data }) => data && resolve(data.user.email));
      }),
  );
  await signIn(page);
  expect(await shown, "the store learns of the session by itself").toBe(ADMIN.email);
  expect((await session(page)).data?.user.email).toBe(ADMIN.email);
  await signOut(page);
  expect((await session(page)).error?.status).toBe(401);
  await page.context().close();
});

test("sessions are listed and ended", async ({ browser, harbour }) => {
  const page = await givenSignedIn(browser, harbour);
  const [other, third] = [await givenSignedIn(browser, harbour), await givenSignedIn(browser, harbour)];
  const own = (await session(page)).data?.session.id;
  const theirs = (await session(other)).data?.session.token ?? "";
  const listed = await told(page, ({ client }) => client.listSessions());
  expect(listed.map(({ token }) => token)).toEqual(expect.arrayContaining([theirs]));
  await told(page, ({ client }, token) => client.revokeSession({ token }), theirs);
  expect((await session(other)).error?.status).toBe(401);
  expect((await session(third)).error).toBeNull();
  await told(page, ({ client }) => client.revokeOtherSessions());
  expect((await session(third)).error?.status).toBe(401);
  expect((await session(page)).data?.session.id).toBe(own);
  await signIn(other);
  await told(page, ({ client }) => client.revokeSessions());
  expect((await session(page)).error?.status).toBe(401);
  expect((await session(other)).error?.status).toBe(401);
  for (const { context } of [page, other, third].map((each) => ({ context: each.context() })))
    await context.close();
});

test("the profile is changed", async ({ browser, harbour }) => {
  const page = await givenSignedIn(browser, harbour);
  await told(page, ({ client }) => client.updateUser({ name: "Maren Hallberg" }));
  expect((await session(page)).data?.user.name).toBe("Maren Hallberg");
  const bad = await refused(page, ({ client }) => client.updateUser({ image: "javascript:alert(1)" }));
  expect(bad).toEqual({ status: 400, code: "VALIDATION_ERROR" });
  await page.context().close();
});

test("a password is changed, and a forgotten one is set anew by a link from the mail", async ({
  browser,
  harbour,
}) => {
  const page = await givenSignedIn(browser, harbour);
  const other = await givenSignedIn(browser, harbour);
  const first = { currentPassword: ADMIN.password, newPassword: JONAS.password };
  await told(page, ({ client }, given) => client.changePassword(given), first);
  expect((await session(other)).error?.status, "other sessions end").toBe(401);
  expect((await session(page)).error).toBeNull();

  const asked = { email: ADMIN.email, redirectTo: "https://evil.example/reset" };
  expect(await refused(other, ({ client }, given) => client.requestPasswordReset(given), asked)).toEqual({
    status: 403,
    code: "REDIRECT_REJECTED",
  });
  await told(other, ({ client }, email) => client.requestPasswordReset({ email }), ADMIN.email);
  const { to, text } = await harbour.sink.next();
  expect(to).toEqual([ADMIN.email]);
  const link = new URL(text.match(/http:\S+token=\S+/)?.[0] ?? "");
  expect(link.origin).toBe(harbour.origin);
  const reset = { token: link.searchParams.get("token") ?? "", newPassword: ADMIN.password };
  await told(other, ({ client }, given) => client.resetPassword(given), reset);
  expect((await session(page)).error?.status, "all sessions end").toBe(401);
  expect(await refused(other, ({ client }, given) => client.resetPassword(given), reset)).toEqual({
    status: 400,
    code: "RESET_LINK_INVALID",
  });
  await signIn(page);
  await page.context().close();
  await other.context().close();
});

test("two factors: on with the first code, asked for, opened by a recovery code, off", async ({
  browser,
  harbour,
}) => {
  test.setTimeout(180_000);
  const { password } = ADMIN;
  const page = await givenSignedIn(browser, harbour);
  const setUp = await told(page, ({ client }, given) => client.twoFactor.enable(given), { password });
  const key = new URL("totpURI" in setUp ? setUp.totpURI : "").searchParams.get("secret") ?? "";
  expect(await refused(page, ({ client }) => client.twoFactor.verifyTotp({ code: "000000" }))).toEqual({
    status: 401,
    code: "INVALID_CODE",
  });
  const first = await codeOf(key);
  const on = await told(page, ({ client }, code) => client.twoFactor.verifyTotp({ code }), first);
  const [recovery = "", later = ""] = (on as unknown as { backupCodes: string[] }).backupCodes;

  await signOut(page);
  expect(await signIn(page)).toMatchObject({ twoFactorRedirect: true });
  expect((await session(page)).error?.status, "no session yet").toBe(401);
  await told(page, ({ client }, code) => client.twoFactor.verifyBackupCode({ code }), recovery);
  expect((await session(page)).data?.user.twoFactorEnabled).toBe(true);
  await signOut(page);
  await signIn(page);
  expect(
    await refused(page, ({ client }, code) => client.twoFactor.verifyBackupCode({ code }), recovery),
  ).toEqual({ status: 401, code: "INVALID_RECOVERY_CODE" });
  const next = await nextCode(key, first);
  await told(page, ({ client }, code) => client.twoFactor.verifyTotp({ code, trustDevice: true }), next);

  const again = await refused(page, ({ client }, given) => client.twoFactor.enable(given), { password });
  expect(again).toEqual({ status: 409, code: "TWO_FACTOR_ALREADY_ENABLED" });
  const fresh = await told(page, ({ client }, given) => client.twoFactor.generateBackupCodes(given), {
    password,
  });
  expect(fresh.backupCodes).not.toContain(later);
  await signOut(page);
  expect(await signIn(page), "no device is trusted").toMatchObject({ twoFactorRedirect: true });
  await told(
    page,
    ({ client }, code) => client.twoFactor.verifyBackupCode({ code }),
    fresh.backupCodes[0] ?? "",
  );
  const wrong = await refused(page, ({ client }) =>
    client.twoFactor.disable({ password: "not the password" }),
  );
  expect(wrong).toEqual({ status: 400, code: "INVALID_PASSWORD" });
  await told(page, ({ client }, given) => client.twoFactor.disable(given), { password });
  expect((await session(page)).data?.user.twoFactorEnabled).toBe(false);
  await page.context().close();
});

test("a passkey is made, listed, renamed, signs in, and is deleted", async ({ browser, harbour }) => {
  const page = await givenSignedIn(browser, harbour);
  // The sign-in page waits for a passkey by itself, and a page asks for one at a time.
  await page.goto("/projects");
  await givenAuthenticator(page);
  const made = await told(page, ({ client }) => client.passkey.addPasskey({ name: "Laptop" }));
  await told(page, ({ client }, id) => client.passkey.updatePasskey({ id, name: "Chart table" }), made.id);
  const list = await told(page, ({ client }) => client.passkey.listUserPasskeys());
  expect(list).toMatchObject([{ id: made.id, name: "Chart table" }]);
  await signOut(page);
  await told(page, ({ client }) => client.signIn.passkey());
  expect((await session(page)).data?.user.email).toBe(ADMIN.email);
  await told(page, ({ client }, id) => client.passkey.deletePasskey({ id }), made.id);
  expect(await told(page, ({ client }) => client.passkey.listUserPasskeys())).toEqual([]);
  await page.context().close();
});

test("accounts elsewhere are connected, sign in, and are taken away", async ({ browser, harbour }) => {
  harbour.github.be({ sub: "4711", email: "maren@harbour.example", emailVerified: true });
  const page = await givenSignedIn(browser, harbour);
  const authorize = () => page.getByRole("button", { name: "Authorize" }).click();
  await told(page, ({ client }) =>
    client.linkSocial({ provider: "github", callbackURL: "/settings/security" }),
  );
  await authorize();
  await expect(page.getByRole("heading", { name: "Security", level: 1 })).toBeVisible();
  await signOut(page);
  await told(page, ({ client }) => client.signIn.social({ provider: "github", callbackURL: "/deployments" }));
  await authorize();
  await expect(page.getByRole("heading", { name: "Deployments" })).toBeVisible();
  const accounts = await told(page, ({ client }) => client.listAccounts());
  expect(accounts.map(({ providerId }) => providerId).sort()).toEqual(["credential", "github"]);
  const github = accounts.find(({ providerId }) => providerId === "github")?.id ?? "";
  await told(page, ({ client }, accountId) => client.unlinkAccount({ accountId }), github);
  const last = accounts.find(({ providerId }) => providerId === "credential")?.id ?? "";
  const refusal = await refused(page, ({ client }, accountId) => client.unlinkAccount({ accountId }), last);
  expect(refusal).toEqual({ status: 409, code: "LAST_SIGN_IN_METHOD" });
  await page.context().close();
});

test("organizations: made, shown, people invited, given roles, shown out, and left", async ({
  browser,
  harbour,
}) => {
  const page = await givenSignedIn(browser, harbour);
  const made = await told(page, ({ client }) =>
    client.organization.create({ name: "Pilot house", slug: "pilot-house" }),
  );
  const mine = await told(page, ({ client }) => client.organization.list());
  expect(mine.map(({ name }) => name)).toContain("Pilot house");
  const home = mine.find(({ id }) => id !== made.id)?.id ?? "";
  await told(page, ({ client }, organizationId) => client.organization.setActive({ organizationId }), home);
  expect((await session(page)).data?.session.activeOrganizationId).toBe(home);
  await told(
    page,
    ({ client }, organizationId) => client.organization.setActive({ organizationId }),
    made.id,
  );
  await told(
    page,
    ({ client }, organizationId) => client.organization.update({ organizationId, data: { name: "Pilots" } }),
    made.id,
  );

  const invite = (organizationId: string, role: "member" | "admin") =>
    told(page, ({ client }, given) => client.organization.inviteMember(given), {
      email: JONAS.email,
      role,
      organizationId,
    });
  const first = await invite(home, "member");
  expect((await harbour.sink.next()).to).toEqual([JONAS.email]);
  const guest = await givenPage(browser, harbour);
  const joined = { invitationId: first.id, name: JONAS.name, password: JONAS.password };
  await told(
    guest,
    ({ client }, body) => client.$fetch("/sign-up/invitation", { method: "POST", body }),
    joined,
  );
  await signOut(guest);
  await signIn(guest, JONAS);

  const canceled = await invite(made.id, "member");
  await told(
    page,
    ({ client }, invitationId) => client.organization.cancelInvitation({ invitationId }),
    canceled.id,
  );
  const accept = (invitationId: string) =>
    ask(guest, ({ client }, id) => client.organization.acceptInvitation({ invitationId: id }), invitationId);
  expect((await accept(canceled.id)).error?.code).toBe("INVITATION_NOT_FOUND");
  const second = await invite(made.id, "member");
  expect(
    (await told(page, ({ client }) => client.organization.listInvitations())).map(({ id }) => id),
  ).toContain(second.id);
  const member = (await accept(second.id)).data?.member.id ?? "";
  await told(
    guest,
    ({ client }, organizationId) => client.organization.setActive({ organizationId }),
    made.id,
  );
  expect(await told(guest, ({ client }) => client.organization.getActiveMember())).toMatchObject({
    role: "member",
  });
  expect(await refused(guest, ({ client }) => client.organization.listMembers())).toEqual({
    status: 403,
    code: "FORBIDDEN",
  });
  const byThemselves = await refused(
    guest,
    ({ client }, memberId) => client.organization.updateMemberRole({ memberId, role: "owner" }),
    member,
  );
  expect(byThemselves).toEqual({ status: 403, code: "FORBIDDEN" });
  await told(
    page,
    ({ client }, memberId) => client.organization.updateMemberRole({ memberId, role: "admin" }),
    member,
  );
  const people = await told(guest, ({ client }) => client.organization.listMembers());
  expect(people.members.map(({ role }) => role).sort()).toEqual(["admin", "owner"]);

  await told(guest, ({ client }, organizationId) => client.organization.leave({ organizationId }), made.id);
  const alone = await refused(
    page,
    ({ client }, organizationId) => client.organization.leave({ organizationId }),
    made.id,
  );
  expect(alone).toEqual({ status: 409, code: "LAST_OWNER" });
  const full = await told(
    page,
    ({ client }, organizationId) => client.organization.getFullOrganization({ query: { organizationId } }),
    home,
  );
  const jonas = full.members.find(({ user }) => user.email === JONAS.email)?.id ?? "";
  await told(page, ({ client }, given) => client.organization.removeMember(given), {
    memberIdOrEmail: jonas,
    organizationId: home,
  });
  expect((await session(guest)).error?.status, "who was shown out is signed out").toBe(401);
  await told(page, ({ client }, organizationId) => client.organization.delete({ organizationId }), made.id);
  expect((await told(page, ({ client }) => client.organization.list())).map(({ id }) => id)).toEqual([home]);
  await page.context().close();
  await guest.context().close();
});
