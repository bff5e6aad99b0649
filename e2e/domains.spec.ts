import { access } from "node:fs/promises";
import { request as ask } from "node:https";
import path from "node:path";
import { type NameServer, openNameServer } from "@/lib/domains/testing";
import { expect, test as given, givenInstalled } from "./given";
import { look } from "./look/look";
import { discard, freePort, type Roadstead, startRoadstead } from "./roadstead";

/** An app is reached by a name of its own: what to set in the DNS is read, set, looked at again, and it works. */

const ADDRESS = "203.0.113.7";
const APP = "harbour-page";
let [httpsPort, names] = [0, undefined as NameServer | undefined];

/** Like every spec's, and with an edge of its own that asks our name server. */
const test = given.extend<object, { roadstead: Roadstead }>({
  roadstead: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      names = await openNameServer({});
      httpsPort = await freePort();
      const roadstead = await startRoadstead({
        env: {
          ...{ ROADSTEAD_EDGE: "managed", ROADSTEAD_ACME_CA: "internal", ROADSTEAD_EDGE_ADDRESSES: ADDRESS },
          ...{ ROADSTEAD_EDGE_DNS: names.address, ROADSTEAD_EDGE_HTTPS_PORT: String(httpsPort) },
          ROADSTEAD_EDGE_HTTP_PORT: String(await freePort()),
        },
      });
      await use(roadstead);
      // With the last domain the edge has ended by itself.
      await expect.poll(() => edgeRuns(roadstead)).toBe(false);
      await discard(roadstead);
      names.close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

/** What the app answers under a name, as somebody asks whose DNS is right. */
function statusOf(hostname: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const call = ask(
      {
        ...{ host: "127.0.0.1", port: httpsPort, servername: hostname, headers: { host: hostname } },
        ...{ rejectUnauthorized: false, agent: false },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    call.on("error", () => resolve(undefined));
    call.end();
  });
}

const edgeRuns = ({ dataDir }: Roadstead) =>
  access(path.join(dataDir, "edge", "admin.sock")).then(
    () => true,
    () => false,
  );

test("a domain says what to set in the DNS, works once it is set, and is taken away again", async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  const definition = {
    ...{ id: APP, name: "Harbour page", description: "A page.", kind: "template", category: "other" },
    ...{ logo: APP, available: true },
    services: [
      { name: "web", image: "lab/web:1.0.0", exposed: true, exposedPort: 8080, stopGracePeriod: "1s" },
    ],
  };
  const saved = await request.post("/api/apps/custom", { data: { definition } });
  expect(saved.status(), await saved.text()).toBe(201);
  const domain = "harbour.example.org";
  const { id } = await givenInstalled(request, {
    appId: APP,
    endpoints: [{ service: "web", port: 8080, mode: "domain", domain }],
  });
  await page.goto(`/projects/${id}`);
  const card = page.getByRole("region", { name: "Domains" });
  const line = card.getByRole("listitem").filter({ hasText: domain });
  await expect(line.getByText("Main address")).toBeVisible();
  await expect(line.getByText("Action required")).toBeVisible();
  await expect(line.getByText(`${domain} leads nowhere yet.`).first()).toBeVisible();
  await expect(line.getByRole("row", { name: `Set A ${domain} ${ADDRESS}` })).toBeVisible();

  names?.learn(domain, ADDRESS);
  await line.getByRole("button", { name: `Check now ${domain}` }).click();
  await expect(line.getByText("Working", { exact: true })).toBeVisible();
  await expect(line.getByText("The app answers 200.")).toBeVisible();
  await expect(line.getByRole("link", { name: domain })).toHaveAttribute(
    "href",
    `https://${domain}:${httpsPort}`,
  );
  expect(await statusOf(domain)).toBe(200);
  await page.reload();
  await expect(page.getByRole("link", { name: "Open", exact: true })).toHaveAttribute(
    "href",
    `https://${domain}:${httpsPort}`,
  );

  await card.getByLabel("Add a domain").fill("not a domain");
  await card.getByRole("button", { name: "Add" }).click();
  await expect(card.getByText("Write a domain name such as blog.example.org.")).toBeVisible();
  await card.getByLabel("Add a domain").fill("Quay.Example.org");
  await page.keyboard.press("Enter");
  const second = card.getByRole("listitem").filter({ hasText: "quay.example.org" });
  await expect(second.getByText("Action required")).toBeVisible();
  const seen = await look(page, {
    name: "domains",
    path: `/projects/${id}`,
    ready: () => expect(second.getByRole("row", { name: /Set A/ })).toBeVisible(),
  });
  expect(seen).toEqual([]);

  await expect.poll(() => statusOf("quay.example.org")).toBe(200);
  await second.getByRole("button", { name: "Remove quay.example.org" }).click();
  await page.getByRole("textbox").last().fill("quay.example.org");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(second).toHaveCount(0);
  await expect.poll(() => statusOf("quay.example.org")).toBe(undefined);
});

test.afterEach(async ({ request }) => {
  const { data } = await (await request.get("/api/projects")).json();
  for (const project of data)
    await request.delete(`/api/projects/${project.id}`, { data: { deleteVolumes: [] } });
  await request.delete(`/api/apps/custom/${APP}`, { data: {} });
});
