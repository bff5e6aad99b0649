import type { Page } from "@playwright/test";
import { docker, NOTHING, onEngine, runningContainer } from "./engine";
import { expect, givenInstalled, readProject, test } from "./given";

const running = (page: Page) => page.getByRole("main").getByText("Running", { exact: true }).first();

test("WordPress and its database are installed, and the page opens at the address on the card", async ({
  page,
}) => {
  await page.goto("/apps/wordpress/install");
  await page.getByLabel("Project name").fill("Log book");
  await page.getByRole("button", { name: "Continue to exposure" }).click();
  await page.getByRole("button", { name: "Continue to review" }).click();
  const containers = page.getByRole("region", { name: "Containers and images" });
  await expect(containers).toContainText("2 containers");
  await expect(containers).toContainText("When mariadb is healthy");
  await page.getByRole("button", { name: "Install WordPress" }).click();
  await expect(page.getByRole("heading", { name: "Installation of Log book" })).toBeVisible({
    timeout: 90_000,
  });
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Connection" }).click();
  const card = page.getByRole("region", { name: "Open WordPress" });
  const address = await card.getByRole("code").first().textContent();
  const opening = page.waitForEvent("popup");
  await card.getByRole("link", { name: "Open Site in a new tab" }).click();
  const site = await opening;
  await expect(site.getByRole("heading", { name: "Welcome" })).toBeVisible();
  expect(site.url().startsWith(address ?? "nowhere")).toBe(true);
  await site.getByLabel("Site Title").fill("Log book of the Anna");
  await site.getByLabel("Username").fill("maren");
  await site.getByLabel("Your Email").fill("maren@example.org");
  await site.getByRole("button", { name: "Install WordPress" }).click();
  await expect(site.getByRole("heading", { name: "Success!" })).toBeVisible({ timeout: 30_000 });
  await site.goto(address ?? "");
  await expect(site).toHaveTitle(/Log book of the Anna/);
});

test("an app is stopped, started, restarted and redeployed from its page", async ({ page, request }) => {
  const { id, openUrl } = await givenInstalled(request, { appId: "whoami", name: "Lookout" });
  const answers = () =>
    fetch(openUrl ?? "").then(
      (response) => response.status,
      () => "nothing",
    );
  const first = await runningContainer(id, "whoami");
  await page.goto(`/projects/${id}`);
  await expect(running(page)).toBeVisible();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Stop" }).click();
  await expect(page.getByText("Lookout was stopped")).toBeVisible();
  await expect(page.getByRole("main").getByText("Stopped", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("main").getByText("Exited")).toBeHidden();
  expect(await answers()).toBe("nothing");

  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByText("Lookout was started")).toBeVisible();
  await expect(running(page)).toBeVisible();
  await expect.poll(answers).toBe(200);
  expect(await runningContainer(id, "whoami")).toBe(first);

  await page.getByRole("button", { name: "Restart" }).click();
  await expect(page.getByText("Lookout was restarted")).toBeVisible();
  await expect.poll(answers).toBe(200);
  expect(await runningContainer(id, "whoami")).toBe(first);

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Redeploy" }).click();
  await expect(page.getByRole("heading", { name: "Redeployment of Lookout" })).toBeVisible({
    timeout: 30_000,
  });
  await expect.poll(answers).toBe(200);
  expect(await runningContainer(id, "whoami")).not.toBe(first);
  expect((await onEngine(id)).containers).toHaveLength(1);
});

test("a changed setting waits for its redeploy, and is there afterwards", async ({ page, request }) => {
  const { id, openUrl } = await givenInstalled(request, { appId: "whoami", name: "Greeter" });
  await page.goto(`/projects/${id}`);
  await page.getByLabel(/^Greeting name/).fill("harbour-9");
  await expect(page.getByRole("region", { name: "Changes" })).toContainText("1 change needs a redeploy");
  await page.getByRole("button", { name: "Save for later" }).click();
  await expect(page.getByRole("region", { name: "Changes" })).toContainText(
    "1 saved change waits for a redeploy",
  );
  expect(await (await fetch(openUrl ?? "")).text()).not.toContain("harbour-9");
  await page.getByRole("button", { name: "Redeploy now" }).click();
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect.poll(async () => (await fetch(openUrl ?? "")).text()).toContain("Name: harbour-9");
});

test("the log of a running app is followed", async ({ page, request }) => {
  const { id } = await givenInstalled(request, { appId: "valkey", name: "Talker" });
  await page.goto(`/projects/${id}/logs`);
  await expect(page.getByRole("log")).toContainText("Ready to accept connections");
});

test("uninstalling removes the volumes that are named, and leaves nothing", async ({ page, request }) => {
  const { id } = await givenInstalled(request, { appId: "valkey", name: "Short lived" });
  const before = await onEngine(id);
  expect(before).toMatchObject({ containers: [expect.any(String)], volumes: ["short-lived_data"] });
  await page.goto(`/projects/${id}/danger`);
  await page.getByRole("button", { name: "Uninstall…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Uninstall Short lived?" });
  await dialog.getByRole("checkbox", { name: /short-lived_data/ }).click();
  await expect(dialog).toContainText("deleted for ever, with everything in it");
  await dialog.getByLabel("Type Short lived to confirm").fill("Short lived");
  await dialog.getByRole("button", { name: "Uninstall and delete 1 volume" }).click();
  await expect(page.getByText("Short lived was uninstalled")).toBeVisible();
  expect(await onEngine(id)).toEqual(NOTHING);
  await page.goto(`/projects/${id}`);
  await expect(page.getByRole("heading", { name: "Off the chart" })).toBeVisible();
  expect((await request.get(`/api/projects/${id}`)).status()).toBe(404);
});

test("a container that somebody removed behind its back is told, and a redeploy brings it back", async ({
  page,
  request,
}) => {
  const { id } = await givenInstalled(request, { appId: "whoami", name: "Robbed" });
  await docker.getContainer((await runningContainer(id, "whoami")) ?? "").remove({ force: true });
  await expect.poll(async () => (await readProject(request, id)).status.state).not.toBe("running");
  await page.goto(`/projects/${id}`);
  await expect(running(page)).toBeHidden();
  await page.getByRole("button", { name: "Redeploy" }).click();
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 30_000 });
  expect((await readProject(request, id)).status.state).toBe("running");
});
