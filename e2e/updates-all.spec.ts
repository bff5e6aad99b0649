import type { APIRequestContext, Page } from "@playwright/test";
import type { UpdateList } from "@/lib/updates/schema";
import { expect, givenInstalled, readProject, test, uninstallEverything } from "./given";
import { pressAt, tabTo, typeAt } from "./keyboard";

/** Several apps are updated one after the other, a new version asks first, and a project has a policy of its own. */

const APPS = ["anchor-log", "beacon-log", "compass-log"];

function app(id: string, version: string, more: object = {}) {
  return {
    ...{ id, name: id, description: "Keeps a log.", kind: "template", category: "other", logo: id },
    ...{ available: true, services: [{ name: "web", image: `lab/web:${version}`, restart: "no" }], ...more },
  };
}

async function publish(request: APIRequestContext, id: string, version: string, more: object = {}) {
  const saved = await request.put(`/api/apps/custom/${id}`, { data: { definition: app(id, version, more) } });
  expect(saved.status(), await saved.text()).toBe(200);
}

async function givenApp(request: APIRequestContext, id: string) {
  const saved = await request.post("/api/apps/custom", { data: { definition: app(id, "1.0.0") } });
  expect(saved.status(), await saved.text()).toBe(201);
  return await givenInstalled(request, { appId: id, name: id });
}

test.afterEach(async ({ request }) => {
  await uninstallEverything(request);
  for (const id of APPS) await request.delete(`/api/apps/custom/${id}`, { data: {} });
});

const behind = (page: Page) => page.getByRole("region", { name: "Behind" });
const round = (page: Page) => page.getByRole("region", { name: "Round of updates" });

test("all that is behind is updated one after the other, and the first that does not work stops it", async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  const [anchor, beacon, compass] = [
    await givenApp(request, "anchor-log"),
    await givenApp(request, "beacon-log"),
    await givenApp(request, "compass-log"),
  ];
  await publish(request, "anchor-log", "1.1.0");
  await publish(request, "beacon-log", "3.0.0");
  await publish(request, "compass-log", "1.1.0");
  await page.goto("/updates");
  await expect(behind(page).getByRole("listitem")).toHaveCount(3);
  await pressAt(page, page.getByRole("button", { name: "Update all…" }));
  const dialog = page.getByRole("dialog", { name: "Update 3 projects, one after the other?" });
  await expect(dialog.getByRole("listitem")).toHaveText([/anchor-log/, /beacon-log/, /compass-log/]);
  await pressAt(page, dialog.getByRole("button", { name: "Update 3 projects" }));
  await expect(dialog).toBeHidden();
  const line = (name: string) =>
    round(page)
      .getByRole("listitem")
      .filter({ hasText: new RegExp(`^${name}`) });
  await expect(line("anchor-log")).toContainText("Updated", { timeout: 90_000 });
  await expect(line("beacon-log")).toContainText("Taken back", { timeout: 90_000 });
  await expect(line("compass-log")).toContainText("Left out");
  await expect(line("compass-log")).toContainText("beacon-log did not work, so this was not begun.");
  await expect(round(page).getByRole("heading")).toHaveText("Stopped: one did not work");
  await expect(behind(page).getByRole("listitem")).toHaveCount(2);
  for (const [project, version] of [
    [anchor, "1.1.0"],
    [beacon, "1.0.0"],
    [compass, "1.0.0"],
  ] as const)
    expect((await readProject(request, project.id)).version, project.name).toBe(version);
  await line("anchor-log").getByRole("link").press("Enter");
  await expect(page.getByText(/started by .*, through Update all/)).toBeVisible();
});

test("what the new version asks for is answered on the page, and the update takes it", async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const { id: projectId } = await givenApp(request, "anchor-log");
  const field = { service: "web", key: "HARBOUR", label: "Home harbour", type: "text" };
  const settings = [{ id: "log", label: "Log", fields: [{ ...field, required: true, installStep: true }] }];
  await publish(request, "anchor-log", "1.1.0", { settings });
  await page.goto("/updates");
  await pressAt(page, behind(page).getByRole("button", { name: "Update anchor-log" }));
  const form = page.getByRole("form", { name: "What the new version of anchor-log asks for" });
  const update = form.getByRole("button", { name: "Update with these answers" });
  await pressAt(page, update);
  await expect(form.getByText("Home harbour needs attention.")).toBeVisible();
  await expect(form.getByLabel(/^Home harbour/)).toBeFocused();
  await typeAt(page, form.getByLabel(/^Home harbour/), "Visby");
  await pressAt(page, update);
  await expect(page.getByRole("heading", { name: "Update of anchor-log" })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 60_000 });
  const env = await (await request.get(`/api/projects/${projectId}/env`)).json();
  expect(env.data).toContainEqual(expect.objectContaining({ key: "HARBOUR", value: "Visby" }));
});

test("a project is pinned, and given a window in which it is updated by itself", async ({
  page,
  request,
}) => {
  const { id: projectId } = await givenApp(request, "anchor-log");
  await publish(request, "anchor-log", "1.1.0");
  await page.goto(`/projects/${projectId}/advanced`);
  const card = page.getByRole("region", { name: "Updates" });
  await pressAt(page, card.getByRole("switch", { name: "Updated by itself" }), "Space");
  await pressAt(page, card.getByRole("checkbox", { name: "Sunday" }), "Space");
  const zone = card.getByLabel("Time zone");
  await typeAt(page, zone, "Atlantis/Harbour");
  const save = card.getByRole("button", { name: "Save the window" });
  await pressAt(page, save);
  await expect(card.getByText(/is no time zone that is known here/)).toBeVisible();
  await expect(zone).toHaveAccessibleDescription(/write it as Europe\/Berlin/);
  await typeAt(page, zone, "Europe/Stockholm");
  await pressAt(page, save);
  await expect(card.getByRole("button", { name: /^Sav/ })).toHaveCount(0);
  const expected = { days: [0, 2, 3, 4], from: "02:00", to: "05:00", timeZone: "Europe/Stockholm" };
  expect(await readProject(request, projectId)).toMatchObject({ updateWindow: expected });
  await page.goto("/updates");
  await expect(behind(page)).toContainText(/Updated by itself (now|from )/);

  await page.goto(`/projects/${projectId}/advanced`);
  await pressAt(page, card.getByRole("switch", { name: "Pinned to its version" }), "Space");
  await expect(card.getByText("anchor-log stays on 1.0.0.")).toBeVisible();
  await tabTo(page, card.getByRole("switch", { name: "Updated by itself" }));
  const { data } = (await (await request.get("/api/updates")).json()) as UpdateList;
  expect(data).toMatchObject([{ pinned: true, automatic: { held: null } }]);
  await page.goto("/updates");
  await expect(behind(page)).toContainText("Not updated by itself: it is pinned to its version.");
  await expect(page.getByRole("button", { name: "Update anchor-log" })).toHaveCount(0);
});
