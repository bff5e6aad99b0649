import type { Browser, Page } from "@playwright/test";
import { expect, sessionState, test } from "./given";
import { arrowTo, chooseItem, chooseRadio, pressAt, tabTo, typeAt } from "./keyboard";
import { nextCode } from "./one-time-code";
import { discard, type Roadstead, signInByApi, startRoadstead } from "./roadstead";
import { setUpSecondFactor } from "./second-factor";
import { signIn } from "./sign-in";

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
  await typeAt(page, page.getByLabel("E-mail"), email);
  await chooseRadio(page, page.getByRole("radiogroup", { name: "Role" }), new RegExp(`^${role}`));
  await pressAt(page, page.getByRole("button", { name: "Invite" }));
  const answer = page.getByRole("status").filter({ hasText: `${email} is invited.` });
  return await answer.getByText(/\/invitation\//).innerText();
}

/** Joins as somebody new, at the page of an invitation. */
async function join(guest: Page): Promise<void> {
  await typeAt(guest, guest.getByLabel("Your name"), JONAS.name);
  await typeAt(guest, guest.getByLabel("Choose a password"), JONAS.password);
  await guest.keyboard.press("Enter");
  await expect(guest.getByRole("heading", { name: "Catalog" })).toBeVisible();
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  const button = page.getByRole("button", { name: `Actions for ${name}` });
  await chooseItem(page, button, page.getByRole("menuitem", { name: action }));
}

test("somebody is invited, joins with a password, gets another role, and is shown out", async ({
  browser,
}) => {
  roadstead = await startRoadstead();
  const owner = await givenPage(browser, roadstead, await signInByApi(roadstead));
  await owner.goto("/settings/members");
  await typeAt(owner, owner.getByLabel("E-mail"), "no address");
  await owner.keyboard.press("Enter");
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
  await typeAt(guest, guest.getByLabel("Choose a password"), JONAS.password);
  await guest.keyboard.press("Enter");
  await expect(guest.getByRole("heading", { name: "Catalog" })).toBeVisible();
  await guest.goto("/settings/members");
  await expect(guest.getByText("You are here as restricted.")).toBeVisible();

  await owner.reload();
  await choose(owner, JONAS.name, "Change role…");
  const dialog = owner.getByRole("dialog");
  await chooseRadio(owner, dialog.getByRole("radiogroup", { name: "Role" }), /^Admin/);
  await pressAt(owner, dialog.getByRole("button", { name: "Change the role" }));
  await expect(owner.getByText(`The role of ${JONAS.name} is changed`)).toBeVisible();
  await guest.reload();
  await expect(guest.getByRole("heading", { name: "Invite somebody" })).toBeVisible();
  await expect(guest.getByRole("button", { name: "Actions for maren" })).toBeDisabled();

  await choose(owner, JONAS.name, "Remove…");
  await expect(owner.getByRole("button", { name: "Remove", exact: true })).toBeDisabled();
  await confirm(owner, JONAS.name);
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
  await join(guest);
  await guest.goto(link);
  await expect(guest.getByText("This invitation was accepted already.")).toBeVisible();

  const gone = await invite(owner, "never@example.org", "Member");
  await pressAt(owner, owner.getByRole("button", { name: "Withdraw the invitation for never@example.org" }));
  await expect(owner.getByText("Nobody is invited at the moment.")).toBeVisible();
  await guest.goto(gone);
  await expect(guest.getByText("This invitation was withdrawn")).toBeVisible();

  // Another organization of one's own, to which somebody with an account is invited.
  await owner.goto("/settings/organization");
  await typeAt(owner, owner.getByLabel("Name of the new organization"), "Pilot house");
  await owner.keyboard.press("Enter");
  await expect(owner.getByText("One person belongs to Pilot house.")).toBeVisible();
  const second = await invite(owner, JONAS.email, "Member");
  await guest.goto(second);
  await pressAt(guest, guest.getByRole("button", { name: "Join Pilot house" }));
  await expect(guest.getByRole("heading", { name: "Catalog" })).toBeVisible();
  const menu = guest.getByRole("button", { name: JONAS.name });
  await pressAt(guest, menu);
  await expect(guest.getByRole("menuitemradio", { name: "Pilot house" })).toBeChecked();
  await guest.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await chooseItem(guest, menu, guest.getByRole("menuitemradio", { name: "maren's harbour" }));
  await expect(guest.getByRole("button", { name: JONAS.name })).toContainText("maren's harbour");
});

test("who accepts an invitation signs in first, with a second factor too, and comes back to it", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  roadstead = await startRoadstead();
  const owner = await givenPage(browser, roadstead, await signInByApi(roadstead));
  const guest = await givenJonas(browser, owner, "Member");
  const { secret, code } = await setUpSecondFactor(guest, JONAS.password);
  await owner.goto("/settings/organization");
  await typeAt(owner, owner.getByLabel("Name of the new organization"), "Pilot house");
  await owner.keyboard.press("Enter");
  await expect(owner.getByText("One person belongs to Pilot house.")).toBeVisible();
  const link = await invite(owner, JONAS.email, "Member");

  // The wrong person goes first, as on a machine that two share.
  await owner.goto(link);
  await pressAt(owner, owner.getByRole("button", { name: "Sign out and go on" }));
  await pressAt(owner, owner.getByRole("link", { name: "Sign in to accept" }));
  await signIn(owner, JONAS);
  await expect(owner.getByRole("heading", { name: "Code from your authenticator" })).toBeVisible();
  await typeAt(owner, owner.getByLabel("Six-digit code"), await nextCode(secret, code));
  await owner.keyboard.press("Enter");
  await expect(owner.getByRole("heading", { name: "Join Pilot house" })).toBeVisible();
  await pressAt(owner, owner.getByRole("button", { name: "Join Pilot house" }));
  await expect(owner.getByRole("heading", { name: "Catalog" })).toBeVisible();
  await expect(owner.getByRole("button", { name: JONAS.name })).toContainText("Pilot house");
});

/** Invites Jonas and lets him join. @returns his page */
async function givenJonas(browser: Browser, owner: Page, role: string): Promise<Page> {
  if (!roadstead) throw new Error("start Roadstead first");
  const guest = await givenPage(browser, roadstead);
  await guest.goto(await invite(owner, JONAS.email, role));
  await join(guest);
  return guest;
}

/** Types the name that a dialog asks for. */
async function confirm(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await typeAt(page, page.getByLabel(`Type ${name} to confirm`), name);
  await page.keyboard.press("Enter");
}

test("an organization is renamed, handed over and left, by keyboard alone", async ({ browser }) => {
  roadstead = await startRoadstead();
  const owner = await givenPage(browser, roadstead, await signInByApi(roadstead));
  const guest = await givenJonas(browser, owner, "Member");
  await owner.goto("/settings/organization");
  await typeAt(owner, owner.getByLabel("Name of the organization"), "");
  await owner.keyboard.press("Enter");
  await expect(owner.getByLabel("Name of the organization")).toHaveAccessibleDescription(/Write a name/);
  await owner.keyboard.type("Pilot house");
  await owner.keyboard.press("Enter");
  await expect(owner.getByRole("heading", { name: "Pilot house" })).toBeVisible();

  await owner.goto("/settings/members");
  await choose(owner, "maren", "Leave…");
  await confirm(owner, "Pilot house");
  await expect(owner.getByText("An organization always has an owner.")).toBeVisible();
  await owner.keyboard.press("Escape");
  await expect(owner.getByRole("button", { name: "Actions for maren" })).toBeFocused();
  await choose(owner, JONAS.name, "Hand the organization over…");
  await confirm(owner, JONAS.name);
  await expect(owner.getByText(`${JONAS.name} owns Pilot house now`)).toBeVisible();
  await choose(owner, "maren", "Leave…");
  await confirm(owner, "Pilot house");
  await expect(owner).toHaveURL("/settings/organization");
  await expect(owner.getByRole("heading", { name: "Pilot house" })).toHaveCount(0);
  await guest.goto("/settings/members");
  await expect(guest.getByText("One person belongs to Pilot house.")).toBeVisible();
});

test("an admin sees what a member may do, changes it thing by thing, and it holds at once", async ({
  browser,
}) => {
  roadstead = await startRoadstead();
  const owner = await givenPage(browser, roadstead, await signInByApi(roadstead));
  const guest = await givenJonas(browser, owner, "Member");
  await owner.goto("/settings/members");
  await choose(owner, JONAS.name, "Change what they may do…");
  const dialog = owner.getByRole("dialog", { name: `What ${JONAS.name} may do` });
  const projects = dialog.getByRole("radiogroup", { name: "Access to All projects" });
  await expect(projects.getByRole("radio", { name: "Write" })).toBeChecked();
  await expect(dialog.getByRole("status")).toContainText(
    `${JONAS.name} will be able to read and change all projects`,
  );
  await tabTo(owner, projects.getByRole("radio", { name: "Write" }));
  await arrowTo(owner, projects.getByRole("radio", { name: "Read" }), "ArrowLeft");
  await expect(projects.getByRole("radio", { name: "Read" })).toBeChecked();
  await expect(dialog.getByRole("status")).toContainText("read all projects");
  await pressAt(owner, dialog.getByRole("button", { name: "Save" }));
  await expect(owner.getByText(`What ${JONAS.name} may do is changed`)).toBeVisible();
  await expect(owner.getByRole("button", { name: `Actions for ${JONAS.name}` })).toBeFocused();
  const install = {
    data: { appId: "whoami", name: "Who", deploy: false },
    headers: { origin: roadstead.url },
  };
  expect((await guest.request.post("/api/apps", install)).status(), "reading is left").toBe(403);
  expect((await guest.request.get("/api/projects")).status()).toBe(200);

  await choose(owner, JONAS.name, "Change what they may do…");
  await expect(projects.getByRole("radio", { name: "Read" })).toBeChecked();
  await pressAt(owner, dialog.getByRole("button", { name: "Cancel" }));
  await expect(dialog).toBeHidden();
});

test("an admin of the instance makes a link for a forgotten password", async ({ browser }) => {
  roadstead = await startRoadstead();
  const owner = await givenPage(browser, roadstead, await signInByApi(roadstead));
  const guest = await givenJonas(browser, owner, "Member");
  await owner.goto("/settings/members");
  await choose(owner, JONAS.name, "Make a password reset link…");
  await pressAt(owner, owner.getByRole("button", { name: "Make a reset link" }));
  await expect(owner.getByRole("button", { name: "Copy the reset link" })).toBeFocused();
  const link = await owner.getByText(/reset-password\?token=/).innerText();
  await guest.goto(link);
  await typeAt(guest, guest.getByLabel("New password"), "another lantern on the quay");
  await guest.keyboard.press("Enter");
  await expect(guest.getByText("Your password is changed.")).toBeVisible();
  const withTheOld = signInByApi(roadstead, { email: JONAS.email, password: JONAS.password });
  await expect(withTheOld).rejects.toThrow("401");
});
