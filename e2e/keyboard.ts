import { expect, type Locator, type Page } from "@playwright/test";

/** A person without a mouse. Each key is pressed once what the last one did is there: none of these can race. */

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Tabs on from where the focus is until it is here; a control of ours is ready for the next key then. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  await listens(target);
  for (let presses = 0; presses < 150 && !(await hasFocus(target)); presses++)
    await page.keyboard.press("Tab");
  await expect(target).toBeFocused();
}

/** Before a page's script has taken its markup over, a key that is pressed at a button is lost. */
async function listens(target: Locator): Promise<void> {
  const isDeaf = (element: Element) =>
    document.querySelector('script[src*="/_next/"]') !== null &&
    !Object.keys(element).some((key) => key.startsWith("__reactFiber"));
  await expect.poll(() => target.evaluate(isDeaf), { intervals: [20, 50, 100] }).toBe(false);
}

/** Tabs to a control and presses it. */
export async function pressAt(page: Page, target: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Tabs to a field and writes in it, in place of what it held. */
export async function typeAt(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("ControlOrMeta+a");
  if (text) await page.keyboard.type(text);
  else await page.keyboard.press("Delete");
}

type Arrow = "ArrowDown" | "ArrowUp" | "ArrowLeft" | "ArrowRight";

/** Moves by an arrow key from the control that has the focus to this one, in a menu or among radio buttons. */
export async function arrowTo(page: Page, target: Locator, key: Arrow = "ArrowDown"): Promise<void> {
  for (let presses = 0; presses < 20 && !(await hasFocus(target)); presses++) {
    const before = await page.evaluateHandle(() => document.activeElement);
    // Held until the focus has moved, as a finger holds it: a radio button is chosen by the key that brings it.
    await page.keyboard.down(key);
    await page.waitForFunction((element) => document.activeElement !== element, before);
    await page.keyboard.up(key);
  }
  await expect(target).toBeFocused();
}

/** Chooses one of a group of radio buttons: Tab leads to the one that is chosen, arrows lead on. */
export async function chooseRadio(page: Page, group: Locator, name: string | RegExp): Promise<void> {
  await tabTo(page, group.getByRole("radio", { checked: true }));
  const wanted = group.getByRole("radio", { name });
  await arrowTo(page, wanted);
  await expect(wanted).toBeChecked();
}

/** Opens a menu by its button and takes one of its items. */
export async function chooseItem(page: Page, button: Locator, item: Locator): Promise<void> {
  await pressAt(page, button);
  await expect(page.getByRole("menu").locator(":focus")).toHaveCount(1);
  await arrowTo(page, item);
  await page.keyboard.press("Enter");
}
