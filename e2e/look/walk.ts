import type { Page } from "@playwright/test";

const USABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

/** Tabs through a page, as it stands. @returns what of it the keyboard does not come to */
export async function unreached(page: Page): Promise<string[]> {
  const left = await page.evaluateHandle((selector) => {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(":disabled") &&
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest("[inert], [aria-hidden=true]"),
    );
    return new Set(found);
  }, USABLE);
  // A group of radio buttons hands the focus on to one of them: to be in it is to have reached it.
  const count = () =>
    left.evaluate((all) => {
      for (const element of all) if (element.contains(document.activeElement)) all.delete(element);
      return all.size;
    });
  const most = 2 * (await count()) + 20;
  for (let presses = 0; presses < most && (await count()) > 0; presses++) await page.keyboard.press("Tab");
  return await left.evaluate((all) => [...all].map(({ outerHTML }) => outerHTML.slice(0, 160)));
}
