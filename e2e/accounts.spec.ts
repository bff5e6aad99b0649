import { type Browser, test as base, expect, type Page } from "@playwright/test";
import { ageSessions } from "./aged";
import { sessionState, watchPolicy } from "./given";
import { pressAt, tabTo } from "./keyboard";
import { reachProviders, startWithProviders, type WithProviders } from "./providers";
import { ADMIN, signInByApi } from "./roadstead";
import { askAuth } from "./second-factor";

/** Accounts of GitHub and Google, connected and used by keyboard alone; both providers run on loopback. */

const test = base.extend<object, { harbour: WithProviders }>({
  harbour: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const harbour = await startWithProviders();
      await use(harbour);
      await harbour.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

const SECURITY = "/settings/security";
const watched: string[][] = [];
test.afterEach(() => expect(watched.splice(0).flat()).toEqual([]));

async function givenPage(browser: Browser, harbour: WithProviders, cookie?: string): Promise<Page> {
  const storageState = cookie ? sessionState(cookie) : undefined;
  const context = await browser.newContext({ baseURL: harbour.origin, storageState });
  watched.push(await watchPolicy(context));
  await reachProviders(context, harbour);
  return await context.newPage();
}

/** Agrees at the provider, or does not. */
async function atGitHub(page: Page, answer: "Authorize" | "Cancel" = "Authorize"): Promise<void> {
  await expect(page.getByRole("heading", { name: "Authorize Roadstead" })).toBeVisible();
  expect(new URL(page.url()).host).toBe("github.com");
  await pressAt(page, page.getByRole("button", { name: answer }));
}

async function atGoogle(page: Page, sub: string): Promise<void> {
  await expect(page).toHaveURL(/^https:\/\/accounts\.google\.com\//);
  await tabTo(page, page.getByRole("textbox").first());
  await page.keyboard.type(sub);
  await page.keyboard.press("Tab");
  await page.keyboard.type("any");
  await page.keyboard.press("Enter");
  await pressAt(page, page.getByRole("button", { name: "Continue" }));
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Presses Disconnect, and the question that takes its place. */
async function disconnect(page: Page, label: string): Promise<void> {
  await pressAt(page, button(page, `Disconnect ${label}…`));
  await expect(button(page, `Disconnect ${label}`)).toBeFocused();
  await page.keyboard.press("Enter");
}

test("an account at GitHub is connected, signs in, and is disconnected", async ({ browser, harbour }) => {
  harbour.github.be({ sub: "4711", email: "maren@harbour.example", emailVerified: true });
  const page = await givenPage(browser, harbour, await signInByApi(harbour.roadstead));
  await page.goto(SECURITY);
  await pressAt(page, button(page, "Connect GitHub"));
  await atGitHub(page, "Cancel");
  await expect(page.getByText("You did not allow it there, so nothing was connected.")).toBeVisible();
  await pressAt(page, button(page, "Connect GitHub"));
  await atGitHub(page);
  const card = page.getByRole("region", { name: "Connected accounts" });
  await expect(card.getByRole("listitem").filter({ hasText: "GitHub" })).toContainText("connected just now");
  await expect(card.getByRole("listitem").filter({ hasText: "Google" })).toContainText("not connected");

  await page.context().clearCookies();
  await page.goto("/sign-in?next=/deployments");
  await pressAt(page, button(page, "Continue with GitHub"));
  await atGitHub(page);
  await expect(page.getByRole("heading", { name: "Deployments" })).toBeVisible();

  await page.goto(SECURITY);
  await pressAt(page, button(page, "Disconnect GitHub…"));
  await expect(button(page, "Disconnect GitHub")).toBeFocused();
  await pressAt(page, button(page, "Keep it"));
  await expect(button(page, "Disconnect GitHub…")).toBeFocused();
  await disconnect(page, "GitHub");
  await expect(page.getByText("GitHub is disconnected")).toBeVisible();
  await expect(button(page, "Connect GitHub")).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/sign-in");
  await pressAt(page, button(page, "Continue with GitHub"));
  await atGitHub(page);
  await expect(page.getByText("Nobody here has connected this account, and")).toBeVisible();
  await page.context().close();
});

test("an address that the provider has not verified is not connected", async ({ browser, harbour }) => {
  harbour.github.be({ sub: "4712", email: ADMIN.email, emailVerified: false });
  const page = await givenPage(browser, harbour, await signInByApi(harbour.roadstead));
  await page.goto(SECURITY);
  await pressAt(page, button(page, "Connect GitHub"));
  await atGitHub(page);
  await expect(page.getByText("has not verified the e-mail address of this account")).toBeVisible();
  await expect(button(page, "Connect GitHub")).toBeVisible();
  await page.context().close();
});

test("the only way in stays, until a first password was added after a recent sign-in", async ({
  browser,
  harbour,
}) => {
  harbour.google.be({ sub: "g1", email: "maren@harbour.example", emailVerified: true });
  const page = await givenPage(browser, harbour, await signInByApi(harbour.roadstead));
  await page.goto(SECURITY);
  await pressAt(page, button(page, "Connect Google"));
  await atGoogle(page, "g1");
  await expect(button(page, "Disconnect Google…")).toBeVisible();
  await withoutPassword(page);
  await page.reload();
  await expect(page.getByText("Your account has none yet.")).toBeVisible();
  await disconnect(page, "Google");
  await expect(page.getByText("This is your only way to sign in. Add another one first.")).toBeVisible();
  await expect(button(page, "Disconnect Google…")).toBeVisible();

  await ageSessions(harbour.roadstead);
  await tabTo(page, page.getByLabel("New password", { exact: true }));
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("This needs a recent sign-in.")).toBeVisible();
  await pressAt(page, button(page, "Sign in again"));
  await pressAt(page, button(page, "Continue with Google"));
  // Google remembers who is signed in there and what was allowed.
  await expect(page.getByRole("heading", { name: "Security", level: 1 })).toBeVisible();
  await tabTo(page, page.getByLabel("New password", { exact: true }));
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Password added")).toBeVisible();
  await disconnect(page, "Google");
  await expect(page.getByText("Google is disconnected")).toBeVisible();
  await page.context().close();
});

/** Takes the password away, as the API allows while another way in remains. */
async function withoutPassword(page: Page): Promise<void> {
  const accounts = (await (await page.request.get("/api/auth/list-accounts")).json()) as {
    id: string;
    providerId: string;
  }[];
  const accountId = accounts.find(({ providerId }) => providerId === "credential")?.id;
  await askAuth(page, "unlink-account", { accountId });
}
