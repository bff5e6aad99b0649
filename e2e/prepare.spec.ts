import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, idIn, readDeployment, readProject, test, uninstallEverything } from "./given";

const SHOTS = path.resolve(import.meta.dirname, "..", "test-results", "look");

const TIDES = {
  id: "tide-table",
  name: "Tide table",
  description: "Tells high water and low water.",
  kind: "template",
  logo: "tide-table",
  category: "other",
  available: true,
  services: [
    {
      name: "web",
      image: "traefik/whoami:v1.10.1",
      exposed: true,
      exposedPort: 80,
      environment: { GAUGE: "gauge:{{config:GAUGE_KEY}}" },
    },
    {
      name: "db",
      image: "postgres:16.4",
      healthcheck: { test: "pg_isready -U postgres -h 127.0.0.1", interval: "5s" },
      volumes: ["data:/var/lib/postgresql/data"],
    },
  ],
  configFields: [
    { key: "POSTGRES_PASSWORD", service: "db", label: "Password", generate: "secret", secret: true },
  ],
  prepare: [
    {
      service: "db",
      phase: "post-ready",
      readiness: { test: "psql -U postgres -c 'SELECT 1'", interval: 200, retries: 100 },
      command: `psql -U postgres -tA -c "SELECT 'key=' || md5(random()::text)"`,
      capture: "gauge-key",
      capturePattern: "key=([0-9a-f]{32})",
      persistAs: { key: "GAUGE_KEY", secret: true },
      once: true,
      mustSucceed: true,
      title: { en: "Make a key for the tide gauge", de: "Schlüssel für den Pegel anlegen" },
      description: "The page signs in to the gauge with it.",
    },
    {
      service: "web",
      command: "echo nobody is listening >&2; exit 1",
      capture: "greeting",
      title: "Greet the harbour",
    },
    { service: "web", command: "true", capture: "before", phase: "pre-deploy", title: "Look at the weather" },
  ],
  connection: {
    title: "Open the tide table",
    outputs: [
      { id: "url", label: "Page", source: "publicUrl:web", kind: "url" },
      { id: "key", label: "Gauge key", source: "env:db:GAUGE_KEY", secret: true },
    ],
  },
};

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("an app makes a key after its start, and everything that names it has it when the install ends", async ({
  page,
  request,
}) => {
  expect((await request.post("/api/apps/custom", { data: { definition: TIDES } })).status()).toBe(201);
  await page.goto("/apps/tide-table/install");
  await page.getByLabel("Project name").fill("Springs and neaps");
  await page.getByRole("button", { name: "Continue to exposure" }).click();
  await page.getByRole("button", { name: "Continue to review" }).click();
  const steps = page.getByRole("region", { name: "Prepare steps" });
  await expect(steps.getByRole("listitem")).toHaveCount(2);
  await expect(steps).toContainText("When db is healthy");
  await expect(steps).toContainText("Keeps GAUGE_KEY, encrypted, for db, web");
  await shoot(page, "prepare-review");
  await page.getByRole("button", { name: "Install Tide table" }).click();
  await expect(page.getByRole("heading", { name: "Installation of Springs and neaps" })).toBeVisible({
    timeout: 90_000,
  });
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await expect(page.getByText("db: Make a key for the tide gauge", { exact: true })).toBeVisible();
  await expect(page.getByText("Kept as GAUGE_KEY, encrypted", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Failed: it ended with exit code 1/)).toBeVisible();
  await shoot(page, "prepare-deployment");

  const deployment = await readDeployment(request, idIn(page));
  const { id, openUrl } = await readProject(request, deployment.projectId);
  const answer = await request.get(`/api/projects/${id}/connection`);
  const { outputs } = (await answer.json()) as { outputs: { id: string; value: string }[] };
  const key = outputs.find((output) => output.id === "key")?.value ?? "";
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(await (await fetch(`${openUrl}/env`)).text()).toContain(`GAUGE=gauge:${key}`);
  expect(await (await request.get(`/api/deployments/${deployment.id}/logs`)).text()).not.toContain(key);
  await uninstallEverything(request);
  expect((await request.delete("/api/apps/custom/tide-table", { data: {} })).status()).toBe(204);
});

async function shoot(page: Page, name: string): Promise<void> {
  await mkdir(SHOTS, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({
        path: path.join(SHOTS, `${name}-${colorScheme}-${width}.png`),
        fullPage: true,
      });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
