import type { APIRequestContext, Page } from "@playwright/test";
import { decodeJwt } from "jose";
import { docker, runningContainer } from "./engine";
import { expect, idIn, readDeployment, test, uninstallEverything } from "./given";
import { RIGGING } from "./rigging";

/** One app that uses the whole format, from its text to running containers, and through a change of settings. */

test.beforeEach(async ({ request }) => {
  const answer = await request.post("/api/apps/custom", { data: { definition: RIGGING } });
  expect(answer.status(), await answer.text()).toBe(201);
});

test.afterEach(async ({ request }) => {
  await uninstallEverything(request);
  expect((await request.delete("/api/apps/custom/rigging", { data: {} })).status()).toBe(204);
});

test("every field, file, build, secret and step of a definition arrives in the containers", async ({
  page,
  request,
}) => {
  test.setTimeout(180_000);
  await page.goto("/apps/rigging/install");
  await page.getByLabel("Project name").fill("Gaff");
  await answerEverything(page);
  await page.getByRole("button", { name: "Continue to exposure" }).click();
  await page.getByRole("button", { name: "Continue to review" }).click();
  const review = page.getByRole("main");
  for (const text of ["Count the voyages", "/etc/rigging/rigging.conf", "SIGNING_KEY", "gaff_cargo"])
    await expect(review).toContainText(text);
  await expect(review).not.toContainText("the mate's word");
  await page.getByRole("button", { name: "Install Rigging" }).click();
  await expect(page).toHaveURL(/\/deployments\/dep_/);
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole("log", { name: "Log lines" })).toContainText("the motto is Fair winds");
  const { projectId } = await readDeployment(request, idIn(page));

  const env = await envOf(projectId, "web");
  expect(env).toMatchObject({
    VESSEL: "Anna",
    SAILS: "3",
    RIG: "ketch",
    MIZZEN: "Small one",
    WATERS: "ocean",
    LAMPS: "red;green",
    ANCHORED: "yes",
    PASSWORD: "the mate's word {{config:SIGNING_KEY}}",
    LOG: "First line\nsecond line",
    GREETING: "Ahoy Anna",
    VOYAGES: "1",
    ADDRESS: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    SIGNING_KEY: expect.stringMatching(/^[A-Za-z0-9]{40}$/),
  });
  expect((await envOf(projectId, "store")).SIGNING_KEY).toBe(env.SIGNING_KEY);
  expect(decodeJwt(env.CREW_TOKEN ?? "")).toMatchObject({
    role: "crew",
    iat: expect.any(Number),
    exp: expect.any(Number),
  });
  expect(await readFile(projectId, "/banner.txt")).toBe("Hoisted for Anna\n");
  expect(await readFile(projectId, "/motto.txt")).toBe("Fair winds\n");
  expect(await readFile(projectId, "/etc/rigging/rigging.conf")).toBe(`vessel=Anna\nurl=${env.ADDRESS}\n`);

  await page.goto(`/projects/${projectId}`);
  const card = page.getByRole("region", { name: "Aboard the Rigging" });
  await expect(card.getByRole("link", { name: /Address/ }).first()).toHaveAttribute(
    "href",
    env.ADDRESS ?? "",
  );
  await expect(card).not.toContainText(env.SIGNING_KEY ?? "none");
  await changeTheRig(page, request, projectId, env);
});

test("a layout puts cards side by side where there is room, and below one another where there is none", async ({
  page,
  request,
}) => {
  for (const [settings, cards] of [
    ["split", ["Name and place", "Settings"]],
    ["grouped", ["Name and place", "The ship", "The crew"]],
    ["single", ["Name and settings"]],
  ] as const) {
    const definition = { ...RIGGING, installLayout: { settings } };
    await request.put("/api/apps/custom/rigging", { data: { definition } });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/apps/rigging/install");
    const box = async (name: string) => {
      const found = await page.getByRole("region", { name, exact: true }).boundingBox();
      return found ?? { x: -1, y: -1, width: 0, height: 0 };
    };
    const [first, ...others] = cards;
    for (const name of cards) await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
    const wide = await box(first);
    for (const name of others) expect((await box(name)).x, settings).toBeGreaterThan(wide.x + wide.width);
    await page.setViewportSize({ width: 390, height: 844 });
    const narrow = await box(first);
    for (const name of others) {
      expect((await box(name)).x, settings).toBe(narrow.x);
      expect((await box(name)).y, settings).toBeGreaterThanOrEqual(narrow.y + narrow.height);
    }
  }
});

/** A setting changes, after a look at what that will do; what was generated and captured stays. */
async function changeTheRig(
  page: Page,
  request: APIRequestContext,
  projectId: string,
  before: Record<string, string>,
): Promise<void> {
  const settings = await (await request.get(`/api/projects/${projectId}/settings`)).text();
  expect(settings).not.toContain("the mate's word");
  await page.getByRole("combobox", { name: "Rig" }).click();
  await page.getByRole("option", { name: "Sloop" }).click();
  await expect(page.getByLabel("Mizzen sail")).toBeHidden();
  const bar = page.getByRole("region", { name: "Changes" });
  await expect(bar).toContainText("RIG");
  await bar.getByRole("button", { name: "See what will happen" }).click();
  const plan = page.getByRole("dialog", { name: "What the next deployment will do" });
  await expect(plan).toContainText("web");
  await page.keyboard.press("Escape");
  await bar.getByRole("button", { name: "Save and redeploy" }).click();
  await expect(page).toHaveURL(/\/deployments\/dep_/);
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 120_000 });
  const after = await envOf(projectId, "web");
  const { SIGNING_KEY, CREW_TOKEN, VOYAGES, PASSWORD } = before;
  expect(after).toMatchObject({ RIG: "sloop", SIGNING_KEY, CREW_TOKEN, VOYAGES, PASSWORD });
  expect(after).not.toHaveProperty("MIZZEN");
}

async function answerEverything(page: Page): Promise<void> {
  await page.getByLabel("Vessel").fill("anna");
  await page.getByRole("button", { name: "Continue to exposure" }).click();
  await expect(page.getByLabel("Vessel")).toHaveAccessibleDescription(/Begin with a capital letter\./);
  await page.getByLabel("Vessel").fill("Anna");
  await page.getByLabel(/^Sails/).fill("3");
  await expect(page.getByLabel("Mizzen sail")).toBeHidden();
  await page.getByRole("combobox", { name: "Rig" }).click();
  await page.getByRole("option", { name: "Ketch" }).click();
  await page.getByLabel(/^Mizzen sail/).fill("Small one");
  await page.getByRole("radio", { name: "Across the ocean" }).click();
  for (const lamp of ["Green", "Red"]) {
    await page.getByRole("button", { name: "Add to Lamps" }).click();
    await page.getByRole("menuitem", { name: lamp }).click();
  }
  await page.getByRole("switch", { name: "At anchor" }).click();
  await page.getByLabel(/^Password of the mate/).fill("the mate's word {{config:SIGNING_KEY}}");
  await page.getByRole("button", { name: /^Advanced/ }).click();
  await page.getByLabel(/^Log book/).fill("First line\nsecond line");
}

async function envOf(projectId: string, service: string): Promise<Record<string, string>> {
  const container = docker.getContainer((await runningContainer(projectId, service)) ?? "");
  const { Config } = await container.inspect();
  return Object.fromEntries(Config.Env.map((line) => line.split(/=(.*)/s).slice(0, 2)));
}

/** The text of a file inside the web container. */
async function readFile(projectId: string, path: string): Promise<string> {
  const container = docker.getContainer((await runningContainer(projectId, "web")) ?? "");
  const exec = await container.exec({ Cmd: ["cat", path], AttachStdout: true, Tty: true });
  const stream = await exec.start({ Tty: true });
  let text = "";
  for await (const chunk of stream) text += chunk;
  return text.replaceAll("\r\n", "\n");
}
