import { docker, runningContainer } from "./engine";
import { expect, readDeployment, readProject, test, uninstallEverything } from "./given";
import { dropLogBook, givenLogBook, updateLogBook } from "./log-book";

/** An installed app is updated and is newer; a version that does not work is back by itself, with its data. */

test.afterEach(async ({ request }) => {
  await uninstallEverything(request);
  await dropLogBook(request);
});

async function inContainer(projectId: string, line: string): Promise<string> {
  const container = docker.getContainer((await runningContainer(projectId, "web")) ?? "");
  const exec = await container.exec({ Cmd: ["sh", "-c", line], AttachStdout: true, Tty: true });
  const stream = await exec.start({ Tty: true });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString().trim();
}

test("an app is updated, one that fails is back with its data, and a person goes back by hand", async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  const { id: projectId, openUrl, name } = await givenLogBook(request);
  const versionNow = async () => (await fetch(new URL("/version", openUrl ?? ""))).text();
  expect(await versionNow()).toContain("1.0.0");
  await inContainer(projectId, "echo first > /data/entry");

  await page.goto(`/deployments/${await updateLogBook(request, projectId, "1.1.0")}`);
  await expect(page.getByRole("heading", { name: `Update of ${name}` })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Copy the data, done" })).toBeVisible();
  expect(await versionNow()).toContain("1.1.0");
  expect(await inContainer(projectId, "cat /data/entry; echo second > /data/entry")).toBe("first");

  const failed = await updateLogBook(request, projectId, "3.0.0");
  await page.goto(`/deployments/${failed}`);
  const why = page.getByRole("region", { name: "What failed" });
  await expect(why).toContainText("The version before serves again.", { timeout: 90_000 });
  await expect(why).toContainText(/web (ended with exit code 3|came up, and it ended with exit code 3)/);
  await expect(page.getByText("Last lines of web").first()).toBeVisible();
  await expect(why.getByRole("button", { name: "Retry" })).toHaveCount(0);
  expect(await readDeployment(request, failed)).toMatchObject({ state: "rolled_back", failedService: "web" });
  expect(await versionNow()).toContain("1.1.0");
  expect(await inContainer(projectId, "cat /data/entry")).toBe("second");
  expect((await readProject(request, projectId)).version).toBe("1.1.0");

  await page.goto(`/projects/${projectId}/deployments`);
  await page.getByRole("link", { name: /Installation/ }).click();
  await page.getByRole("button", { name: "Roll back to this" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("radio", { name: /Bring back the data of then/ }).click();
  await expect(dialog).toContainText("Everything stored since");
  await expect(dialog).toContainText(/_data/);
  const act = dialog.getByRole("button", { name: "Roll back, replace the data" });
  await expect(act).toBeDisabled();
  await dialog.getByLabel(/to confirm/).fill(name);
  await act.click();
  await expect(page.getByRole("heading", { name: `Rollback of ${name}` })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  expect(await versionNow()).toContain("1.0.0");
  expect(await inContainer(projectId, "cat /data/entry")).toBe("first");
});
