import type { Page } from "@playwright/test";
import type { AppDefinitionInput } from "@/lib/app-definition/schema";
import { expect, idIn, readDeployment, test, uninstallEverything } from "./given";

/** A definition that says markup wherever it can say something: people read it, and no browser obeys it. */

const MARKUP = `"'></script><script>window.struck=1</script><img src=x onerror="window.struck=1">`;
const CODE = "javascript:window.struck=1";

const DEFINITION: AppDefinitionInput = {
  id: "markup",
  name: `Name ${MARKUP}`,
  description: `Description ${MARKUP}`,
  kind: "template",
  logo: "markup",
  category: "other",
  tags: [`Tag ${MARKUP}`],
  framework: MARKUP,
  available: true,
  hosting: "experimental",
  updatedAt: MARKUP,
  repository: "https://git.example.org/?q=<script>window.struck=1</script>",
  services: [
    {
      name: "web",
      image: "busybox:1.36.1",
      exposed: true,
      exposedPort: 8080,
      environment: { SPOKEN: `Spoken ${MARKUP}` },
      commandArgv: [
        "sh",
        "-c",
        'echo "$SPOKEN"; mkdir /www; echo up > /www/index.html; exec httpd -f -p 8080 -h /www',
      ],
      volumes: ["data:/data"],
    },
  ],
  configFields: [
    { key: "KEY", service: "web", label: `Secret ${MARKUP}`, help: MARKUP, generate: "secret", secret: true },
  ],
  settings: [
    {
      id: MARKUP,
      label: `Group ${MARKUP}`,
      description: `About ${MARKUP}`,
      fields: [
        {
          key: "TITLE",
          service: "web",
          label: `Title ${MARKUP}`,
          type: "text",
          help: `Help ${MARKUP}`,
          placeholder: MARKUP,
          default: MARKUP,
          installStep: true,
        },
        {
          key: "KIND",
          service: "web",
          label: `Kind ${MARKUP}`,
          type: "radio",
          options: [{ value: MARKUP, label: `Option ${MARKUP}` }],
          default: MARKUP,
          installStep: true,
        },
      ],
    },
  ],
  installLayout: { settings: "grouped" },
  requires: [{ id: MARKUP, label: `Need ${MARKUP}`, envKey: "NEED", category: MARKUP, optional: true }],
  prepare: [
    {
      service: "web",
      command: 'echo "$SPOKEN"',
      capture: `Capture ${MARKUP}`,
      title: `Step ${MARKUP}`,
      description: MARKUP,
      icon: MARKUP,
    },
  ],
  endpoints: [{ service: "web", port: 8080, label: `Door ${MARKUP}`, kind: "http", scope: "local" }],
  connection: {
    title: `Card ${MARKUP}`,
    description: `Intro ${MARKUP}`,
    outputs: [
      { id: MARKUP, label: `Output ${MARKUP}`, source: `template:${CODE}`, kind: "url", help: MARKUP },
      {
        id: "said",
        label: `Said ${MARKUP}`,
        source: "env:web:SPOKEN",
        sourceLabel: `First ${MARKUP}`,
        variants: [{ id: MARKUP, label: `Second ${MARKUP}`, source: `template:${CODE}` }],
      },
    ],
    guide: { intro: `Guide ${MARKUP}`, useHint: `Hint ${MARKUP}` },
    firstLogin: { username: `User ${MARKUP}`, password: MARKUP, note: `Note ${MARKUP}` },
  },
  provides: [{ id: MARKUP, outputRefs: [MARKUP], category: MARKUP }],
};

// Some lists cut what is long.
const BEGINNING = MARKUP.slice(0, 40);

/** The page shows these texts as they were written, and nothing of them became part of it. */
async function reads(page: Page, ...beginnings: string[]): Promise<void> {
  for (const beginning of beginnings) {
    await expect(page.getByText(`${beginning} ${BEGINNING}`).first(), beginning).toBeVisible();
  }
  const harm = await page.evaluate(() => ({
    struck: "struck" in window,
    images: document.querySelectorAll("img[src=x]").length,
    links: [...document.querySelectorAll("a[href], form[action]")]
      .map((element) => element.getAttribute("href") ?? element.getAttribute("action") ?? "")
      .filter((address) => /^\s*javascript:/i.test(address)),
    handlers: document.querySelectorAll("[onerror]").length,
  }));
  expect(harm).toEqual({ struck: false, images: 0, links: [], handlers: 0 });
}

test("markup in every text of a definition is read on every page, and obeyed on none", async ({
  page,
  request,
}) => {
  const answer = await request.post("/api/apps/custom", { data: { definition: DEFINITION } });
  expect(answer.status(), await answer.text()).toBe(201);

  await page.goto("/apps");
  await page.getByLabel("Search the catalog").fill("Name");
  await reads(page, "Name", "Description");
  await page.goto("/apps/markup");
  await reads(page, "Name", "Description", "Output");
  await page.goto("/apps/custom/markup");
  await expect(page.getByLabel("Definition", { exact: true })).toHaveValue(/window\.struck=1/);
  await reads(page);

  await page.goto("/apps/markup/install");
  await page.getByLabel("Project name").fill("Markup");
  await reads(page, "Group", "About", "Title", "Help", "Kind", "Option");
  const next = page.getByRole("button", { name: /^Continue to/ });
  const install = page.getByRole("button", { name: /^Install Name/ });
  while (!(await install.isVisible())) {
    await reads(page);
    await next.click();
    await expect(next.or(install)).toBeVisible();
  }
  await expect(install).toBeEnabled();
  await reads(page, "Door", "Step");

  await install.click();
  await expect(page).toHaveURL(/\/deployments\/dep_/);
  const deploymentId = idIn(page);
  await expect
    .poll(async () => (await readDeployment(request, deploymentId)).state, { timeout: 90_000 })
    .toBe("ready");
  await reads(page, "Spoken", "Step");

  const { projectId } = await readDeployment(request, deploymentId);
  await page.goto(`/projects/${projectId}`);
  await reads(page, "Card", "Intro", "Output", "Said", "Guide", "Note", "Group");
  await expect(page.getByText(CODE).first()).toBeVisible();
  await page.getByRole("radio", { name: `Second ${MARKUP}` }).click();
  await reads(page);
  await page.goto(`/projects/${projectId}/logs`);
  await reads(page, "Spoken");
  await page.goto(`/projects/${projectId}/advanced`);
  await reads(page);

  await uninstallEverything(request);
  expect((await request.delete("/api/apps/custom/markup", { data: {} })).status()).toBe(204);
});
