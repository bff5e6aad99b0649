import type { APIRequestContext, Page } from "@playwright/test";
import type { CustomApp } from "@/lib/apps/custom/schema";
import { expect, idIn, readDeployment, readProject, test, uninstallEverything } from "./given";

/** Apps that people bring themselves: written, pasted, imported; checked while they type; installed like any other. */

const BEACON = {
  id: "pier-beacon",
  name: "Pier beacon",
  description: "Tells who asked.",
  kind: "template",
  logo: "pier-beacon",
  category: "other",
  available: true,
  services: [
    {
      name: "web",
      image: "traefik/whoami:v1.10.1",
      exposed: true,
      exposedPort: 80,
      environment: { WHOAMI_NAME: "pier" },
    },
  ],
};
const TEXT = JSON.stringify(BEACON, null, 2);
const MISSPELT = TEXT.replace("environment", "enviroment");

const COMPOSE = `services:
  web:
    image: traefik/whoami:v1.10.1
    ports: ["8080:80"]
    cap_add: [CHOWN]
    environment:
      WHOAMI_NAME: \${NAME:-quay}
`;

const definition = (page: Page) => page.getByLabel("Definition", { exact: true });
const check = (page: Page) => page.getByRole("region", { name: "Check" });
const report = (page: Page) => page.getByRole("region", { name: "Report" });

test.afterEach(async ({ request }) => {
  await uninstallEverything(request);
  const { data } = (await (await request.get("/api/apps/custom")).json()) as { data: CustomApp[] };
  for (const { entry } of data)
    expect((await request.delete(`/api/apps/custom/${entry.id}`, { data: {} })).status()).toBe(204);
});

async function givenOwnApp(request: APIRequestContext, app: object = BEACON): Promise<void> {
  const answer = await request.post("/api/apps/custom", { data: { definition: app } });
  expect(answer.status(), await answer.text()).toBe(201);
}

test("a definition is written with help, saved, installed, and deleted when nothing uses it", async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  await page.goto("/apps");
  await page.getByRole("link", { name: "Add your own app" }).click();
  await expect(page.getByRole("heading", { name: "Add your own app" })).toBeVisible();
  await expect(check(page)).toContainText("Valid");

  await definition(page).fill(MISSPELT);
  await expect(check(page)).toContainText('Did you mean "environment"?');
  await check(page)
    .getByRole("button", { name: /enviroment/ })
    .click();
  await expect(definition(page)).toBeFocused();
  const chosen = await definition(page).evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  );
  expect(chosen).toContain("enviroment");
  await page.keyboard.press("Tab");
  await expect(definition(page)).not.toBeFocused();

  await page.reload();
  await expect(definition(page)).toHaveValue(MISSPELT);
  await definition(page).fill(TEXT.replace('"id": "pier-beacon"', '"id": "whoami"'));
  await expect(check(page)).toContainText("such as “my-whoami”");
  await definition(page).fill(TEXT);
  await expect(check(page)).toContainText("Nothing is wrong");
  await page.getByRole("button", { name: "Save app" }).click();
  await expect(page).toHaveURL("/apps/pier-beacon");
  await expect(page.getByRole("heading", { name: /Pier beacon.*Custom/ })).toBeVisible();

  await page.goto("/apps");
  await page.getByRole("button", { name: /^Custom/ }).click();
  await expect(page).toHaveURL("/apps?custom=1");
  await page.getByRole("link", { name: /^Pier beacon/ }).click();
  await page.getByRole("link", { name: "Install Pier beacon" }).click();
  await page.getByRole("button", { name: "Continue to exposure" }).click();
  await page.getByRole("button", { name: "Continue to review" }).click();
  await page.getByRole("button", { name: "Install Pier beacon" }).click();
  await expect(page).toHaveURL(/\/deployments\/dep_/);
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 60_000 });
  const { projectId } = await readDeployment(request, idIn(page));
  const { openUrl } = await readProject(request, projectId);
  expect(await (await fetch(openUrl ?? "")).text()).toContain("Name: pier");

  const refused = await request.delete("/api/apps/custom/pier-beacon", { data: {} });
  expect(refused.status()).toBe(409);
  expect(await refused.json()).toMatchObject({
    code: "APP_INSTALLED",
    message: expect.stringContaining("“Pier beacon”"),
  });
  await page.goto("/apps/custom");
  await page.getByRole("button", { name: "Delete Pier beacon" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("It is used by Pier beacon.");
  await page.getByRole("button", { name: "Close" }).click();

  await uninstallEverything(request);
  await page.reload();
  await page.getByRole("button", { name: "Delete Pier beacon" }).click();
  await page.getByLabel("Type pier-beacon to confirm").fill("pier-beacon");
  await page.getByRole("button", { name: "Delete the app" }).click();
  await expect(page.getByRole("heading", { name: "No app of your own yet" })).toBeVisible();
});

test("a compose file is imported, read through, edited and saved", async ({ page }) => {
  await page.goto("/apps");
  const palette = page.getByRole("combobox", { name: "Go to or run" });
  // The keys are heard once the page's own script runs.
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(palette).toBeFocused({ timeout: 1000 });
  }).toPass();
  await palette.fill("import");
  await expect(page.getByRole("option", { selected: true })).toContainText(/import/i);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Import an app" })).toBeVisible();

  const compose = page.getByLabel("Text of docker-compose.yml");
  await compose.fill(COMPOSE.replace("cap_add: [CHOWN]", "privileged: true"));
  await page.getByRole("button", { name: "Convert" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("services.web.privileged");
  await expect(compose).toHaveValue(/privileged/);

  await compose.fill(COMPOSE);
  await page.getByLabel(/^Name of the app/).fill("Quay");
  await page.getByRole("button", { name: "Convert" }).click();
  await expect(definition(page)).toHaveValue(/"id": "quay"/);
  await expect(page.getByText(/Docker Compose · docker-compose\.yml · 7 lines/)).toBeVisible();
  await expect(report(page).getByRole("region", { name: "Refused" })).toContainText("services.web.cap_add");
  await expect(report(page).getByRole("region", { name: "Mapped" })).toBeVisible();
  await report(page)
    .getByRole("button", { name: /^Refused/ })
    .click();
  await expect(report(page).getByRole("region", { name: "Mapped" })).toBeHidden();

  const edited = (await definition(page).inputValue()).replace('"name": "Quay"', '"name": "Quayside"');
  await definition(page).fill(edited);
  await page.reload();
  await expect(definition(page)).toHaveValue(edited);
  await page.getByRole("button", { name: "Save as custom app" }).click();
  await expect(page).toHaveURL("/apps/quay");
  await expect(page.getByRole("heading", { name: /Quayside/ })).toBeVisible();
  await page.goto("/apps/import");
  await expect(compose).toHaveValue("");
});

test("an own app is edited, and what somebody else's page says is only text", async ({ page, request }) => {
  const markup = '<img src="/x" onerror="document.title=`taken`">';
  await givenOwnApp(request, { ...BEACON, description: markup, tags: [markup] });
  await page.goto("/apps?custom=1");
  await expect(page.getByText(markup).first()).toBeVisible();
  await page.goto("/apps/custom");
  await expect(page.getByText(markup)).toBeVisible();
  await page.getByRole("link", { name: "Edit Pier beacon" }).click();
  await expect(definition(page)).toHaveValue(/onerror/);
  expect(await page.locator("img").count()).toBe(0);

  await definition(page).fill(TEXT.replace('"id": "pier-beacon"', '"id": "other"'));
  await expect(check(page)).toContainText("whose id stays");
  await definition(page).fill(TEXT.replace("v1.10.1", "v1.11.0"));
  await expect(check(page)).toContainText("Nothing is wrong");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL("/apps/pier-beacon");
  await expect(page.getByText("1.11.0").first()).toBeVisible();
  await page.getByRole("link", { name: "Edit" }).click();
  await expect(definition(page)).toHaveValue(/v1\.11\.0/);
});

test("a narrow screen shows the definition and the report one at a time", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/apps/import");
  await page.getByLabel("Text of docker-compose.yml").fill(COMPOSE);
  await page.getByRole("button", { name: "Convert" }).click();
  await expect(definition(page)).toBeVisible();
  await expect(report(page)).toBeHidden();
  await page.getByRole("radio", { name: /^Report/ }).click();
  await expect(report(page)).toBeVisible();
  await expect(definition(page)).toBeHidden();
});

const BLUEPRINT = [
  {
    name: "docker-compose.yml",
    text: "services: { web: { image: 'traefik/whoami:v1.10.1', env_file: .env } }",
  },
  {
    name: "template.toml",
    text: `[variables]
token = "\${password:20}"
[config]
env = ["WHOAMI_TOKEN=\${token}"]
[[config.domains]]
serviceName = "web"
port = 80
host = "\${domain}"
`,
  },
];

test("a format of two files asks for both, or takes them as they are chosen", async ({ page }) => {
  await page.goto("/apps/import");
  await page.getByRole("combobox", { name: "Format" }).click();
  await page.getByRole("option", { name: "Dokploy blueprint" }).click();
  for (const { name, text } of BLUEPRINT) await page.getByLabel(`Text of ${name}`).fill(text);
  await page.getByRole("button", { name: "Convert" }).click();
  await expect(definition(page)).toHaveValue(/WHOAMI_TOKEN/);
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.getByLabel("Text of docker-compose.yml")).toHaveValue("");

  await page
    .locator('input[type="file"]')
    .setInputFiles(
      BLUEPRINT.map(({ name, text }) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) })),
    );
  await expect(page.getByLabel("Text of template.toml")).toHaveValue(/WHOAMI_TOKEN/);
  await page.getByRole("button", { name: "Convert" }).click();
  await expect(page.getByText(/^Dokploy blueprint/)).toBeVisible();
  await expect(definition(page)).toHaveValue(/WHOAMI_TOKEN/);
});

test("a definition is read from a file, and one that is too long is told so", async ({ page }) => {
  await page.goto("/apps/custom/new");
  const file = (text: string) => ({
    name: "beacon.json",
    mimeType: "application/json",
    buffer: Buffer.from(text),
  });
  const choose = page.locator('input[type="file"]');
  await choose.setInputFiles(file(TEXT));
  await expect(definition(page)).toHaveValue(TEXT);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(definition(page)).toHaveValue(/My app/);
  await choose.setInputFiles(file(" ".repeat(256 * 1024 + 1)));
  await expect(page.getByText("A file is at most 256 KiB long.")).toBeVisible();
  await expect(definition(page)).toHaveValue(/My app/);
});
