import { mkdir } from "node:fs/promises";
import path from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "../given";
import { unreached } from "./walk";

/** A page in light and dark, on a laptop and a phone: nothing serious for axe, nothing to scroll sideways, a picture. */

const ROOT = path.resolve(import.meta.dirname, "../..");
const SHOTS = path.join(ROOT, "test-results", "look");

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
// The rules of a page's structure need one look each; colours are another matter in every theme.
const LOOKS = [
  { look: "light-1440", colorScheme: "light", viewport: WIDE, rules: undefined },
  { look: "dark-1440", colorScheme: "dark", viewport: WIDE, rules: ["color-contrast"] },
  { look: "dark-390", colorScheme: "dark", viewport: PHONE, rules: ["color-contrast"] },
  { look: "light-390", colorScheme: "light", viewport: PHONE, rules: undefined },
] as const;

/** Pictures of the README, renewed with UPDATE_SCREENSHOTS=1. */
const PICTURES = ["catalog-light-1440", "deployment-light-1440"];

/** A page that can be looked at, and when it is there. */
export type Scene = { name: string; path: string; ready: (page: Page) => Promise<void> };

/** There once its heading is. */
export const heading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

/** @returns what is wrong with a page in any of its looks */
export async function look(page: Page, { name, path: address, ready }: Scene): Promise<string[]> {
  const problems: string[] = [];
  await mkdir(SHOTS, { recursive: true });
  await page.setViewportSize(WIDE);
  await page.goto(address);
  await ready(page);
  for (const { look, colorScheme, viewport, rules } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    const shot = `${name}-${look}`;
    await page.screenshot({ path: path.join(SHOTS, `${shot}.png`), fullPage: true });
    if (process.env.UPDATE_SCREENSHOTS && PICTURES.includes(shot)) {
      const picture = path.join(ROOT, "docs", "screenshots", `${shot.replace("-1440", "")}.png`);
      await page.screenshot({ path: picture });
    }
    problems.push(...(await wrongWith(page, rules)).map((problem) => `${shot}: ${problem}`));
  }
  return problems;
}

/** Looks at a page, then goes through it by keyboard. @returns what is wrong with it in any of its looks */
export async function lookAndWalk(page: Page, scene: Scene): Promise<string[]> {
  const problems = await look(page, scene);
  for (const { look, colorScheme, viewport } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    const missed = await unreached(page);
    problems.push(...missed.map((html) => `${scene.name}-${look}: not reached by Tab: ${html}`));
  }
  return problems;
}

async function wrongWith(page: Page, rules: readonly string[] | undefined): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`scrolls sideways: ${scrollWidth} > ${clientWidth}`] : [];
  });
  return [
    ...serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`),
    ...overflow,
  ];
}
