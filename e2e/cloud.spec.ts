import { expect, type Page, test } from "@playwright/test";
import { startCloud } from "./cloud";
import { watchPolicy } from "./given";
import { pressAt, typeAt } from "./keyboard";
import { nextCode } from "./one-time-code";
import { ADMIN, discard, type Roadstead, startRoadstead } from "./roadstead";
import { askAuth, setUpSecondFactor } from "./second-factor";

/** What the sign-in page of a desktop offers, as its mode has it. */

const NOBODY = { ROADSTEAD_ADMIN_EMAIL: undefined, ROADSTEAD_ADMIN_PASSWORD: undefined };
let roadstead: Roadstead | undefined;

test.afterEach(async () => {
  await discard(roadstead);
  roadstead = undefined;
});

const CLOUD = { ...NOBODY, DEPLOY_MODE: "desktop", ROADSTEAD_AUTH_MODE: "cloud" };

/** Signs in at the cloud, which opens in a window of its own, from the sign-in page of the desktop. */
async function signInAtCloud(page: Page): Promise<void> {
  await page.goto(`${roadstead?.url}/api/auth/desktop-login`);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page.getByLabel("Password")).toHaveCount(0);
  const opened = page.context().waitForEvent("page");
  await pressAt(page, page.getByRole("button", { name: "Continue with the cloud" }));
  await expect(page.getByText("Waiting for the cloud.")).toBeVisible();
  const window = await opened;
  await pressAt(window, window.getByRole("button", { name: "Allow" }));
  await expect(window.getByText("Go back to the Roadstead window")).toBeVisible();
}

/** The dashboard, as Maren of the cloud. */
async function isIn(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Catalog", level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: "Maren" })).toBeVisible();
}

test("a desktop of the cloud: its page goes on when the other window has signed in", async ({ context }) => {
  const forbidden = await watchPolicy(context);
  const cloud = await startCloud();
  roadstead = await startRoadstead({ env: { ...CLOUD, ROADSTEAD_CLOUD_URL: cloud.url } });
  const page = await context.newPage();
  await signInAtCloud(page);
  await isIn(page);
  await context.clearCookies();
  const again = await context.newPage();
  await signInAtCloud(again);
  await isIn(again);
  expect(forbidden).toEqual([]);
  await cloud.stop();
});

test("a hand-off from the cloud waits for the second factor, and goes on after it", async ({ context }) => {
  const cloud = await startCloud();
  roadstead = await startRoadstead({ env: { ...CLOUD, ROADSTEAD_CLOUD_URL: cloud.url } });
  const page = await context.newPage();
  await signInAtCloud(page);
  await isIn(page);
  await askAuth(page, "set-password", { newPassword: ADMIN.password });
  const { secret, code } = await setUpSecondFactor(page);
  await context.clearCookies();

  const again = await context.newPage();
  await signInAtCloud(again);
  await expect(again.getByRole("heading", { name: "Code from your authenticator" })).toBeVisible();
  expect((await again.request.get(`${roadstead.url}/api/projects`)).status(), "no session yet").toBe(401);
  await typeAt(again, again.getByLabel("Six-digit code"), await nextCode(secret, code));
  await again.keyboard.press("Enter");
  await isIn(again);
  await cloud.stop();
});

test("who reaches an instance without a sign-in from elsewhere reads why nobody can come in", async ({
  browser,
}) => {
  roadstead = await startRoadstead({ env: { ...NOBODY, DEPLOY_MODE: "desktop" } });
  const throughProxy = { "X-Forwarded-For": "203.0.113.9" };
  const elsewhere = await browser.newContext({ baseURL: roadstead.url, extraHTTPHeaders: throughProxy });
  const page = await elsewhere.newPage();
  await page.goto("/projects");
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(page.getByText("This instance asks for no sign-in")).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await elsewhere.close();
});
