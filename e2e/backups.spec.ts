import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { APIRequestContext } from "@playwright/test";
import type { Backup, Destination } from "@/lib/backups/schema";
import { docker, runningContainer } from "./engine";
import { expect, givenInstalled, idIn, readDeployment, test, uninstallEverything } from "./given";
import { heading, look } from "./look/look";
import { noteSecret } from "./secrets";

/** A project is backed up into a folder, loses its data, and has it back: by hand, in a browser. */

const APP = "tide-tables";
const DEFINITION = {
  ...{ id: APP, name: "Tide tables", description: "Keeps tides.", kind: "template", category: "other" },
  ...{ logo: "tide-tables", available: true },
  services: [
    {
      ...{ name: "web", image: "lab/web:1.0.0", exposed: true, exposedPort: 8080 },
      ...{ volumes: ["data:/data"], stopGracePeriod: "1s" },
    },
  ],
};
let folder: string;

test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "roadstead-e2e-backups-"));
});

test.afterEach(async ({ request }) => {
  await forgetBackups(request);
  await uninstallEverything(request);
  await request.delete(`/api/apps/custom/${APP}`, { data: {} });
  await rm(folder, { recursive: true, force: true });
});

async function forgetBackups(request: APIRequestContext): Promise<void> {
  const { data } = (await (await request.get("/api/backups")).json()) as { data: Backup[] };
  for (const { id } of data) await request.delete(`/api/backups/${id}`, { data: {} });
  const places = (await (await request.get("/api/backup-destinations")).json()) as { data: Destination[] };
  for (const { id, projectId } of [...data.filter(({ projectId }) => projectId)])
    await request.put(`/api/projects/${projectId}/backup-schedule`, { data: { schedule: null, id } });
  for (const { id } of places.data) {
    const answer = await request.delete(`/api/backup-destinations/${id}`, { data: {} });
    expect(answer.status(), await answer.text()).toBe(204);
  }
}

async function inContainer(projectId: string, line: string): Promise<string> {
  const container = docker.getContainer((await runningContainer(projectId, "web")) ?? "");
  const exec = await container.exec({ Cmd: ["sh", "-c", line], AttachStdout: true, Tty: true });
  const stream = await exec.start({ Tty: true });
  let text = "";
  for await (const chunk of stream) text += chunk;
  return text.trim();
}

test("a project is backed up, loses its data, and has it back", async ({ page, request }) => {
  test.setTimeout(180_000);
  expect((await request.post("/api/apps/custom", { data: { definition: DEFINITION } })).status()).toBe(201);
  const { id: projectId, name } = await givenInstalled(request, { appId: APP });
  await inContainer(projectId, "echo 'high water 04:12' > /data/tides");

  await page.goto("/settings/backups");
  await page.getByLabel("Name").fill("The shed");
  await page.getByLabel("Folder", { exact: true }).fill("/etc/backups");
  await page.getByRole("button", { name: "Try it and add" }).click();
  await expect(page.getByText("/etc/backups belongs to the system.")).toBeVisible();
  await page.getByLabel("Folder", { exact: true }).fill(folder);
  await page.getByRole("button", { name: "Try it and add" }).click();
  await expect(page.getByText("Works", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Check" }).click();
  const storage = { name: "backup-storage", path: "/settings/backups", ready: heading("Backup storage") };
  expect(await look(page, storage)).toEqual([]);

  await page.goto(`/projects/${projectId}/backups`);
  await page.getByRole("button", { name: "Back up now" }).click();
  await expect(page.getByText("Verified", { exact: true })).toBeVisible({ timeout: 60_000 });
  await page.getByLabel("When").click();
  await page.getByRole("option", { name: "Every Monday" }).click();
  await page.getByRole("button", { name: "Save the schedule" }).click();
  await expect(page.getByText(/^Every Monday at 03:00/)).toBeVisible();
  const backups = { name: "backups", path: `/projects/${projectId}/backups`, ready: heading(name) };
  expect(await look(page, backups)).toEqual([]);

  await inContainer(projectId, "rm /data/tides && echo lost > /data/other");
  await page.goto(`/projects/${projectId}/backups`);
  await page.getByRole("button", { name: "Restore…" }).click();
  await page.getByRole("radio", { name: `Into ${name}` }).click();
  await expect(page.getByText("Everything stored since then")).toBeVisible();
  await page.screenshot({ path: "test-results/look/restore-dialog.png" });
  await page.getByLabel(`Type ${name} to confirm`).fill(name);
  await page.getByRole("button", { name: "Restore, replace the data" }).click();
  await page.waitForURL(/\/deployments\/dep_/);
  const deploymentId = idIn(page);
  await expect
    .poll(async () => (await readDeployment(request, deploymentId)).state, { timeout: 90_000 })
    .toBe("ready");
  expect(await inContainer(projectId, "cat /data/* && ls /data/other")).toMatch(/^high water 04:12\s+ls:/);

  await page.goto("/settings/backups");
  await page.getByRole("button", { name: "Show the key" }).click();
  const key = await page
    .getByRole("region", { name: "Recovery key" })
    .getByText(/^[\w-]{43}$/)
    .textContent();
  expect(await openedBy(key ?? "")).toContain("high water 04:12");
});

/** What the backup's own file holds, opened by the script as where this instance is lost. */
async function openedBy(key: string): Promise<string> {
  noteSecret("the recovery key", key);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const [file] = entries.filter((entry) => entry.isFile());
  const opened = path.join(folder, "opened");
  const words = ["run", "open-backup", "--", path.join(file?.parentPath ?? "", file?.name ?? ""), opened];
  await promisify(execFile)("npm", words, { env: { ...process.env, ROADSTEAD_BACKUP_KEY: key } });
  return await readFile(path.join(opened, "volume-data.tar"), "latin1");
}
