import { readFile } from "node:fs/promises";
import { type Browser, test as base, expect, type Page } from "@playwright/test";
import { ageSessions } from "./aged";
import { givenAuthenticator } from "./authenticator";
import { watchPolicy } from "./given";
import { pressAt } from "./keyboard";
import { codeOf, nextCode } from "./one-time-code";
import { ADMIN, discard, type Roadstead, startRoadstead } from "./roadstead";

/** Signing in with more than a password, in a real browser. Codes are made by `oathtool`, which is none of ours. */

const CHANGED = "a lantern on the quay";

// A Roadstead of this file's own: the sessions and the password of its owner change.
const test = base.extend<object, { roadstead: Roadstead }>({
  roadstead: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const roadstead = await startRoadstead();
      await use(roadstead);
      await discard(roadstead);
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

const watched: string[][] = [];
test.afterEach(() => expect(watched.splice(0).flat()).toEqual([]));

/** A browser without a session, at the name that passkeys are bound to. What its policy forbids fails the test. */
async function givenStranger(browser: Browser, { port }: Roadstead): Promise<Page> {
  const context = await browser.newContext({ baseURL: `http://localhost:${port}` });
  watched.push(await watchPolicy(context));
  return await context.newPage();
}

async function signIn(page: Page, next = "/projects"): Promise<void> {
  await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
}

/** What the API answers to whoever this browser is signed in as. */
async function projectsStatus(page: Page): Promise<number> {
  return await page.evaluate(async () => (await fetch("/api/projects")).status);
}

async function changeAtSecurity(page: Page, button: string): Promise<void> {
  await page.goto("/settings/security");
  await page.getByRole("button", { name: button }).click();
  await expect(page.getByLabel("Your password", { exact: true })).toBeFocused();
}

/** Copies and prints the recovery codes that are shown, by keyboard alone. */
async function takeAway(page: Page, codes: readonly string[]): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await pressAt(page, page.getByRole("button", { name: "Copy the recovery codes" }));
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  for (const code of codes) expect(copied).toContain(code);

  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "once");
  });
  await pressAt(page, page.getByRole("button", { name: "Print" }));
  await expect(page.locator("html")).toHaveAttribute("data-printed", "once");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("list", { name: "Recovery codes" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Sessions" })).toBeHidden();
  await expect(page.getByRole("navigation").first()).toBeHidden();
  await page.emulateMedia({ media: "screen" });
}

test("the second step without a first one says where to begin", async ({ browser, roadstead }) => {
  const page = await givenStranger(browser, roadstead);
  await page.goto("/two-factor?next=/deployments");
  await expect(page.getByText("There is no sign-in waiting for a code here.")).toBeVisible();
  await page.getByRole("link", { name: "Sign in from the start" }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fdeployments$/);
});

test("two factors: set up, asked for, a recovery code opens once, turned off", async ({
  browser,
  roadstead,
}) => {
  test.setTimeout(240_000);
  const page = await givenStranger(browser, roadstead);
  await signIn(page, "/settings/security");
  await page.getByRole("link", { name: "Set up" }).press("Enter");
  await expect(page.getByLabel("Your password", { exact: true })).toBeFocused();
  await page.keyboard.type("not the password");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Your password", { exact: true })).toHaveAccessibleDescription(
    "The current password is wrong.",
  );
  await page.getByLabel("Your password", { exact: true }).fill(ADMIN.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("img", { name: "QR code with the setup key" })).toBeVisible();
  const key = (await page.getByText(/^([A-Z2-7]{4} ?){8,}$/).innerText()).replaceAll(" ", "");
  const field = page.getByLabel("Six-digit code");
  await field.fill("000000");
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription(/This code is wrong/);
  const first = await codeOf(key);
  await field.fill(first);
  await field.press("Enter");
  const shown = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  for (const code of codes) expect(file).toContain(code);
  await expect(page.getByRole("button", { name: "Done" })).toBeDisabled();
  await page.getByLabel("I have saved them").click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("On", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "maren" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();

  await signIn(page, "/deployments");
  await expect(page.getByRole("heading", { name: "Code from your authenticator" })).toBeVisible();
  await expect(page.getByText(/^(10:00|9:[0-5]\d) left$/)).toBeVisible();
  expect(await projectsStatus(page), "no session yet").toBe(401);
  await expect(field).toBeFocused();
  await page.keyboard.type("12");
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription(/Write the six digits/);
  await expect(field).toHaveValue("12");
  await field.fill(first);
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription(/was used already/);
  await field.fill(await nextCode(key, first));
  await field.press("Enter");
  await expect(page.getByRole("heading", { name: "Deployments" })).toBeVisible();

  const works = codes[0] ?? "";
  const lost = await givenStranger(browser, roadstead);
  await signIn(lost);
  await lost.getByRole("link", { name: "Use a recovery code instead" }).press("Enter");
  await lost.getByLabel("Recovery code").fill(` ${works} `);
  await lost.getByLabel("Recovery code").press("Enter");
  await expect(lost.getByRole("heading", { name: "Projects" })).toBeVisible();
  await lost.context().clearCookies();
  await signIn(lost);
  await lost.getByRole("link", { name: "Use a recovery code instead" }).press("Enter");
  await lost.getByLabel("Recovery code").fill(works);
  await lost.getByLabel("Recovery code").press("Enter");
  await expect(lost.getByLabel("Recovery code")).toHaveAccessibleDescription(/was used already/);
  await lost.context().close();

  await changeAtSecurity(page, "Replace the recovery codes");
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Recovery codes" })).not.toContainText(codes[1] ?? "");
  await takeAway(page, await shown.allInnerTexts());
  await changeAtSecurity(page, "Turn off");
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Set up" })).toBeVisible();
  await page.context().close();
});

test("a passkey: made, named anew, signs in, and is deleted", async ({ browser, roadstead }) => {
  const page = await givenStranger(browser, roadstead);
  await signIn(page, "/settings/security");
  await expect(page.getByRole("heading", { name: "Security", level: 1 })).toBeVisible();
  await givenAuthenticator(page);
  await ageSessions(roadstead);
  await pressAt(page, page.getByRole("button", { name: "Add a passkey" }));
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type("Laptop");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This needs a recent sign-in.")).toBeVisible();
  await pressAt(page, page.getByRole("button", { name: "Sign in again" }));
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fsettings%2Fsecurity$/);
  await signIn(page, "/settings/security");
  await expect(page.getByRole("heading", { name: "Security", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toHaveAccessibleDescription(/Write a name\./);
  await page.getByLabel("Name", { exact: true }).fill("Laptop");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Rename Laptop" }).click();
  await page.getByLabel("New name of Laptop").fill("Chart table");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Chart table", { exact: true })).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/sign-in?next=/deployments");
  // The waiting autofill may be answered by the authenticator at once; the button otherwise.
  await page
    .getByRole("button", { name: "Use a passkey" })
    .click({ timeout: 5000 })
    .catch(() => {});
  await expect(page.getByRole("heading", { name: "Deployments" })).toBeVisible();
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Delete Chart table…" }).click();
  await page.keyboard.press("Enter");
  await expect(page.getByText("None yet.")).toBeVisible();
  await page.context().close();
});

test("another session is ended, and a changed password ends the rest", async ({ browser, roadstead }) => {
  const page = await givenStranger(browser, roadstead);
  const other = await givenStranger(browser, roadstead);
  await signIn(other);
  await expect(other.getByRole("heading", { name: "Projects" })).toBeVisible();
  await signIn(page, "/settings/security");
  await page.getByRole("button", { name: "End all others" }).click();
  await expect(page.getByText("All other sessions have ended")).toBeVisible();
  const sessions = page.getByRole("region", { name: "Sessions" });
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await expect(sessions.getByText("This session")).toBeVisible();
  await signIn(other);
  await expect(other.getByRole("heading", { name: "Projects" })).toBeVisible();
  await page.reload();
  await sessions.getByRole("button", { name: /^End the session of Chrome on Linux/ }).click();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  expect(await projectsStatus(other)).toBe(401);

  await signIn(other);
  await expect(other.getByRole("heading", { name: "Projects" })).toBeVisible();
  await page.getByLabel("Current password", { exact: true }).fill("not the password");
  await page.getByLabel("New password", { exact: true }).fill(CHANGED);
  await page.getByLabel("New password", { exact: true }).press("Enter");
  await expect(page.getByLabel("Current password", { exact: true })).toHaveAccessibleDescription(/is wrong/);
  await expect(page.getByLabel("New password", { exact: true })).toHaveValue(CHANGED);
  await page.getByLabel("Current password", { exact: true }).fill(ADMIN.password);
  await page.getByLabel("Current password", { exact: true }).press("Enter");
  await expect(page.getByText("Your other sessions have ended.")).toBeVisible();
  expect(await projectsStatus(other)).toBe(401);
  expect(await projectsStatus(page)).toBe(200);
  await page.context().close();
  await other.context().close();
});
