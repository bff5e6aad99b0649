import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { NOTHING, onEngine, removeVolume } from "./engine";
import { idIn, uninstallEverything } from "./given";
import { restartEngine } from "./lab";
import { psql } from "./psql";
import { ADMIN, databasePid, discard, isAlive, type Roadstead, startRoadstead } from "./roadstead";

/** The main job, from a fresh machine to a running database and back, by one person in one browser. */
test.describe.configure({ mode: "serial" });

let roadstead: Roadstead;
let context: BrowserContext;
let page: Page;
let projectId = "";
let url = "";

test.beforeAll(async ({ browser }) => {
  roadstead = await startRoadstead();
  context = await browser.newContext({ baseURL: roadstead.url });
  page = await context.newPage();
});

test.afterAll(async () => {
  await uninstallEverything(context.request);
  await context.close();
  await discard(roadstead);
});

test("the first admin signs in and meets the catalog", async () => {
  await page.goto("/");
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Catalog" })).toBeVisible();
});

test("PostgreSQL is found, answered for and reviewed", async () => {
  await page.getByLabel("Search the catalog").fill("postgres");
  await page.getByRole("link", { name: /^PostgreSQL/ }).click();
  await page.getByRole("link", { name: "Install PostgreSQL" }).click();
  await page.getByLabel("Project name").fill("Ledger");
  await page.getByLabel("Database name").fill("ledger");
  await page.getByRole("button", { name: "Continue to exposure" }).click();
  await page.getByRole("radio", { name: /A port of this machine/ }).click();
  await page.getByRole("button", { name: "Continue to review" }).click();
  await expect(page.getByRole("region", { name: "Containers and images" })).toContainText("postgres:18.6");
  await expect(page.getByRole("region", { name: "Routes and ports" })).toContainText(/127\.0\.0\.1:\d+/);
  await expect(page.getByRole("region", { name: "Volumes" })).toContainText("ledger_data");
  await expect(page.getByRole("region", { name: "Generated secrets" })).toContainText("POSTGRES_PASSWORD");
});

test("the installation is watched to its end", async () => {
  await page.getByRole("button", { name: "Install PostgreSQL" }).click();
  await expect(page).toHaveURL(/\/deployments\/dep_/);
  await expect(page.getByRole("log")).toContainText("Starting postgres", { timeout: 60_000 });
  await expect(page.getByRole("heading", { name: "Installation of Ledger" })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Health, done" })).toBeVisible();
  await page.getByRole("link", { name: "Connection" }).click();
  await expect(page).toHaveURL(/\/projects\/prj_/);
  projectId = idIn(page);
});

test("a real psql connects with exactly the URL on the card", async () => {
  url = await connectionUrl();
  expect(await psql(url, "SELECT current_database()")).toBe("ledger");
  await psql(url, "CREATE TABLE berths (id int); INSERT INTO berths VALUES (7)");
  expect(await psql(url, "SELECT id FROM berths")).toBe("7");
});

test("the masked values are revealed and copied one by one", async () => {
  const card = page.getByRole("region", { name: "Connect to PostgreSQL" });
  const password = decodeURIComponent(new URL(url).password);
  await page.reload();
  await expect(card).not.toContainText(password);
  await card.getByRole("button", { name: "Reveal Password" }).click();
  await expect(card).toContainText(password);
  await card.getByRole("button", { name: "Hide Password" }).click();
  await expect(card).not.toContainText(password);
});

test("a restart of Roadstead changes nothing", async () => {
  const before = await onEngine(projectId);
  const database = await databasePid(roadstead.dataDir);
  expect(await roadstead.stop()).toBe(0);
  expect(isAlive(database ?? 0)).toBe(false);
  expect(await psql(url, "SELECT id FROM berths"), "the app runs without Roadstead").toBe("7");
  roadstead = await startRoadstead({ dataDir: roadstead.dataDir, port: roadstead.port });
  await page.goto(`/projects/${projectId}`);
  await expect(page.getByRole("main").getByText("Running", { exact: true }).first()).toBeVisible();
  expect(await connectionUrl()).toBe(url);
  expect(await onEngine(projectId)).toEqual(before);
});

test("a restart of the engine brings the app back", async () => {
  await restartEngine();
  await expect.poll(() => psql(url, "SELECT id FROM berths").catch(String), { timeout: 60_000 }).toBe("7");
  await page.goto(`/projects/${projectId}`);
  await expect(page.getByRole("main").getByText("Running", { exact: true }).first()).toBeVisible();
});

test("uninstalling keeps the volume, and nothing else", async () => {
  await page.getByRole("link", { name: "Danger" }).click();
  await page.getByRole("button", { name: "Uninstall…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Uninstall Ledger?" });
  const confirm = dialog.getByRole("button", { name: "Uninstall, keep the data" });
  await expect(dialog.getByRole("listitem").filter({ hasText: "ledger_data" })).toContainText("kept");
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel("Type Ledger to confirm").fill("Ledger");
  await confirm.click();
  await expect(page.getByText("Kept: ledger_data.")).toBeVisible();
  await expect(page).toHaveURL("/projects");
  expect(await onEngine(projectId)).toEqual({ ...NOTHING, volumes: ["ledger_data"] });
  await removeVolume("ledger_data");
});

/** The URL as the card shows it to somebody outside. */
async function connectionUrl(): Promise<string> {
  const card = page.getByRole("region", { name: "Connect to PostgreSQL" });
  await card.getByRole("radio", { name: "Public" }).click();
  await card.getByRole("button", { name: "Reveal Connection URL" }).click();
  return (await card.getByRole("code").filter({ hasText: "postgresql://" }).textContent()) ?? "";
}
