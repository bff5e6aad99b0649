import { docker, runningContainer } from "./engine";
import { expect, givenInstalled, test } from "./given";

test("a limit is typed, seen in the plan, deployed, and holds on the engine", async ({ page, request }) => {
  const { id } = await givenInstalled(request, { appId: "whoami", name: "Lookout" });
  const limits = async () => {
    const container = docker.getContainer((await runningContainer(id, "whoami")) ?? "");
    const { HostConfig } = await container.inspect();
    return [HostConfig.Memory, HostConfig.NanoCpus];
  };
  expect(await limits()).toEqual([0, 0]);
  await page.goto(`/projects/${id}/advanced`);
  const card = page.getByRole("region", { name: "Limits" });
  await card.getByLabel("Memory of whoami").fill("4");
  await expect(card.getByLabel("Memory of whoami")).toHaveAccessibleDescription("Write 6 MB or more.");
  await card.getByLabel("Memory of whoami").fill("64");
  await card.getByLabel("Processor of whoami").fill("1000");
  const bar = page.getByRole("region", { name: "Changes" });
  await bar.getByRole("button", { name: "Save for later" }).click();
  await expect(card.getByLabel("Processor of whoami")).toHaveAccessibleDescription(
    /This machine has \d+ vCPU/,
  );
  await card.getByLabel("Processor of whoami").fill("0,5");

  await bar.getByRole("button", { name: "See what will happen" }).click();
  const plan = page.getByRole("dialog", { name: "What the next deployment will do" });
  await expect(plan.getByRole("region", { name: "Limits" })).toContainText("No limit 64 MB");
  await expect(plan.getByRole("region", { name: "Limits" })).toContainText("0.5 vCPU");
  await expect(plan.getByRole("region", { name: "Containers and images" })).toContainText(
    "Its limits change.",
  );
  await page.keyboard.press("Escape");
  await expect(bar.getByRole("button", { name: "See what will happen" })).toBeFocused();

  await bar.getByRole("button", { name: "Save and redeploy" }).click();
  await expect(page).toHaveURL(/\/deployments\/dep_/);
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect.poll(limits).toEqual([64 * 1024 * 1024, 5e8]);
});

test("a port that is saved for later waits in the bar until it is deployed", async ({ page, request }) => {
  const { id } = await givenInstalled(request, { appId: "whoami", name: "Lookout" });
  await page.goto(`/projects/${id}/advanced`);
  const exposure = page.getByRole("region", { name: "Exposure" });
  await exposure.getByRole("radio", { name: /Internal only/ }).click();
  await page.getByRole("button", { name: "Save for later" }).click();
  await expect(page.getByRole("region", { name: "Changes" })).toBeHidden();
  await page.getByRole("link", { name: "Overview" }).click();
  const bar = page.getByRole("region", { name: "Changes" });
  await expect(bar).toContainText("1 saved change waits for a redeploy");
  await bar.getByRole("button", { name: "See what will happen" }).click();
  const routes = page.getByRole("dialog").getByRole("region", { name: "Routes and ports" });
  await expect(routes).toContainText("Changed");
  await expect(routes).toContainText("Internal");
});
