import type { Browser, Page } from "@playwright/test";
import { expect, sessionState, test } from "./given";
import { ADMIN, discard, type Roadstead, signInByApi, startRoadstead } from "./roadstead";

/** People of an organization, on a Roadstead of their own: who was invited stays. */

const JONAS = { email: "jonas@example.org", name: "Jonas Ferry", password: "a lantern on the quay" };
let roadstead: Roadstead | undefined;

test.afterEach(async () => {
  await discard(roadstead);
  roadstead = undefined;
});

async function givenPage(browser: Browser, { url }: Roadstead, cookie?: string): Promise<Page> {
  const storageState = cookie ? sessionState(cookie) : undefined;
  return (await browser.newContext({ baseURL: url, storageState })).newPage();
}

/** Invites from the members page. @returns the link that is shown */
async function invite(page: Page, email: string, role: string): Promise<string> {
  await page.goto("/settings/members");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("radio", { name: new RegExp(`^${role}`) }).click();
  await page.getByRole("button", { name: "Invite" }).click();
  const answer = page.getByRole("status").filter({ hasText: `${email} is invited.` });
  return await answer.getByText(/\/invitation\//).innerText();
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).press("Enter");
  await page.getByRole("menuitem", { name: action }).press("Enter");
}

test("somebody is invited, joins with a password, gets another role, and is shown out", async ({
  browser,
}) => {
  roadstead = await startRoadstead();
  const owner = await givenPage(browser, roadstead, await signInByApi(roadstead));
  await owner.goto("/settings/members");
  await owner.getByLabel("E-mail").fill("no address");
  await owner.getByRole("button", { name: "Invite" }).press("Enter");
  await expect(owner.getByLabel("E-mail")).toHaveAccessibleDescription(/Write an e-mail address/);
  await expect(owner.getByLabel("E-mail")).toHaveValue("no address");
  const link = await invite(owner, JONAS.email, "Restricted");

  const guest = await givenPage(browser, roadstead);
  await guest.goto(link);
  await expect(guest.getByText(JONAS.email)).toBeVisible();
  await expect(guest.getByLabel("Your name")).toBeFocused();
  await guest.keyboard.type(JONAS.name);
  await guest.keyboard.press("Tab");
  await guest.keyboard.type("short");
  await guest.keyboard.press("Enter");
  await expect(guest.getByLabel("Choose a password")).toHaveAccessibleDescription("Use 8 to 128 characters.");
  await expect(guest.getByLabel("Your name")).toHaveValue(JONAS.name);
  await guest.getByLabel("Choose a password").fill(JONAS.password);
  await guest.keyboard.press("Enter");
  await expect(guest.getByRole("heading", { name: "Catalog" })).toBeVisible();
  await guest.goto("/settings/members");
  await expect(guest.getByText("You are here as restricted.")).toBeVisible();

  await owner.reload();
  await choose(owner, JONAS.name, "Change role…");
  await owner.getByRole("radio", { name: /^Admin/ }).click();
  await owner.getByRole("button", { name: "Change the role" }).press("Enter");
  await expect(owner.getByText(`The role of ${JONAS.name} is changed`)).toBeVisible();
  await guest.reload();
  await expect(guest.getByRole("heading", { name: "Invite somebody" })).toBeVisible();
  await expect(guest.getByRole("button", { name: "Actions for maren" })).toBeDisabled();

  await choose(owner, JONAS.name, "Remove…");
  await expect(owner.getByRole("button", { name: "Remove", exact: true })).toBeDisabled();
  await owner.getByLabel(`Type ${JONAS.name} to confirm`).fill(JONAS.name);
  await owner.keyboard.press("Enter");
  await expect(owner.getByText(`${JONAS.name} was removed`)).toBeVisible();
  await guest.goto("/projects");
  await expect(guest).toHaveURL(/\/sign-in/);
});

test("an invitation says what is wrong with it, and who is signed in as somebody else gets on", async ({
  browser,
}) => {
  roadstead = await startRoadstead();
  const owner = await givenPage(browser, roadstead, await signInByApi(roadstead));
  const link = await invite(owner, JONAS.email, "Member");
  await owner.goto(link);
  await expect(owner.getByText("only that address can accept it")).toBeVisible();
  const guest = await givenPage(browser, roadstead);
  await guest.goto(link);
  await guest.getByLabel("Your name").fill(JONAS.name);
  await guest.getByLabel("Choose a password").fill(JONAS.password);
  await guest.keyboard.press("Enter");
  await expect(guest.getByRole("heading", { name: "Catalog" })).toBeVisible();
  await guest.goto(link);
  await expect(guest.getByText("This invitation was accepted already.")).toBeVisible();

  const gone = await invite(owner, "never@example.org", "Member");
  await owner.getByRole("button", { name: "Withdraw the invitation for never@example.org" }).press("Enter");
  await expect(owner.getByText("Nobody is invited at the moment.")).toBeVisible();
  await guest.goto(gone);
  await expect(guest.getByText("This invitation was withdrawn")).toBeVisible();

  // Another organization of one's own, to which somebody with an account is invited.
  await owner.goto("/settings/organization");
  await owner.getByLabel("Name of the new organization").fill("Pilot house");
  await owner.keyboard.press("Enter");
  await expect(owner.getByText("One person belongs to Pilot house.")).toBeVisible();
  const second = await invite(owner, JONAS.email, "Member");
  await guest.goto(second);
  await guest.getByRole("button", { name: "Join Pilot house" }).press("Enter");
  await expect(guest.getByRole("heading", { name: "Catalog" })).toBeVisible();
  await guest.getByRole("button", { name: JONAS.name }).press("Enter");
  await expect(guest.getByRole("menuitemradio", { name: "Pilot house" })).toBeChecked();
  await guest.getByRole("menuitemradio", { name: "maren's harbour" }).press("Enter");
  await expect(guest.getByRole("button", { name: JONAS.name })).toContainText("maren's harbour");
});

test("an admin of the instance makes a link for a forgotten password", async ({ browser }) => {
  roadstead = await startRoadstead();
  const owner = await givenPage(browser, roadstead, await signInByApi(roadstead));
  const guest = await givenPage(browser, roadstead);
  await guest.goto(await invite(owner, JONAS.email, "Member"));
  await guest.getByLabel("Your name").fill(JONAS.name);
  await guest.getByLabel("Choose a password").fill(JONAS.password);
  await guest.keyboard.press("Enter");
  await expect(guest.getByRole("heading", { name: "Catalog" })).toBeVisible();
  await owner.goto("/settings/members");
  await choose(owner, JONAS.name, "Make a password reset link…");
  await owner.getByRole("button", { name: "Make a reset link" }).press("Enter");
  await expect(owner.getByRole("button", { name: "Copy the reset link" })).toBeFocused();
  const link = await owner.getByText(/reset-password\?token=/).innerText();
  await guest.goto(link);
  await guest.getByLabel("New password").fill("another lantern on the quay");
  await guest.keyboard.press("Enter");
  await expect(guest.getByText("Your password is changed.")).toBeVisible();
  const signIn = signInByApi(roadstead, { ...ADMIN, email: JONAS.email, password: JONAS.password });
  await expect(signIn).rejects.toThrow("401");
});
