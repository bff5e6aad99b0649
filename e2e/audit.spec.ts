import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./given";

test("what was done stands in the audit log, can be searched, verified and taken away", async ({ page }) => {
  await page.goto("/settings/profile");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Audit" }).click();
  await expect(page.getByRole("heading", { name: "Audit", exact: true })).toBeVisible();
  const log = page.getByRole("list", { name: "Audit log" });
  await expect(log.getByText("signed in").first()).toBeVisible();

  await page.getByLabel("What").fill("first admin");
  await page.getByLabel("What").press("Enter");
  await expect(page).toHaveURL(/q=first\+admin/);
  await expect(log.getByRole("listitem")).toHaveCount(1);
  await page.reload();
  await expect(page.getByLabel("What")).toHaveValue("first admin");

  await page.getByRole("button", { name: "Verify the log" }).press("Enter");
  await expect(page.getByText(/rows are as written, and none is missing/)).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  expect((await downloading).suggestedFilename()).toBe("audit.csv");

  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
});
