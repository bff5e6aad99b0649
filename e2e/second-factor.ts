import { expect, type Page } from "@playwright/test";
import { codeOf } from "./one-time-code";
import { ADMIN } from "./roadstead";

/** Switches two factors on for who is signed in here. By the library's routes: the security page has a spec of its own. */
export async function setUpSecondFactor(page: Page, password = ADMIN.password) {
  const { totpURI } = await askAuth<{ totpURI: string }>(page, "two-factor/enable", { password });
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  const code = await codeOf(secret);
  await askAuth(page, "two-factor/verify-totp", { code });
  return { secret, code };
}

/** Asks a route of the auth library from this page's origin, with its session. */
export async function askAuth<T>(page: Page, path: string, data: object): Promise<T> {
  const { origin } = new URL(page.url());
  const response = await page.request.post(`${origin}/api/auth/${path}`, { data, headers: { origin } });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()) as T;
}
