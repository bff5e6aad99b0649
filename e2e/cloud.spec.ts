import { expect, type Page, test } from "@playwright/test";
import { startCloud } from "./cloud";
import { watchPolicy } from "./given";
import { pressAt } from "./keyboard";
import { discard, type Roadstead, startRoadstead } from "./roadstead";

/** What the sign-in page of a desktop offers, as its mode has it. */

const NOBODY = { ROADSTEAD_ADMIN_EMAIL: undefined, ROADSTEAD_ADMIN_PASSWORD: undefined };
let roadstead: Roadstead | undefined;

test.afterEach(async () => {
  await discard(roadstead);
  roadstead = undefined;
});

test("a desktop of the cloud: its page goes on when the other window has signed in", async ({ context }) => {
  const forbidden = await watchPolicy(context);
  const cloud = await startCloud();
  roadstead = await startRoadstead({
    env: { ...NOBODY, DEPLOY_MODE: "desktop", ROADSTEAD_AUTH_MODE: "cloud", ROADSTEAD_CLOUD_URL: cloud.url },
  });
  const signIn = async (page: Page) => {
    await page.goto(`${roadstead?.url}/api/auth/desktop-login`);
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expect(page.getByLabel("Password")).toHaveCount(0);
    const opened = context.waitForEvent("page");
    await expect(async () => {
      await pressAt(page, page.getByRole("button", { name: "Continue with the cloud" }));
      await expect(page.getByText("Waiting for the cloud.")).toBeVisible({ timeout: 2000 });
    }).toPass();
    const window = await opened;
    await pressAt(window, window.getByRole("button", { name: "Allow" }));
    await expect(window.getByText("Go back to the Roadstead window")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Catalog", level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: "Maren" })).toBeVisible();
  };
  await signIn(await context.newPage());
  await context.clearCookies();
  await signIn(await context.newPage());
  expect(forbidden).toEqual([]);
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
