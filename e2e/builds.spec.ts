import { builtImages } from "./engine";
import { expect, idIn, readDeployment, readProject, test, uninstallEverything } from "./given";

/** An app that brings a build file: told before, built in view, run, cancelled, and cleared away. */

const SERVE = `#!/bin/sh
while :; do
  printf 'HTTP/1.0 200 OK\\r\\nContent-Type: text/html\\r\\n\\r\\n' | cat - /page.html | nc -l -p 8080 >/dev/null
done
`;

function mural(run: string) {
  return {
    ...{ id: "pier-mural", name: "Pier mural", description: "Paints a wall.", kind: "template" },
    ...{ logo: "pier-mural", category: "other", available: true },
    services: [
      {
        name: "web",
        ...{ exposed: true, exposedPort: 8080, stopGracePeriod: "1s" },
        environment: { RUN: crypto.randomUUID() },
        build: {
          dockerfile: `FROM busybox:1.36.1\nARG RUN\nARG COLOR\nARG KEY\nCOPY web/page.html /page.html\nCOPY web/serve.sh /serve\n${run}\nENTRYPOINT ["/serve"]\n`,
          files: [
            { path: "page.html", content: "<h1>A {{config:COLOR}} wall</h1>\n" },
            { path: "serve.sh", content: SERVE },
          ],
        },
      },
    ],
    configFields: [
      { key: "KEY", service: "web", label: "Key", generate: "secret", secret: true, required: true },
    ],
    settings: [
      {
        ...{ id: "paint", label: "Paint" },
        fields: [
          {
            ...{ key: "COLOR", service: "web", label: "Colour", type: "text", installStep: true },
            ...{ default: "blue", required: true },
          },
        ],
      },
    ],
  };
}

test.afterEach(async ({ request }) => {
  await uninstallEverything(request);
  await request.delete("/api/apps/custom/pier-mural", { data: {} });
});

test("an app that builds its image says so, is built in view, runs, and leaves no image", async ({
  page,
  request,
}) => {
  const definition = mural('RUN echo "mixing $COLOR" && echo "key $KEY" && sleep 1 && echo dry');
  const saved = await request.post("/api/apps/custom", { data: { definition } });
  expect(saved.status(), await saved.text()).toBe(201);
  await page.goto("/apps/pier-mural");
  await expect(page.getByText("its own image, built from busybox:1.36.1")).toBeVisible();
  await page.getByRole("link", { name: "Install Pier mural" }).click();
  await page.getByLabel(/^Colour/).fill("green");
  await page.getByRole("button", { name: "Continue to exposure" }).click();
  await page.getByRole("button", { name: "Continue to review" }).click();
  const containers = page.getByRole("region", { name: "Containers and images" });
  await expect(containers).toContainText("its own image, built from busybox:1.36.1");
  await expect(containers).toContainText("1 image to build");
  await page.getByRole("button", { name: "Install Pier mural" }).click();
  await expect(page).toHaveURL(/\/deployments\/dep_/);
  await expect(page.getByRole("log")).toContainText("mixing green");
  await expect(page.getByRole("log")).toContainText("key ••••••");
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 60_000 });

  const { projectId } = await readDeployment(request, idIn(page));
  const { openUrl } = await readProject(request, projectId);
  expect(await (await fetch(openUrl ?? "")).text()).toContain("A green wall");
  expect(await builtImages(projectId)).toHaveLength(1);
  await page.goto(`/projects/${projectId}`);
  await expect(page.getByText("its own image, built from busybox:1.36.1")).toBeVisible();
  await uninstallEverything(request);
  expect(await builtImages(projectId)).toEqual([]);
});

test("a build that fails says which instruction, and a cancelled one ends at once", async ({
  page,
  request,
}) => {
  const failing = mural('RUN echo "mixing $COLOR" && echo "no such colour" >&2 && exit 4');
  expect((await request.post("/api/apps/custom", { data: { definition: failing } })).status()).toBe(201);
  const install = async () => {
    const answer = await request.post("/api/apps", { data: { appId: "pier-mural", name: "Wall" } });
    expect(answer.status(), await answer.text()).toBe(201);
    return (await answer.json()) as { projectId: string; deploymentId: string };
  };
  const failed = await install();
  await page.goto(`/deployments/${failed.deploymentId}`);
  await expect(page.getByText(/of web\/Dockerfile ended with exit code 4/).first()).toBeVisible();
  await expect(page.getByText(/Its last line: no such colour/).first()).toBeVisible();
  expect(await builtImages(failed.projectId)).toEqual([]);
  await uninstallEverything(request);

  const slow = mural("RUN echo begun && sleep 300");
  const saved = await request.put("/api/apps/custom/pier-mural", { data: { definition: slow } });
  expect(saved.status(), await saved.text()).toBe(200);
  const running = await install();
  await page.goto(`/deployments/${running.deploymentId}`);
  await expect(page.getByRole("log")).toContainText("begun");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByText("Cancelled", { exact: true }).first()).toBeVisible({ timeout: 5_000 });
  expect(await builtImages(running.projectId)).toEqual([]);
});
