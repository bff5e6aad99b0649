import { expect, test } from "./given";
import { pressAt, typeAt } from "./keyboard";

/** The lab's registry wants no sign-in: it is told so, and kept all the same. */
const HOST = process.env.LAB_REGISTRY ?? "";

test("a registry's sign-in is kept, replaced and removed by keyboard, and its password is never shown", async ({
  page,
}) => {
  await page.goto("/settings/registries");
  const [host, user] = [page.getByLabel("Registry", { exact: true }), page.getByLabel("User name")];
  const password = page.getByLabel("Password or token", { exact: true });
  const save = page.getByRole("button", { name: "Check and save" });
  await typeAt(page, host, "not a host");
  await typeAt(page, user, "robot");
  await typeAt(page, password, "open sesame");
  await pressAt(page, save);
  await expect(host).toBeFocused();
  await expect(host).toHaveAttribute("aria-invalid", "true");
  await expect(user).toHaveValue("robot");
  await typeAt(page, host, HOST);
  await pressAt(page, save);
  await expect(page.getByText("wanted no sign-in just now")).toBeVisible();
  const line = page.getByRole("region", { name: "Registries" }).getByRole("listitem");
  await expect(line).toContainText("as robot");
  await expect(host).toBeFocused();

  await pressAt(page, page.getByRole("button", { name: `Replace the sign-in to ${HOST}` }));
  await expect(page.getByRole("heading", { name: `Replace the sign-in to ${HOST}` })).toBeVisible();
  await expect(password).toBeFocused();
  await expect(password).toHaveValue("");
  await typeAt(page, user, "porter");
  await typeAt(page, password, "open again");
  await pressAt(page, save);
  await expect(line).toContainText("as porter");
  await expect(page.getByRole("heading", { name: "Sign in to a registry" })).toBeVisible();
  expect(await page.content()).not.toContain("open again");

  await pressAt(page, page.getByRole("button", { name: `Remove the sign-in to ${HOST}` }));
  await typeAt(page, page.getByLabel(/to confirm/), HOST);
  await page.keyboard.press("Enter");
  await expect(page.getByText("There is none.")).toBeVisible();
});
