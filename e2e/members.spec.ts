import type { Browser, Page } from "@playwright/test";
import { expect, sessionState, test } from "./given";
import { pressAt, tabTo } from "./keyboard";
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

/** Invites Jonas and lets him join. @returns his page */
async function givenJonas(browser: Browser, owner: Page, role: string): Promise<Page> {
  if (!roadstead) throw new Error("start Roadstead first");
  const guest = await givenPage(browser, roadstead);
  await guest.goto(await invite(owner, JONAS.email, role));
  await guest.getByLabel("Your name").fill(JONAS.name);
  await guest.getByLabel("Choose a password").fill(JONAS.password);
  await guest.keyboard.press("Enter");
  await expect(guest.getByRole("heading", { name: "Catalog" })).toBeVisible();
  return guest;
}

/** Types the name that a dialog asks for. */
async function confirm(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await tabTo(page, page.getByLabel(`Type ${name} to confirm`));
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
}

test("an organization is renamed, handed over and left, by keyboard alone", async ({ browser }) => {
  roadstead = await startRoadstead();
  const owner = await givenPage(browser, roadstead, await signInByApi(roadstead));
  const guest = await givenJonas(browser, owner, "Member");
  await owner.goto("/settings/organization");
  await tabTo(owner, owner.getByLabel("Name of the organization"));
  await owner.keyboard.press("Control+a");
  await owner.keyboard.press("Delete");
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
  await owner.keyboard.press("ArrowLeft");
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
