import type { APIRequestContext, Page } from "@playwright/test";
import { CHART_ROOM, givenChartRoom } from "../connected";
import { forgetImage } from "../engine";
import { expect, givenInstalled } from "../given";
import { resetImages, untagImage } from "../lab";
import { RIGGING } from "../rigging";
import { ADMIN } from "../roadstead";
import { heading, type Scene } from "./look";

/** What there is to see, made through the API first. */

/** The pages of one's own account. */
export const ACCOUNT: Scene[] = [
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

/** The first step of one installation in each layout, with everything shown. */
export async function givenLayouts(request: APIRequestContext): Promise<Scene[]> {
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
export async function givenEverything(request: APIRequestContext): Promise<Scene[]> {
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
export async function givenConnected(request: APIRequestContext): Promise<Scene[]> {
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
export async function givenOwnApps(request: APIRequestContext): Promise<Scene[]> {
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
