import { createServer } from "node:net";
import type { Page } from "@playwright/test";
import { NOTHING, onEngine } from "./engine";
import { expect, givenInstalled, idIn, readDeployment, test } from "./given";
import { pressAt, typeAt } from "./keyboard";
import { freePort } from "./roadstead";

const saved = (page: Page) => expect(page.getByText(/^Draft saved/)).toBeVisible();

test.describe("what is wrong is said beside its field", () => {
  test("in the settings: a missing name, a missing answer, a bad number", async ({ page }) => {
    await page.goto("/apps/ghost/install");
    await page.getByRole("combobox", { name: "Send mail" }).click();
    await page.getByRole("option", { name: "Through an SMTP server" }).click();
    await page.getByLabel("Project name").fill(" ");
    await page.getByLabel(/^Port/).fill("70000");
    await page.getByRole("button", { name: "Continue to exposure" }).click();
    const name = page.getByLabel("Project name");
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription(/Give the project a name\./);
    await expect(page.getByLabel(/^SMTP host/)).toHaveAccessibleDescription(/SMTP host/);
    await expect(page.getByLabel(/^SMTP host/)).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel(/^Port/)).toHaveAccessibleDescription(
      /Port must be a whole number between 1 and 65535\./,
    );
    await expect(page.getByText(/3 fields to fix: Project name, SMTP host, Port/)).toBeVisible();

    await name.fill("Gazette");
    await page.getByLabel(/^SMTP host/).fill("not a host");
    await page.getByLabel(/^Port/).fill("twelve");
    await page.getByRole("button", { name: "Continue to exposure" }).click();
    await expect(page.getByLabel(/^SMTP host/)).toHaveAccessibleDescription("Write a host name.");
    await expect(page.getByText(/2 fields to fix: SMTP host, Port/)).toBeVisible();

    await page.getByLabel(/^SMTP host/).fill("smtp.example.org");
    await page.getByLabel(/^Port/).fill("25");
    await page.getByRole("button", { name: "Continue to exposure" }).click();
    await expect(page.getByRole("radiogroup", { name: /is reached/ })).toBeVisible();
  });

  test("in the settings: a name that another project has", async ({ page, request }) => {
    await givenInstalled(request, { appId: "whoami", name: "Lookout" });
    await page.goto("/apps/valkey/install");
    await page.getByLabel("Project name").fill("Lookout");
    await expect(page.getByLabel("Project name")).toHaveAccessibleDescription(
      /A project is called “Lookout” already\. “Lookout 2” is free\./,
    );
    await expect(page.getByLabel("Project name")).toHaveAttribute("aria-invalid", "true");
    await page.getByRole("button", { name: "Continue to exposure" }).click();
    await expect(page.getByText(/One field to fix: Project name/)).toBeVisible();
  });

  test("in the exposure: a port out of range, of another program, of another project", async ({
    page,
    request,
  }) => {
    const taken = await freePort();
    const other = createServer().listen(taken, "127.0.0.1");
    const { openUrl } = await givenInstalled(request, { appId: "whoami", name: "Lookout" });
    const theirs = new URL(openUrl ?? "").port;
    await page.goto("/apps/adminer/install");
    await page.getByRole("button", { name: "Continue to exposure" }).click();
    const port = page.getByLabel(/^Host port/);
    for (const [typed, words] of [
      ["0", /between 1 and 65535/],
      ["65536", /between 1 and 65535/],
      ["eighty", /[Nn]umber/],
      [String(taken), /use/],
      [theirs, /Lookout/],
    ] as const) {
      await port.fill(typed);
      await expect(port, typed).toHaveAccessibleDescription(words);
      await expect(port).toHaveAttribute("aria-invalid", "true");
      await page.getByRole("button", { name: "Continue to review" }).click();
      await expect(page.getByText(/One field to fix: Host port/)).toBeVisible();
    }
    await port.fill("");
    await expect(port).toHaveAttribute("aria-invalid", "false");
    await page.getByRole("button", { name: "Continue to review" }).click();
    await expect(page.getByRole("button", { name: "Install Adminer" })).toBeEnabled();
    other.close();
  });
});

test("what was typed survives a reload and a closed tab, secrets unseen", async ({ page, context }) => {
  await page.goto("/apps/ghost/install");
  await page.getByLabel("Project name").fill("Gazette");
  await page.getByRole("combobox", { name: "Send mail" }).click();
  await page.getByRole("option", { name: "Through an SMTP server" }).click();
  await page.getByLabel(/^SMTP host/).fill("smtp.example.org");
  await page.getByLabel(/^Password/).fill("a secret of the mail server");
  await page.getByRole("button", { name: "Continue to exposure" }).click();
  await page.getByLabel(/^Host port/).fill("28999");
  await saved(page);
  const draft = new URL(page.url()).searchParams.get("draft");
  await expect
    .poll(async () => (await page.request.get(`/api/projects/${draft}/draft`)).text())
    .toContain("28999");
  await page.reload();
  await expect(page.getByLabel(/^Host port/)).toHaveValue("28999");
  await page.close();

  const later = await context.newPage();
  await later.goto("/projects");
  const html = await later.request.get("/apps/ghost/install").then((response) => response.text());
  expect(html).not.toContain("a secret of the mail server");
  await later.getByRole("main").getByRole("link", { name: "Gazette" }).click();
  await expect(later.getByLabel(/^SMTP host/)).toHaveValue("smtp.example.org");
  await expect(later.getByLabel(/^Password/)).toHaveValue("");
  await expect(later.getByLabel(/^Password/)).toHaveAttribute("placeholder", /Kept as it is/);
});

test("a draft is deleted, and nothing was ever made of it", async ({ page }) => {
  await page.goto("/apps/whoami/install");
  await page.getByLabel("Project name").fill("Thought");
  await saved(page);
  const draft = new URL(page.url()).searchParams.get("draft") ?? "";
  await page.goto(`/projects/${draft}/danger`);
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByLabel("Type Thought to confirm").fill("Thought");
  await page.getByRole("button", { name: "Delete the draft" }).click();
  await expect(page).toHaveURL("/projects");
  await expect(page.getByRole("main")).not.toContainText("Thought");
  expect(await onEngine(draft)).toEqual(NOTHING);
});

test("clicking Install twice installs once", async ({ page, request }) => {
  await page.goto("/apps/whoami/install");
  await page.getByLabel("Project name").fill("Once");
  await page.getByRole("button", { name: "Continue to exposure" }).click();
  await page.getByRole("button", { name: "Continue to review" }).click();
  await page.getByRole("button", { name: "Install Whoami" }).dblclick();
  await expect(page).toHaveURL(/\/deployments\/dep_/);
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 60_000 });
  const { data: projects } = await (await request.get("/api/projects")).json();
  const { data: deployments } = await (await request.get("/api/deployments")).json();
  expect(projects.filter(({ name }: { name: string }) => name === "Once")).toHaveLength(1);
  expect(
    deployments.filter(({ projectName }: { projectName: string }) => projectName === "Once"),
  ).toHaveLength(1);
});

test("from the catalog to Install with the keyboard alone", async ({ page }) => {
  await page.goto("/apps");
  await expect(page.getByRole("heading", { name: "Catalog" })).toBeVisible();
  const search = page.getByLabel("Search the catalog");
  // The key is heard once the page's own script runs.
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(search).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type("whoami");
  await pressAt(page, page.getByRole("main").getByRole("link", { name: /^Whoami/ }));
  await expect(page).toHaveURL("/apps/whoami");
  await pressAt(page, page.getByRole("link", { name: "Install Whoami" }));
  await typeAt(page, page.getByLabel("Project name"), "By hand");
  // Enter in a field goes on, as in any form.
  await page.keyboard.press("Enter");
  await pressAt(page, page.getByRole("button", { name: "Continue to review" }));
  await pressAt(page, page.getByRole("button", { name: "Install Whoami" }));
  await expect(page).toHaveURL(/\/deployments\/dep_/);
  await expect
    .poll(async () => (await readDeployment(page.request, idIn(page))).state, { timeout: 60_000 })
    .toBe("ready");
});
