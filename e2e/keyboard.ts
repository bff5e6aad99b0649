import { expect, type Locator, type Page } from "@playwright/test";

/** Tabs on from where the focus is until it is here, as a person without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  const has = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 150 && !(await has()); presses++) await page.keyboard.press("Tab");
  await expect(target).toBeFocused();
}

/** Tabs to a control and presses it. */
export async function pressAt(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}
