import { readFile } from "node:fs/promises";
import { type Browser, test as base, expect, type Locator, type Page } from "@playwright/test";
import { ageSessions } from "./aged";
import { givenAuthenticator } from "./authenticator";
import { watchPolicy } from "./given";
import { pressAt, typeAt } from "./keyboard";
import { codeOf, nextCode } from "./one-time-code";
import { ADMIN, discard, type Roadstead, startRoadstead } from "./roadstead";
import { signIn, signOut } from "./sign-in";

/** Signing in with more than a password, in a real browser. Codes are made by `oathtool`, which is none of ours. */

const CHANGED = "a lantern on the quay";
const SECURITY = "/settings/security";

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

/** Opens the sign-in page and signs in, to come to this page. */
async function signInAt(page: Page, next = "/projects"): Promise<void> {
  await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
  await signIn(page);
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** What the API answers to whoever this browser is signed in as. */
async function projectsStatus(page: Page): Promise<number> {
  return await page.evaluate(async () => (await fetch("/api/projects")).status);
}

/** Presses a button of the security page that asks for the password, and writes it. */
async function changeAtSecurity(page: Page, name: string): Promise<void> {
  await page.goto(SECURITY);
  await pressAt(page, button(page, name));
  await expect(page.getByLabel("Your password", { exact: true })).toBeFocused();
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press("Enter");
}

/** Notes in this window, from now on, how its pages ask the browser for a passkey. */
async function noteHowAsked(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { credentials } = navigator;
    const get = credentials.get.bind(credentials);
    credentials.get = (options) => {
      const before = sessionStorage.getItem("asked") ?? "";
      sessionStorage.setItem("asked", `${before} ${options?.mediation ?? "at-once"}`.trim());
      return get(options);
    };
  });
}
const howAsked = (page: Page) => page.evaluate(() => sessionStorage.getItem("asked"));

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
  await pressAt(page, page.getByRole("link", { name: "Sign in from the start" }));
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fdeployments$/);
});

/** Sets two factors up, from the security page on. @returns the key, its first code and the recovery codes */
async function setUp(page: Page) {
  const password = page.getByLabel("Your password", { exact: true });
  await pressAt(page, page.getByRole("link", { name: "Set up" }));
  await expect(password).toBeFocused();
  await page.keyboard.type("not the password");
  await page.keyboard.press("Enter");
  await expect(password).toHaveAccessibleDescription("The current password is wrong.");
  await typeAt(page, password, ADMIN.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("img", { name: "QR code with the setup key" })).toBeVisible();
  const key = (await page.getByText(/^([A-Z2-7]{4} ?){8,}$/).innerText()).replaceAll(" ", "");
  const field = page.getByLabel("Six-digit code");
  await expect(field).toBeFocused();
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription(/This code is wrong/);
  const first = await codeOf(key);
  await typeAt(page, field, first);
  await page.keyboard.press("Enter");
  const shown = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(shown).toHaveCount(10);
  return { key, first, codes: await shown.allInnerTexts() };
}

/** Downloads the recovery codes that are shown, and says so. */
async function keep(page: Page, codes: readonly string[]): Promise<void> {
  const download = page.waitForEvent("download");
  await pressAt(page, button(page, "Download"));
  const file = await readFile(await (await download).path(), "utf8");
  for (const code of codes) expect(file).toContain(code);
  await expect(button(page, "Done")).toBeDisabled();
  await pressAt(page, page.getByLabel("I have saved them"), "Space");
  await pressAt(page, button(page, "Done"));
}

/** Signs in to the second step, and answers it with a recovery code. */
async function signInByRecoveryCode(page: Page, code: string): Promise<void> {
  await signInAt(page);
  await pressAt(page, page.getByRole("link", { name: "Use a recovery code instead" }));
  await expect(page.getByLabel("Recovery code")).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
}

test("two factors: set up, asked for, a recovery code opens once, turned off", async ({
  browser,
  roadstead,
}) => {
  test.setTimeout(240_000);
  const page = await givenStranger(browser, roadstead);
  await signInAt(page, SECURITY);
  const { key, first, codes } = await setUp(page);
  await keep(page, codes);
  await expect(page.getByText("On", { exact: true })).toBeVisible();
  await signOut(page, "maren");

  await signInAt(page, "/deployments");
  await expect(heading(page, "Code from your authenticator")).toBeVisible();
  await expect(page.getByText(/^(10:00|9:[0-5]\d) left$/)).toBeVisible();
  expect(await projectsStatus(page), "no session yet").toBe(401);
  const field = page.getByLabel("Six-digit code");
  await expect(field).toBeFocused();
  await page.keyboard.type("12");
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription(/Write the six digits/);
  await expect(field).toHaveValue("12");
  await typeAt(page, field, first);
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription(/was used already/);
  await typeAt(page, field, await nextCode(key, first));
  await page.keyboard.press("Enter");
  await expect(heading(page, "Deployments")).toBeVisible();

  const works = codes[0] ?? "";
  const lost = await givenStranger(browser, roadstead);
  await signInByRecoveryCode(lost, ` ${works} `);
  await expect(heading(lost, "Projects")).toBeVisible();
  await lost.context().clearCookies();
  await signInByRecoveryCode(lost, works);
  await expect(lost.getByLabel("Recovery code")).toHaveAccessibleDescription(/was used already/);
  await pressAt(lost, lost.getByRole("link", { name: "Use the authenticator instead" }));
  await expect(lost.getByLabel("Six-digit code")).toBeFocused();
  await lost.context().close();

  await changeAtSecurity(page, "Replace the recovery codes");
  const list = page.getByRole("list", { name: "Recovery codes" });
  await expect(list).not.toContainText(codes[1] ?? "");
  await takeAway(page, await list.getByRole("listitem").allInnerTexts());
  await changeAtSecurity(page, "Turn off");
  await expect(page.getByRole("link", { name: "Set up" })).toBeVisible();
  await page.context().close();
});

test("a passkey: made, named anew, signs in by its button, and is deleted", async ({
  browser,
  roadstead,
}) => {
  const page = await givenStranger(browser, roadstead);
  await signInAt(page, SECURITY);
  await expect(heading(page, "Security")).toBeVisible();
  const device = await givenAuthenticator(page);
  await ageSessions(roadstead);
  const name = page.getByLabel("Name", { exact: true });
  await pressAt(page, button(page, "Add a passkey"));
  await expect(name).toBeFocused();
  await page.keyboard.type("Laptop");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This needs a recent sign-in.")).toBeVisible();
  await pressAt(page, button(page, "Sign in again"));
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fsettings%2Fsecurity$/);
  await signIn(page);
  await expect(heading(page, "Security")).toBeVisible();
  await pressAt(page, button(page, "Add a passkey"));
  await expect(name).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(name).toHaveAccessibleDescription(/Write a name\./);
  await page.keyboard.type("Laptop");
  await page.keyboard.press("Enter");
  await pressAt(page, button(page, "Rename Laptop"));
  await expect(page.getByLabel("New name of Laptop")).toBeFocused();
  await typeAt(page, page.getByLabel("New name of Laptop"), "Chart table");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Chart table", { exact: true })).toBeVisible();

  await noteHowAsked(page);
  await device.setPresent(false);
  await page.context().clearCookies();
  await page.goto("/sign-in?next=/deployments");
  await expect.poll(() => howAsked(page)).toBe("conditional");
  expect(await projectsStatus(page), "nobody has chosen a passkey yet").toBe(401);
  await device.setPresent(true);
  await pressAt(page, button(page, "Use a passkey"));
  await expect(heading(page, "Deployments")).toBeVisible();
  expect(await howAsked(page)).toBe("conditional at-once");
  await page.goto(SECURITY);
  await pressAt(page, button(page, "Delete Chart table…"));
  await expect(button(page, "Delete Chart table")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("None yet.")).toBeVisible();
  await page.context().close();
});

test("a passkey that the browser offers among what it fills in signs in, with no button pressed", async ({
  browser,
  roadstead,
}) => {
  const page = await givenStranger(browser, roadstead);
  await signInAt(page, SECURITY);
  await givenAuthenticator(page);
  await pressAt(page, button(page, "Add a passkey"));
  await typeAt(page, page.getByLabel("Name", { exact: true }), "Laptop");
  await page.keyboard.press("Enter");
  await expect(button(page, "Rename Laptop")).toBeVisible();

  await noteHowAsked(page);
  await page.context().clearCookies();
  // It may go on before all of the page is there.
  await page.goto("/sign-in?next=/deployments", { waitUntil: "commit" });
  await expect(heading(page, "Deployments")).toBeVisible();
  expect(await howAsked(page)).toBe("conditional");
  expect(await projectsStatus(page)).toBe(200);
  await page.context().close();
});

test("another session is ended, and a changed password ends the rest", async ({ browser, roadstead }) => {
  const page = await givenStranger(browser, roadstead);
  const other = await givenStranger(browser, roadstead);
  await signInAt(other);
  await expect(heading(other, "Projects")).toBeVisible();
  await signInAt(page, SECURITY);
  await pressAt(page, button(page, "End all others"));
  await expect(page.getByText("All other sessions have ended")).toBeVisible();
  const sessions = page.getByRole("region", { name: "Sessions" });
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await expect(sessions.getByText("This session")).toBeVisible();
  await signInAt(other);
  await expect(heading(other, "Projects")).toBeVisible();
  await page.reload();
  await pressAt(page, sessions.getByRole("button", { name: /^End the session of Chrome on Linux/ }));
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  expect(await projectsStatus(other)).toBe(401);

  await signInAt(other);
  await expect(heading(other, "Projects")).toBeVisible();
  const [current, fresh] = ["Current password", "New password"].map((name) =>
    page.getByLabel(name, { exact: true }),
  ) as [Locator, Locator];
  await typeAt(page, current, "not the password");
  await typeAt(page, fresh, CHANGED);
  await page.keyboard.press("Enter");
  await expect(current).toHaveAccessibleDescription(/is wrong/);
  await expect(fresh).toHaveValue(CHANGED);
  await typeAt(page, current, ADMIN.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your other sessions have ended.")).toBeVisible();
  expect(await projectsStatus(other)).toBe(401);
  expect(await projectsStatus(page)).toBe(200);
  await page.context().close();
  await other.context().close();
});
