import AxeBuilder from "@axe-core/playwright";
import type { APIRequestContext, Page } from "@playwright/test";
import type { UpdateList } from "@/lib/updates/schema";
import { forgetImage } from "./engine";
import { expect, givenInstalled, test, uninstallEverything } from "./given";
import { releaseImage, untagImage } from "./lab";

/** What is newer upstream than what runs: told by the registry itself, without pulling anything. */

// A repository of its own: what is released here is an update of nothing else.
const TIDE = {
  id: "tide-table",
  name: "Tide table",
  description: "Tells its version.",
  kind: "template",
  logo: "tide-table",
  category: "other",
  available: true,
  repository: "https://github.com/example/tide-table",
  services: [{ name: "web", image: "lab/tide:1.0.0", exposed: true, exposedPort: 8080 }],
};

let released: string[] = [];
async function release(tag: string): Promise<string> {
  released.push(tag);
  return await releaseImage(`lab/tide:${tag}`, "lab/web:1.0.0");
}

test.beforeEach(async ({ request }) => {
  // Another run's image of this name would be taken for what is published now.
  await forgetImage("lab/tide:1.0.0");
  await release("1.0.0");
  const saved = await request.post("/api/apps/custom", { data: { definition: TIDE } });
  expect(saved.status(), await saved.text()).toBe(201);
});

test.afterEach(async ({ request }) => {
  await uninstallEverything(request);
  expect((await request.delete(`/api/apps/custom/${TIDE.id}`, { data: {} })).status()).toBe(204);
  for (const tag of released) await untagImage(`lab/tide:${tag}`);
  released = [];
});

const behind = (page: Page) => page.getByRole("region", { name: "Behind" });
const others = (page: Page) => page.getByRole("region", { name: "All others" });

async function check(page: Page) {
  const answered = page.waitForResponse((response) => response.url().endsWith("/api/updates/scan"));
  await page.getByRole("button", { name: "Check now" }).click();
  expect((await answered).status()).toBe(200);
  await expect(page.getByRole("button", { name: "Check now" })).toBeEnabled();
}

async function entries(request: APIRequestContext, query = "") {
  return ((await (await request.get(`/api/updates${query}`)).json()) as UpdateList).data;
}

test("an app becomes behind when its registry has a newer version, and the page says from what to what", async ({
  page,
  request,
}, info) => {
  test.setTimeout(180_000);
  await page.goto("/updates");
  await expect(page.getByRole("heading", { name: "Nothing to keep up to date yet" })).toBeVisible();

  const { id: projectId } = await givenInstalled(request, { appId: TIDE.id });
  await page.goto("/updates");
  await check(page);
  await expect(others(page)).toContainText("Current");
  await expect(behind(page)).toBeHidden();
  expect(await entries(request, "?behind=1")).toEqual([]);

  await release("1.0.1");
  await release("1.1.0-rc.1");
  await release("2.0.0");
  await check(page);
  await expect(behind(page)).toContainText("Tide table");
  await expect(behind(page)).toContainText("1.0.0");
  await expect(behind(page)).toContainText("1.0.1");
  await expect(behind(page)).toContainText("2.0.0 of web is out too");
  await expect(page.getByRole("link", { name: "Updates , 1 behind" })).toBeVisible();
  const notes = page.getByRole("link", { name: "Release notes of Tide table" });
  await expect(notes).toHaveAttribute("href", "https://github.com/example/tide-table/releases");

  await page.getByRole("button", { name: "What changes in Tide table" }).click();
  const plan = page.getByRole("list", { name: "What changes" });
  await expect(plan).toContainText("1.0.0");
  await expect(plan).toContainText(/lab\/tide.*1\.0\.0.*1\.0\.1.*sha256:/);
  await expect(plan).toContainText(/About \d+ seconds? until all services are up again/);
  const axe = await new AxeBuilder({ page }).analyze();
  expect(axe.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  for (const [look, colorScheme, width] of [
    ["light-1440", "light", 1440],
    ["dark-1440", "dark", 1440],
    ["light-390", "light", 390],
    ["dark-390", "dark", 390],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.screenshot({ path: info.outputPath(`updates-${look}.png`), fullPage: true });
  }

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/projects/${projectId}`);
  await page.getByRole("link", { name: "Update available: 1.0.1" }).click();
  await expect(page.getByRole("list", { name: "What changes" })).toBeVisible();
  expect(await entries(request, "?behind=1")).toMatchObject([
    { projectId, kind: "image", supported: true, behind: true, current: "1.0.0", latest: "1.0.1" },
  ]);
});

test("a definition that has changed in what it runs is an update, and what it asks for is said first", async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  await givenInstalled(request, { appId: TIDE.id });
  const field = {
    key: "HARBOUR",
    service: "web",
    label: "Harbour",
    type: "text",
    required: true,
    installStep: true,
  };
  const definition = {
    ...TIDE,
    services: [{ ...TIDE.services[0], environment: { START_DELAY: "0" } }],
    settings: [{ id: "general", label: "General", fields: [field] }],
  };
  const saved = await request.put(`/api/apps/custom/${TIDE.id}`, { data: { definition } });
  expect(saved.status(), await saved.text()).toBe(200);
  await page.goto("/updates");
  await expect(behind(page)).toContainText("changed definition");
  await page.getByRole("button", { name: "What changes in Tide table" }).click();
  const asked = page.getByRole("form", { name: "What the new version of Tide table asks for" });
  await expect(asked.getByLabel(/^Harbour/)).toBeVisible();
  await expect(page.getByRole("list", { name: "What changes" })).toContainText(
    "START_DELAY of web is set to 0",
  );
});

test("a version that left its registry is unknown, with the reason, and not behind", async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  await givenInstalled(request, { appId: TIDE.id });
  await untagImage("lab/tide:1.0.0");
  released = [];
  await page.goto("/updates");
  await check(page);
  await expect(others(page)).toContainText("Unknown");
  await expect(others(page)).toContainText("docker.io does not have lab/tide:1.0.0 any more.");
  await expect(behind(page)).toBeHidden();
});
