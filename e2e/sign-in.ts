import { expect, type Page } from "@playwright/test";
import { chooseItem, typeAt } from "./keyboard";
import { ADMIN } from "./roadstead";

type Person = { email: string; password: string };

/** Signs in with a password, by keyboard, at the sign-in page that is open. */
export async function signIn(page: Page, { email, password }: Person = ADMIN): Promise<void> {
  await expect(page.getByRole("heading", { name: "Sign in", level: 1 })).toBeVisible();
  await typeAt(page, page.getByLabel("E-mail"), email);
  await typeAt(page, page.getByLabel("Password", { exact: true }), password);
  await page.keyboard.press("Enter");
}

/** Leaves by the person's menu. */
export async function signOut(page: Page, name: string): Promise<void> {
  await chooseItem(
    page,
    page.getByRole("button", { name }),
    page.getByRole("menuitem", { name: "Sign out" }),
  );
  await expect(page.getByRole("heading", { name: "Sign in", level: 1 })).toBeVisible();
}
