import { CHART_ROOM, givenChartRoom, withoutChartRoom } from "./connected";
import {
  expect,
  givenInstalled,
  idIn,
  readDeployment,
  readProject,
  test,
  uninstallEverything,
} from "./given";
import { pressAt } from "./keyboard";

/** An app that needs another project's database: chosen in the wizard, seen on both sides, missed when it goes. */

test.afterEach(async ({ request }) => {
  await uninstallEverything(request);
  await withoutChartRoom(request);
});

test("a database is chosen by keyboard, wired, named on both projects, and asked about before it goes", async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  await givenChartRoom(request);
  await page.goto(`/apps/${CHART_ROOM.id}/install`);
  await page.getByRole("button", { name: "Continue to connections" }).click();
  const database = page.getByRole("region", { name: "Database" });
  await expect(database).toContainText("No project here provides “Database”.");
  await expect(database.getByRole("link", { name: "PostgreSQL" })).toHaveAttribute(
    "href",
    "/apps/postgresql",
  );
  await page.getByRole("button", { name: "Continue to exposure" }).click();
  await expect(page.getByText("One field to fix: Database")).toBeVisible();

  const source = await givenInstalled(request, { appId: "postgresql", name: "Harbour books" });
  await page.reload();
  const option = database.getByRole("radio", { name: /^Harbour books/ });
  await expect(option).not.toBeChecked();
  await pressAt(page, option, "Space");
  await expect(option).toBeChecked();
  await expect(database.getByRole("radio", { name: /Over a private network/ })).toBeChecked();
  await expect(database.getByRole("radio", { name: /By its public address/ })).toBeDisabled();
  await page.getByRole("button", { name: "Continue to exposure" }).click();
  await page.getByRole("button", { name: "Continue to review" }).click();
  const connections = page.getByRole("region", { name: "Connections" });
  await expect(connections).toContainText("chart-room_to_harbour-books");
  await expect(connections).toContainText("DATABASE_URL");
  await page.getByRole("button", { name: "Install Chart room" }).click();
  await expect(page).toHaveURL(/\/deployments\/dep_/);
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole("log")).toContainText("Connected to Harbour books");

  const { projectId } = await readDeployment(request, idIn(page));
  expect((await readProject(request, projectId)).uses[0]).toMatchObject({ project: { id: source.id } });
  await page.goto(`/projects/${projectId}`);
  const connected = page.getByRole("region", { name: "Connected projects" });
  await connected.getByRole("link", { name: "Harbour books" }).click();
  await expect(connected.getByRole("link", { name: "Chart room" })).toBeVisible();

  await page.goto(`/projects/${source.id}/danger`);
  await page.getByRole("button", { name: "Uninstall…" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Chart room uses this project.");
  await dialog.getByRole("checkbox", { name: /^harbour-books\S*_data/ }).check();
  await dialog.getByLabel(/^Type .* to confirm/).fill("Harbour books");
  const uninstall = dialog.getByRole("button", { name: /^Uninstall/ });
  await expect(uninstall).toBeDisabled();
  await dialog.getByRole("checkbox", { name: "Disconnect it and uninstall" }).check();
  await uninstall.click();
  await expect(page).toHaveURL("/projects");

  await page.goto(`/projects/${projectId}`);
  await expect(connected).toContainText("came from Harbour books, which was uninstalled");
  const other = await givenInstalled(request, { appId: "postgresql", name: "New books" });
  await connected.getByRole("button", { name: "Change what provides Database" }).click();
  await connected.getByRole("radio", { name: /^New books/ }).click();
  await connected.getByRole("button", { name: "Save" }).click();
  await expect(connected.getByRole("link", { name: "New books" })).toBeVisible();
  expect((await readProject(request, other.id)).usedBy).toMatchObject([{ id: projectId }]);
});
