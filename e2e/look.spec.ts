import { mkdir } from "node:fs/promises";
import path from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { APIRequestContext, Page } from "@playwright/test";
import { CHART_ROOM, givenChartRoom, withoutChartRoom } from "./connected";
import { forgetImage } from "./engine";
import { expect, givenInstalled, test, uninstallEverything } from "./given";
import { resetImages, untagImage } from "./lab";
import { connectAgent, givenProposingClient, use } from "./mcp-agent";
import { givenMcpClient } from "./mcp-client";
import { RIGGING } from "./rigging";
import { ADMIN, makeToken } from "./roadstead";

/** Every page in light and dark, on a laptop and a phone: nothing serious for axe, nothing to scroll sideways, a picture. */

const ROOT = path.resolve(import.meta.dirname, "..");
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

type Scene = { name: string; path: string; ready: (page: Page) => Promise<void> };

const heading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

// A trace of axe at work is large and slow; what was wrong is in the list and in the pictures.
test.use({ contextOptions: { reducedMotion: "reduce" }, trace: "off" });

test("every page is fit to be seen", async ({ page, request }) => {
  test.setTimeout(240_000);
  const problems: string[] = [];
  for (const scene of await givenEverything(request)) problems.push(...(await look(page, scene)));
  expect(problems).toEqual([]);
});

test("the pages of one's own apps are fit to be seen", async ({ page, request }) => {
  test.setTimeout(120_000);
  const problems: string[] = [];
  for (const scene of await givenOwnApps(request)) problems.push(...(await look(page, scene)));
  for (const id of ["pier-beacon", "not-yet"]) await request.delete(`/api/apps/custom/${id}`, { data: {} });
  expect(problems).toEqual([]);
});

test("every layout of an installation is fit to be seen", async ({ page, request }) => {
  test.setTimeout(120_000);
  const problems: string[] = [];
  for (const scene of await givenLayouts(request)) {
    problems.push(...(await look(page, scene)));
    await request.delete(`/api/apps/custom/${scene.name}`, { data: {} });
  }
  expect(problems).toEqual([]);
});

test("the pages of people and organizations are fit to be seen", async ({ page, browser, roadstead }) => {
  test.setTimeout(120_000);
  expect(await look(page, { name: "members", path: "/settings/members", ready: invited })).toEqual([]);
  const organization = {
    name: "organization",
    path: "/settings/organization",
    ready: heading("Organization"),
  };
  expect(await look(page, organization)).toEqual([]);
  await page.goto("/settings/members");
  const link = page.getByRole("button", { name: "Copy the link for jonas@example.org" });
  const data = { email: "ines@example.org", role: "admin" };
  const answer = await page.request.post("/api/auth/organization/invite-member", {
    data,
    headers: { origin: roadstead.url },
  });
  await expect(link).toBeVisible();
  const { url } = await answer.json();
  const wrongPerson = { name: "invitation-other", path: url, ready: heading(/^Join /) };
  expect(await look(page, wrongPerson)).toEqual([]);
  const storageState = { cookies: [], origins: [] };
  const stranger = await (await browser.newContext({ baseURL: roadstead.url, storageState })).newPage();
  expect(await look(stranger, { ...wrongPerson, name: "invitation" })).toEqual([]);
  const dead = { name: "invitation-dead", path: "/invitation/none", ready: heading("Invitation") };
  expect(await look(stranger, dead)).toEqual([]);
  await stranger.context().close();
});

test("the pages of proposals are fit to be seen", async ({ page, roadstead }) => {
  test.setTimeout(120_000);
  const none = { name: "proposals-none", path: "/proposals", ready: heading("Proposals") };
  expect(await look(page, none)).toEqual([]);
  const agent = await connectAgent(roadstead.url, await givenProposingClient(roadstead));
  const install = { appId: "wordpress", name: "Log book of the Anna" };
  const { proposalId } = await use<{ proposalId: string }>(agent, "apps_install", install);
  const more = { appId: "valkey", name: "Harbour cache" };
  const other = await use<{ proposalId: string }>(agent, "apps_install", more);
  const path = `/proposals/${proposalId}`;
  expect(await look(page, { name: "proposals", path: "/proposals", ready: heading("Proposals") })).toEqual(
    [],
  );
  expect(await look(page, { name: "proposal", path, ready: heading(/^Install WordPress/) })).toEqual([]);
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("Nothing was done.")).toBeVisible();
  const declined = { name: "proposal-declined", path, ready: heading(/^Install WordPress/) };
  expect(await look(page, declined)).toEqual([]);
  await page.request.post(`/api/proposals/${other.proposalId}/decline`, { data: {} });
  await agent.close();
});

/** The members page right after somebody was invited. */
async function invited(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill("jonas@example.org");
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("status").filter({ hasText: "is invited." })).toBeVisible();
}

test("the pages of connected projects are fit to be seen", async ({ page, request }) => {
  test.setTimeout(180_000);
  const problems: string[] = [];
  for (const scene of await givenConnected(request)) problems.push(...(await look(page, scene)));
  await uninstallEverything(request);
  await withoutChartRoom(request);
  expect(problems).toEqual([]);
});

test("the pages of one's own account are fit to be seen", async ({ page }) => {
  test.setTimeout(120_000);
  const problems: string[] = [];
  for (const scene of ACCOUNT) problems.push(...(await look(page, scene)));
  expect(problems).toEqual([]);
});

test("the pages of tokens are fit to be seen", async ({ page, request, roadstead, session }) => {
  test.setTimeout(120_000);
  for (const [name, appId] of [
    ["Flows", "n8n"],
    ["Git", "gitea"],
    ["Journal", "wordpress"],
    ["Stats", "umami"],
  ]) {
    const answer = await request.post("/api/apps", { data: { appId, name, deploy: false } });
    expect(answer.status(), await answer.text()).toBe(201);
  }
  const everything = { resourceType: "project" as const, resourceId: "*", permissions: ["read" as const] };
  await makeToken(roadstead, session, { name: "Nightly export", readOnly: true, expiresInDays: 30 });
  await makeToken(roadstead, session, { name: "Laptop" });
  await makeToken(roadstead, session, { name: "Staging runner", grants: [everything], expiresInDays: 6 });
  const picked = async (page: Page) => {
    await page.getByRole("button", { name: "New token" }).click();
    await page.getByLabel("Name").fill("Deploy from CI");
    await page.getByRole("radio", { name: "Only what I choose" }).click();
    const access = (name: string) => page.getByRole("radiogroup", { name: `Access to ${name}` });
    await access("Flows").getByRole("radio", { name: "Write" }).click();
    await access("Git").getByRole("radio", { name: "Read" }).click();
  };
  const made = async (page: Page) => {
    await picked(page);
    await page.getByRole("button", { name: "Create token" }).click();
    await expect(page.getByRole("heading", { name: "Token “Deploy from CI” is ready" })).toBeVisible();
  };
  const scene = { name: "settings-tokens", path: "/settings/tokens", ready: picked };
  expect(await look(page, scene)).toEqual([]);
  expect(await look(page, { ...scene, name: "settings-tokens-ready", ready: made })).toEqual([]);
});

test("the pages of AI clients are fit to be seen", async ({ page, roadstead }) => {
  test.setTimeout(120_000);
  const problems: string[] = [];
  const none = { name: "ai-clients-empty", path: "/settings/ai-clients", ready: heading("AI clients") };
  problems.push(...(await look(page, none)));
  const client = await givenMcpClient(`${roadstead.url}/api/mcp`);
  const asks = heading("Fieldnotes wants to connect");
  const chosen = async (there: Page) => {
    await asks(there);
    await there.getByRole("radio", { name: /^Only what I choose/ }).click();
  };
  problems.push(...(await look(page, { name: "consent", path: await client.begin(), ready: asks })));
  problems.push(...(await look(page, { name: "consent-chosen", path: await client.begin(), ready: chosen })));
  await page.getByRole("radio", { name: /^Everything I may/ }).click();
  await page.getByRole("button", { name: "Allow Fieldnotes" }).click();
  await expect(page.getByRole("heading", { name: "Back in Fieldnotes" })).toBeVisible();
  problems.push(...(await look(page, { name: "consent-again", path: await client.begin(), ready: asks })));
  const changing = async (there: Page) => {
    await there.getByRole("button", { name: "Change Fieldnotes" }).click();
  };
  const one = { name: "ai-clients", path: "/settings/ai-clients", ready: changing };
  problems.push(...(await look(page, one)));
  const over = {
    name: "consent-over",
    path: "/mcp/consent?client_id=a",
    ready: heading("Connect an AI client"),
  };
  problems.push(...(await look(page, over)));
  await page.request.delete(`/api/mcp-clients/${client.kept.client?.client_id}`, { data: {} });
  await client.close();
  expect(problems).toEqual([]);
});

test.describe("without a session", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("the sign-in page is fit to be seen", async ({ page }) => {
    const wrong = async () => {
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/Write your e-mail address/);
    };
    const plain = { name: "sign-in", path: "/sign-in", ready: heading("Sign in") };
    expect(await look(page, plain)).toEqual([]);
    expect(await look(page, { ...plain, name: "sign-in-wrong", ready: wrong })).toEqual([]);
  });

  test("the ways back in are fit to be seen", async ({ page }) => {
    const forgotten = { name: "forgot-password", path: "/forgot-password", ready: heading(/^Forgot/) };
    expect(await look(page, forgotten)).toEqual([]);
    const dead = { name: "reset-password", path: "/reset-password?token=x", ready: heading(/^Choose/) };
    expect(await look(page, dead)).toEqual([]);
    const second = { name: "two-factor", path: "/two-factor", ready: heading(/^Code/) };
    expect(await look(page, second)).toEqual([]);
  });
});

const ACCOUNT: Scene[] = [
  { name: "settings-profile", path: "/settings/profile", ready: heading("Profile") },
  { name: "settings-security", path: "/settings/security", ready: heading("Security") },
  {
    name: "two-factor-key",
    path: "/settings/security/two-factor",
    ready: async (page) => {
      await page.getByLabel("Your password", { exact: true }).fill(ADMIN.password);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
    },
  },
];

/** @returns what is wrong with a page in any of its looks */
async function look(page: Page, { name, path: address, ready }: Scene): Promise<string[]> {
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

/** The first step of one installation in each layout, with everything shown. */
async function givenLayouts(request: APIRequestContext): Promise<Scene[]> {
  const ready = async (page: Page) => {
    await page.getByRole("combobox", { name: "Rig" }).click();
    await page.getByRole("option", { name: "Ketch" }).click();
    for (const button of await page.getByRole("button", { name: /^Advanced/ }).all()) await button.click();
    await expect(page.getByLabel(/^Log book/)).toBeVisible();
  };
  const layouts = ["split", "single", "grouped"] as const;
  return await Promise.all(
    layouts.map(async (settings) => {
      const id = `rigging-${settings}`;
      const definition = { ...RIGGING, id, installLayout: { settings } };
      const answer = await request.post("/api/apps/custom", { data: { definition } });
      expect(answer.status(), await answer.text()).toBe(201);
      return { name: id, path: `/apps/${id}/install`, ready };
    }),
  );
}

/** One of each: a running app with values to connect, a stopped one, a failed one, a draft. @returns the pages to see */
async function givenEverything(request: APIRequestContext): Promise<Scene[]> {
  const shop = await givenInstalled(request, {
    appId: "postgresql",
    name: "Shop database",
    endpoints: [{ service: "postgres", port: 5432, mode: "publish" }],
  });
  const blog = await givenInstalled(request, { appId: "wordpress", name: "Log book of the Anna" });
  const lookout = await givenInstalled(request, { appId: "whoami", name: "Lookout" });
  await request.post(`/api/projects/${lookout.id}/stop`, { data: {} });
  await forgetImage("valkey/valkey:9.1.0");
  await untagImage("valkey/valkey:9.1.0");
  const failed = await (await request.post("/api/apps", { data: { appId: "valkey", name: "Queue" } })).json();
  const state = async () =>
    (await (await request.get(`/api/deployments/${failed.deploymentId}`)).json()).state;
  await expect.poll(state, { timeout: 60_000 }).toBe("failed");
  await resetImages("redis");
  const draft = await (
    await request.post("/api/apps", { data: { appId: "ghost", name: "Gazette", deploy: false } })
  ).json();
  const install = `/apps/ghost/install?draft=${draft.projectId}`;
  return [
    { name: "catalog", path: "/apps", ready: heading("Catalog") },
    { name: "catalog-empty", path: "/apps?q=nothing-like-it", ready: heading("Catalog") },
    { name: "app", path: "/apps/wordpress", ready: heading(/WordPress/) },
    { name: "wizard-settings", path: "/apps/paperless-ngx/install", ready: heading(/^Install/) },
    { name: "wizard-draft", path: install, ready: heading("Install Ghost") },
    { name: "wizard-exposure", path: `${install}&step=exposure`, ready: heading("Install Ghost") },
    { name: "wizard-review", path: `${install}&step=review`, ready: heading("Install Ghost") },
    { name: "projects", path: "/projects", ready: heading("Projects") },
    { name: "project", path: `/projects/${shop.id}`, ready: heading("Shop database") },
    { name: "project-two-services", path: `/projects/${blog.id}`, ready: heading("Log book of the Anna") },
    { name: "project-stopped", path: `/projects/${lookout.id}`, ready: heading("Lookout") },
    { name: "project-failed", path: `/projects/${failed.projectId}`, ready: heading("Queue") },
    { name: "project-deployments", path: `/projects/${blog.id}/deployments`, ready: heading(/Anna/) },
    {
      name: "project-logs",
      path: `/projects/${blog.id}/logs`,
      ready: (page) => expect(page.getByRole("log")).toContainText("apache"),
    },
    { name: "project-advanced", path: `/projects/${blog.id}/advanced`, ready: heading(/Anna/) },
    { name: "project-danger", path: `/projects/${blog.id}/danger`, ready: heading(/Anna/) },
    {
      name: "uninstall",
      path: `/projects/${blog.id}/danger`,
      ready: async (page) => {
        await page.getByRole("button", { name: "Uninstall…" }).click();
        await expect(page.getByRole("alertdialog")).toBeVisible();
      },
    },
    { name: "deployments", path: "/deployments", ready: heading("Deployments") },
    {
      name: "deployment",
      path: `/deployments/${blog.lastDeploymentId}`,
      ready: (page) => expect(page.getByText("Ready", { exact: true })).toBeVisible(),
    },
    {
      name: "deployment-failed",
      path: `/deployments/${failed.deploymentId}`,
      ready: (page) => expect(page.getByRole("region", { name: "What failed" })).toBeVisible(),
    },
    { name: "not-found", path: "/projects/none", ready: heading(/Off the chart/) },
  ];
}

/** A database, one that is stopped, and an app that uses the first. @returns the pages around them */
async function givenConnected(request: APIRequestContext): Promise<Scene[]> {
  await givenChartRoom(request);
  const books = await givenInstalled(request, { appId: "postgresql", name: "Harbour books" });
  const asleep = await givenInstalled(request, { appId: "postgresql", name: "Winter books" });
  await request.post(`/api/projects/${asleep.id}/stop`, { data: {} });
  const connections = [{ requirementId: "database", projectId: books.id }];
  const room = await givenInstalled(request, { appId: CHART_ROOM.id, connections });
  const { projectId } = await (
    await request.post("/api/apps", {
      data: { appId: CHART_ROOM.id, name: "Second room", deploy: false, connections },
    })
  ).json();
  const install = `/apps/${CHART_ROOM.id}/install?draft=${projectId}`;
  const picker = async (page: Page) =>
    expect(page.getByRole("radio", { name: /^Harbour books/ })).toBeChecked();
  return [
    { name: "wizard-connections", path: `${install}&step=connections`, ready: picker },
    {
      name: "wizard-review-connected",
      path: `${install}&step=review`,
      ready: (page) => expect(page.getByRole("region", { name: "Connections" })).toBeVisible(),
    },
    {
      name: "project-uses",
      path: `/projects/${room.id}`,
      ready: async (page) => {
        await page.getByRole("button", { name: "Change what provides Database" }).click();
        await picker(page);
      },
    },
    { name: "project-used", path: `/projects/${books.id}`, ready: heading("Harbour books") },
    {
      name: "uninstall-used",
      path: `/projects/${books.id}/danger`,
      ready: async (page) => {
        await page.getByRole("button", { name: "Uninstall…" }).click();
        await expect(page.getByRole("alertdialog")).toContainText("use this project");
      },
    },
  ];
}

/** Two own apps, one of them with a project. @returns the pages around them */
async function givenOwnApps(request: APIRequestContext): Promise<Scene[]> {
  const beacon = {
    id: "pier-beacon",
    name: "Pier beacon",
    description: "Tells who asked, and from where.",
    kind: "template",
    logo: "pier-beacon",
    category: "other",
    available: true,
    services: [{ name: "web", image: "traefik/whoami:v1.10.1", exposed: true, exposedPort: 80 }],
  };
  for (const definition of [beacon, { ...beacon, id: "not-yet", name: "Not yet", available: false }])
    await request.post("/api/apps/custom", { data: { definition } });
  await request.post("/api/apps", { data: { appId: "pier-beacon", name: "North pier", deploy: false } });
  const wrong = JSON.stringify(
    { ...beacon, category: "lamp", services: [{ name: "web", imgae: "x" }] },
    null,
    2,
  );
  const definition = (page: Page) => page.getByLabel("Definition", { exact: true });
  const compose = `services:
  web:
    image: wordpress:6.8
    ports: ["8080:80"]
    cap_add: [CHOWN]
    environment: { WORDPRESS_DB_PASSWORD: "\${PASSWORD}", WORDPRESS_DB_HOST: db }
    volumes: ["./html:/var/www/html"]
    labels: { traefik.enable: "true" }
  db:
    image: mariadb:11
    environment: { MARIADB_ROOT_PASSWORD: "\${PASSWORD}" }
    volumes: ["data:/var/lib/mysql"]
volumes: { data: {} }
`;
  return [
    { name: "catalog-custom", path: "/apps?custom=1", ready: heading("Catalog") },
    { name: "own-apps", path: "/apps/custom", ready: heading("Your apps") },
    { name: "own-app", path: "/apps/pier-beacon", ready: heading(/Pier beacon/) },
    { name: "own-app-new", path: "/apps/custom/new", ready: heading("Add your own app") },
    {
      name: "own-app-edit",
      path: "/apps/custom/not-yet",
      ready: async (page) => {
        await definition(page).fill(wrong);
        await expect(page.getByRole("region", { name: "Check" })).toContainText("errors");
      },
    },
    { name: "import", path: "/apps/import", ready: heading("Import an app") },
    {
      name: "import-report",
      path: "/apps/import",
      ready: async (page) => {
        await page.getByLabel("Text of docker-compose.yml").fill(compose);
        await page.getByRole("button", { name: "Convert" }).click();
        await expect(definition(page)).toBeVisible();
        await expect(page.getByRole("region", { name: "Check" })).toContainText("Valid");
      },
    },
  ];
}
