import AxeBuilder from "@axe-core/playwright";
import { docker, onEngine, runningContainer } from "./engine";
import { expect, readProject, test, uninstallEverything } from "./given";

/** Somebody works on the engine by hand: the project page tells at once, and puts it right. */

const BEACON = {
  ...{ id: "pier-beacon-2", name: "Pier beacon", description: "Shines.", kind: "template" },
  ...{ logo: "pier-beacon-2", category: "other", available: true },
  services: [
    { name: "web", image: "traefik/whoami:v1.10.1", exposed: true, exposedPort: 80 },
    {
      ...{ name: "lamp", image: "busybox:1.36.1", commandArgv: ["sleep", "3600"], stopGracePeriod: "1s" },
      volumes: ["oil:/oil"],
    },
  ],
};

test.afterEach(async ({ request }) => {
  await uninstallEverything(request);
  await request.delete(`/api/apps/custom/${BEACON.id}`, { data: {} });
});

test("a container removed by hand is told while one looks, and made again by Repair", async ({
  page,
  request,
}) => {
  const saved = await request.post("/api/apps/custom", { data: { definition: BEACON } });
  expect(saved.status(), await saved.text()).toBe(201);
  const installed = await request.post("/api/apps", { data: { appId: BEACON.id } });
  expect(installed.status(), await installed.text()).toBe(201);
  const { projectId } = (await installed.json()) as { projectId: string };
  await expect
    .poll(async () => (await readProject(request, projectId)).status.state, { timeout: 60_000 })
    .toBe("running");

  await page.goto(`/projects/${projectId}`);
  const services = page.getByRole("region", { name: "Services" });
  await expect(services.getByText("Running")).toHaveCount(2);
  const lamp = (await runningContainer(projectId, "lamp")) ?? "";
  const web = (await runningContainer(projectId, "web")) ?? "";
  await docker.getContainer(lamp).remove({ force: true });

  // Told by the engine's event: nobody has reloaded the page.
  await expect(page.getByText("The container of lamp was removed.")).toBeVisible();
  await expect(services.getByText("Missing")).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);

  await page.getByRole("button", { name: "Repair" }).press("Enter");
  await expect(page.getByText(`${BEACON.name} was repaired`)).toBeVisible();
  await expect(services.getByText("Running")).toHaveCount(2);
  await expect(page.getByText("Changed by hand on the engine")).toBeHidden();
  expect(await runningContainer(projectId, "web")).toBe(web);
  expect((await onEngine(projectId)).containers).toHaveLength(2);
});

test("what services use is drawn live and of the last day, and the log can be downloaded", async ({
  page,
  request,
}) => {
  await request.post("/api/apps/custom", { data: { definition: BEACON } });
  const installed = await request.post("/api/apps", { data: { appId: BEACON.id } });
  const { projectId } = (await installed.json()) as { projectId: string };
  await expect
    .poll(async () => (await readProject(request, projectId)).status.state, { timeout: 60_000 })
    .toBe("running");
  await page.goto(`/projects/${projectId}`);
  const services = page.getByRole("region", { name: "Services" });
  await expect(services.getByRole("img", { name: /^Memory \d+ MB, / })).toHaveCount(2);
  await expect(services.getByRole("img", { name: /^Network \d.* B\/s/ })).toHaveCount(2);
  await services.getByRole("radio", { name: "24 hours" }).click();
  await expect(services.getByRole("img", { name: /^CPU / })).toHaveCount(2);

  await page.getByRole("link", { name: "Logs" }).click();
  await page.getByRole("radio", { name: "1 hour" }).click();
  await expect(page.getByRole("log")).toContainText("listening on 80");
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const download = await coming;
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toMatch(/^\d{4}-.+Z web .*listening on 80/m);
});
