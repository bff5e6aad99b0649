import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, type Page, test } from "@playwright/test";
import { startSink } from "@/lib/mail/sink";
import { sessionState } from "./given";
import { pressAt, typeAt } from "./keyboard";
import { ADMIN, discard, type Roadstead, signInByApi, startRoadstead } from "./roadstead";
import { signIn } from "./sign-in";

/** Somebody who forgot their password, on a Roadstead of their own: it is a new one afterwards. */

const run = promisify(execFile);
const NEW = "a lantern on the quay";
let roadstead: Roadstead | undefined;

test.afterEach(async () => {
  await discard(roadstead);
  roadstead = undefined;
});

/** What the terminal of the server prints. */
async function resetPassword({ port, dataDir }: Roadstead, ...words: string[]) {
  const env = { ...process.env, PORT: String(port), ROADSTEAD_DATA_DIR: dataDir };
  const done = { code: 0, stdout: "", stderr: "" };
  const result = await run(process.execPath, ["scripts/reset-password.mjs", ...words], { env }).catch(
    (error: typeof done) => error,
  );
  return { ...done, ...result };
}

async function chooseByKeyboard(page: Page): Promise<void> {
  const field = page.getByLabel("New password");
  await expect(field).toBeFocused();
  await page.keyboard.type("short");
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription("Use 8 to 128 characters.");
  await typeAt(page, field, NEW);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your password is changed.")).toBeVisible();
  await signIn(page, { email: ADMIN.email, password: NEW });
  await expect(page.getByRole("heading", { name: "Catalog" })).toBeVisible();
}

test("without mail the page says who can help, and the terminal's link works once", async ({ browser }) => {
  roadstead = await startRoadstead();
  const elsewhere = await browser.newContext({
    baseURL: roadstead.url,
    storageState: sessionState(await signInByApi(roadstead)),
  });
  const page = await (await browser.newContext({ baseURL: roadstead.url })).newPage();
  await page.goto("/sign-in");
  await pressAt(page, page.getByRole("link", { name: "Forgot your password?" }));
  await expect(page.getByText("This instance cannot send mail.")).toBeVisible();
  await expect(page.getByText("npm run reset-password -- EMAIL")).toBeVisible();

  const unknown = await resetPassword(roadstead, "nobody@example.org");
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain("Nobody here has the e-mail address nobody@example.org.");
  expect(await resetPassword(roadstead)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("npm run"),
  });
  const { stdout } = await resetPassword(roadstead, ADMIN.email);
  const link = stdout.match(/^http:.*$/m)?.[0] ?? "";
  expect(link).toMatch(new RegExp(`^${roadstead.url}/reset-password\\?token=[\\w-]{43}$`));

  await page.goto(link);
  await chooseByKeyboard(page);
  expect((await elsewhere.request.get("/api/projects")).status(), "other sessions end").toBe(401);
  await page.goto(link);
  await expect(page.getByText("This link has been used")).toBeVisible();
  await pressAt(page, page.getByRole("link", { name: "Ask for a new one" }));
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  expect(roadstead.output()).not.toContain(new URL(link).searchParams.get("token"));
});

test("with mail a link comes to the address, and the page never tells whose it is", async ({ page }) => {
  const sink = await startSink();
  try {
    roadstead = await startRoadstead({
      env: { SMTP_URL: sink.url, SMTP_FROM: "Roadstead <apps@example.org>" },
    });
    await page.goto(`${roadstead.url}/forgot-password`);
    await typeAt(page, page.getByLabel("E-mail"), "maren");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/Write /);
    for (const email of ["nobody@example.org", ADMIN.email]) {
      await page.goto(`${roadstead.url}/forgot-password`);
      await typeAt(page, page.getByLabel("E-mail"), email);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("status")).toContainText(`If ${email} is the address of somebody here`);
    }
    const { to, text } = await sink.next();
    expect(to).toEqual([ADMIN.email]);
    expect(sink.count()).toBe(0);
    await page.goto(text.match(/http:\S+token=\S+/)?.[0] ?? "");
    await chooseByKeyboard(page);
  } finally {
    await sink.stop();
  }
});
