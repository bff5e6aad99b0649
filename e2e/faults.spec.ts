import type { Page } from "@playwright/test";
import { forgetImage, NOTHING, onEngine, runningContainer } from "./engine";
import {
  expect,
  givenInstalled,
  idIn,
  readDeployment,
  readProject,
  sessionState,
  test,
  uninstallEverything,
} from "./given";
import { breakEngine, breakRegistry, mendEngine, mendRegistry, resetImages, untagImage } from "./lab";
import { discard, signInByApi, startRoadstead } from "./roadstead";

/** What a person reads when something outside Roadstead fails, and whether the next step they are told works. */

const WHOAMI = "traefik/whoami:v1.10.1";

/** Through the wizard with all its defaults. */
async function install(page: Page, app: { id: string; name: string }, project: string): Promise<void> {
  await page.goto(`/apps/${app.id}/install`);
  await page.getByLabel("Project name").fill(project);
  await page.getByRole("button", { name: "Continue to exposure" }).click();
  await page.getByRole("button", { name: "Continue to review" }).click();
  await page.getByRole("button", { name: `Install ${app.name}` }).click();
  await expect(page).toHaveURL(/\/deployments\/dep_/);
}

const whoami = { id: "whoami", name: "Whoami" };
const failure = (page: Page) => page.getByRole("region", { name: "What failed" });

test.describe("the registry", () => {
  test.beforeEach(() => forgetImage(WHOAMI));
  test.afterEach(async () => {
    await mendRegistry();
    await resetImages("whoami");
  });

  test("has no such tag: the image is named, and a retry works once it is there", async ({ page }) => {
    await untagImage(WHOAMI);
    await install(page, whoami, "Untagged");
    await expect(failure(page)).toContainText(`The registry has no image ${WHOAMI}`, { timeout: 60_000 });
    await expect(failure(page)).toContainText("Pull images");
    await expect(failure(page)).toContainText("Check the image's name and version, then retry.");
    await expect(page.getByRole("heading", { name: "Installation of Untagged" })).toBeVisible();
    const { projectId } = await readDeployment(page.request, idIn(page));
    expect(await onEngine(projectId)).toEqual(NOTHING);
    await resetImages("whoami");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: "Retry of Untagged" })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole("link", { name: "Open Untagged" })).toBeVisible();
  });

  test("does not answer: that is said, the project says so too, and a retry works", async ({ page }) => {
    await breakRegistry();
    await install(page, whoami, "Offline");
    await expect(failure(page)).toContainText(`The registry of ${WHOAMI} could not be reached.`, {
      timeout: 60_000,
    });
    await expect(failure(page)).toContainText("Check this server's network and name resolution, then retry.");
    await page.getByRole("link", { name: "Open project" }).click();
    await expect(page.getByRole("main").getByText("Failed", { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Redeploy" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Restart" }), "there is nothing to restart").toBeHidden();
    await mendRegistry();
    await page.getByRole("link", { name: "Deployments" }).last().click();
    await page
      .getByRole("main")
      .getByRole("link", { name: /Installation/ })
      .click();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("link", { name: "Open Offline" })).toBeVisible({ timeout: 60_000 });
  });

  test("is slow: the tab is closed, and the installation goes on without it", async ({ page, context }) => {
    await breakRegistry({ kind: "delay", ms: 1_500 });
    await install(page, whoami, "Unwatched");
    const deploymentId = idIn(page);
    await page.close();
    await expect
      .poll(async () => (await readDeployment(context.request, deploymentId)).state, { timeout: 60_000 })
      .toBe("ready");
    const later = await context.newPage();
    await later.goto(`/deployments/${deploymentId}`);
    await expect(later.getByText("Ready", { exact: true })).toBeVisible();
    await expect(later.getByRole("log")).toContainText("Deployment 1 begins");
    await expect(later.getByRole("link", { name: "Open Unwatched" })).toBeVisible();
  });

  test("hangs: the installation can be cancelled, and leaves nothing", async ({ page }) => {
    await breakRegistry({ kind: "hang" });
    await install(page, whoami, "Waiting");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText("Cancelled", { exact: true })).toBeVisible({ timeout: 30_000 });
    const { projectId } = await readDeployment(page.request, idIn(page));
    expect(await onEngine(projectId)).toEqual(NOTHING);
  });
});

test("a setting that crashes the app is rolled back, and the app serves on", async ({ page, request }) => {
  const { id } = await givenInstalled(request, { appId: "valkey", name: "Cache" });
  await page.goto(`/projects/${id}`);
  await page.getByRole("button", { name: /^Advanced/ }).click();
  await page.getByLabel(/^Further options/).fill("--no-such-option 1");
  await page.getByRole("button", { name: "Save and redeploy" }).click();
  await expect(page).toHaveURL(/\/deployments\/dep_/);
  await expect(failure(page)).toContainText("valkey", { timeout: 60_000 });
  await expect(failure(page)).toContainText("The version before serves again.");
  await expect(page.getByText("Rolled back", { exact: true })).toBeVisible();
  await expect(page.getByRole("log")).toContainText("no-such-option");
  expect(await runningContainer(id, "valkey")).toBeDefined();
  await page.getByRole("link", { name: "Edit settings" }).click();
  await expect(page.getByRole("main").getByText("Running", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: /^Advanced/ }).click();
  await page.getByLabel(/^Further options/).fill("--maxmemory 64mb");
  await page.getByRole("button", { name: "Save and redeploy" }).click();
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 60_000 });
});

test.describe("the engine", () => {
  test.afterEach(() => mendEngine());

  test("is gone: the pages say so with the next step, nothing is lost, and it comes back by itself", async ({
    page,
    request,
  }) => {
    const { id } = await givenInstalled(request, { appId: "whoami", name: "Keeper" });
    await page.goto(`/projects/${id}`);
    await breakEngine("stop");
    const stopped = await request.post(`/api/projects/${id}/stop`, { data: {} });
    expect(stopped.status()).toBe(503);
    expect(await stopped.json()).toMatchObject({
      code: "ENGINE_UNAVAILABLE",
      message: expect.stringMatching(/engine/),
    });
    await page.getByRole("button", { name: "Restart" }).click();
    await expect(page.getByText("Keeper was not restarted")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("main").getByText("Unknown", { exact: true }).first()).toBeVisible();
    await page.goto("/apps");
    await expect(page.getByRole("alert").filter({ hasText: /engine/ })).toBeVisible();
    await mendEngine();
    await expect
      .poll(async () => (await readProject(request, id)).status.state, { timeout: 30_000 })
      .toBe("running");
    await page.goto(`/projects/${id}`);
    await expect(page.getByRole("main").getByText("Running", { exact: true }).first()).toBeVisible();
  });
});

test.describe("Roadstead itself", () => {
  test.beforeEach(() => forgetImage(WHOAMI));
  test.afterEach(() => mendRegistry());

  test("is killed in mid-install: the open page waits, and sees the end without being loaded again", async ({
    browser,
  }) => {
    const first = await startRoadstead();
    const context = await browser.newContext({
      baseURL: first.url,
      storageState: sessionState(await signInByApi(first)),
    });
    const page = await context.newPage();
    await breakRegistry({ kind: "delay", ms: 2_000 });
    await install(page, whoami, "Interrupted");
    await expect(page.getByRole("log")).toContainText(`Pulling ${WHOAMI}`);
    await first.kill();
    await expect(page.getByText(/The connection was lost\. Connecting again/)).toBeVisible();
    await mendRegistry();
    const second = await startRoadstead({ dataDir: first.dataDir, port: first.port });
    await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole("link", { name: "Open Interrupted" })).toBeVisible();
    await uninstallEverything(context.request);
    await context.close();
    await discard(second);
  });
});
