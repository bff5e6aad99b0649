import type { Browser, Page } from "@playwright/test";
import { expect, watchPolicy } from "./given";
import { type Harbour, test } from "./harbour";
import { pressAt, typeAt } from "./keyboard";
import { heading, lookAndWalk } from "./look/look";
import { codeOf } from "./one-time-code";
import { reachProviders } from "./providers";
import { ADMIN } from "./roadstead";
import { signIn } from "./sign-in";

/** The pages of signing in where every way in is set up: passkeys, GitHub, Google, mail and a second factor. */

test.use({ trace: "off" });

async function givenPage(browser: Browser, harbour: Harbour): Promise<Page> {
  const context = await browser.newContext({ baseURL: harbour.origin, reducedMotion: "reduce" });
  await watchPolicy(context);
  await reachProviders(context, harbour);
  return await context.newPage();
}

test("signing in and the ways back in are fit to be seen with everything set up", async ({
  browser,
  harbour,
}) => {
  test.setTimeout(240_000);
  const page = await givenPage(browser, harbour);
  const problems: string[] = [];
  const all = async () => expect(page.getByRole("button", { name: "Continue with Google" })).toBeVisible();
  const wrong = async () => {
    await signIn(page, { email: ADMIN.email, password: "not the password" });
    await expect(page.getByText("E-mail and password do not match.")).toBeVisible();
  };
  problems.push(...(await lookAndWalk(page, { name: "sign-in-all", path: "/sign-in", ready: all })));
  problems.push(...(await lookAndWalk(page, { name: "sign-in-failed", path: "/sign-in", ready: wrong })));

  const forgotten = { name: "forgot-password-mail", path: "/forgot-password", ready: heading(/^Forgot/) };
  const asked = async () => {
    await typeAt(page, page.getByLabel("E-mail"), ADMIN.email);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status")).toContainText("is on its way");
  };
  problems.push(...(await lookAndWalk(page, forgotten)));
  problems.push(...(await lookAndWalk(page, { ...forgotten, name: "forgot-password-sent", ready: asked })));
  const { text } = await harbour.sink.next();
  const short = async () => {
    await typeAt(page, page.getByLabel("New password"), "short");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("New password")).toHaveAccessibleDescription(/8 to 128/);
  };
  const path = text.match(/http:\S+token=\S+/)?.[0] ?? "";
  problems.push(...(await lookAndWalk(page, { name: "reset-password-live", path, ready: short })));
  expect(problems).toEqual([]);
  await page.context().close();
});

test("two factors are fit to be seen, from set-up to the challenge", async ({ browser, harbour }) => {
  test.setTimeout(240_000);
  const page = await givenPage(browser, harbour);
  const problems: string[] = [];
  await page.goto("/sign-in?next=/settings/security");
  await signIn(page);
  await expect(page.getByRole("heading", { name: "Security", level: 1 })).toBeVisible();
  const setUp = async () => {
    await typeAt(page, page.getByLabel("Your password", { exact: true }), ADMIN.password);
    await page.keyboard.press("Enter");
    const key = (await page.getByText(/^([A-Z2-7]{4} ?){8,}$/).innerText()).replaceAll(" ", "");
    await typeAt(page, page.getByLabel("Six-digit code"), await codeOf(key));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("list", { name: "Recovery codes" })).toBeVisible();
  };
  const codes = { name: "two-factor-codes", path: "/settings/security/two-factor", ready: setUp };
  problems.push(...(await lookAndWalk(page, codes)));
  const on = async () => {
    await pressAt(page, page.getByRole("button", { name: "Replace the recovery codes" }));
    await pressAt(page, page.getByRole("button", { name: "Add a passkey" }));
  };
  problems.push(
    ...(await lookAndWalk(page, { name: "security-all", path: "/settings/security", ready: on })),
  );

  await page.context().clearCookies();
  const challenged = async () => {
    await signIn(page);
    await typeAt(page, page.getByLabel("Six-digit code"), "419");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Six-digit code")).toHaveAccessibleDescription(/six digits/);
  };
  problems.push(
    ...(await lookAndWalk(page, { name: "two-factor-challenge", path: "/sign-in", ready: challenged })),
  );
  const recovery = {
    name: "two-factor-recovery",
    path: "/two-factor?with=recovery-code",
    ready: heading("Recovery code"),
  };
  problems.push(...(await lookAndWalk(page, recovery)));
  expect(problems).toEqual([]);
  await page.context().close();
});
