import { expect, test } from "./given";
import { pressAt, typeAt } from "./keyboard";

const SECTIONS = ["Profile", "Security", "Tokens", "AI clients", "Members", "Organization", "Audit"];

for (const [where, use] of [
  ["a laptop", { viewport: { width: 1440, height: 900 }, colorScheme: "light" }],
  ["a phone", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
] as const) {
  test.describe(`on ${where}`, () => {
    test.use(use);

    test("every page of the settings is reached by keyboard", async ({ page }) => {
      await page.goto("/settings/profile");
      const sections = page.getByRole("navigation", { name: "Settings" });
      for (const name of [...SECTIONS.slice(1), "Profile"]) {
        await pressAt(page, sections.getByRole("link", { name, exact: true }));
        await expect(page.getByRole("heading", { name, level: 1, exact: true })).toBeVisible();
      }
      await page.goto("/settings/organization");
      const current = sections.getByRole("link", { name: "Organization" });
      await expect(current, "where one is, is in sight").toBeInViewport({ ratio: 1 });
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(current, "also when the screen was turned").toBeInViewport({ ratio: 1 });
    });
  });
}

test("a name is changed by keyboard, and what is wrong with one is said at its field", async ({ page }) => {
  await page.goto("/settings/profile");
  const name = page.getByLabel("Name", { exact: true });
  await typeAt(page, name, "");
  await page.keyboard.press("Enter");
  await expect(name).toHaveAccessibleDescription(/Write your name/);
  for (const chosen of ["Maren Hallberg", "maren"]) {
    await typeAt(page, name, chosen);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: chosen, exact: true })).toBeVisible();
  }
  await expect(page.getByText("Your name is saved").first()).toBeVisible();
});
