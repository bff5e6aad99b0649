import AxeBuilder from "@axe-core/playwright";
import { isSigned, startReceiver } from "@/lib/notifications/testing";
import { test as base, expect, readDeployment } from "./given";
import { pressAt, typeAt } from "./keyboard";
import { givenLogBook, updateLogBook } from "./log-book";
import { heading, look } from "./look/look";
import { discard, type Roadstead, startRoadstead } from "./roadstead";
import { noteSecret } from "./secrets";

/** People are told: a test arrives signed, and so does an update that was rolled back. */

const test = base.extend<object, { roadstead: Roadstead }>({
  roadstead: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      // The receiver is on this machine, where nothing may lead unless the operator says so.
      const roadstead = await startRoadstead({ env: { ROADSTEAD_ALLOWED_PRIVATE_HOSTS: "127.0.0.1" } });
      await use(roadstead);
      await discard(roadstead);
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

test("a webhook is added and tested by keyboard, and is told of an update that was rolled back", async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  const receiver = await startReceiver();
  await page.goto("/settings/notifications");
  await expect(page.getByRole("radio", { name: "Webhook" })).toBeChecked();
  await typeAt(page, page.getByLabel("Name"), "Watch on duty");
  const add = page.getByRole("button", { name: "Add channel" });
  await pressAt(page, add);
  const address = page.getByLabel("Address");
  await expect(address).toHaveAccessibleDescription(/Write a full address/);
  await typeAt(page, address, receiver.url);
  await pressAt(page, add);
  await expect(page.getByRole("heading", { name: "The signing secret of “Watch on duty”" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy the signing secret" })).toBeFocused();
  const secret = await page.getByText(/^whsec_/).innerText();
  noteSecret("a signing secret", secret);
  await pressAt(page, page.getByRole("button", { name: "I have saved it" }));
  await pressAt(page, page.getByRole("button", { name: "Test Watch on duty" }));
  await expect(
    page.getByRole("status").filter({ hasText: `${receiver.host} took it, with 204.` }),
  ).toHaveCount(1);
  expect(receiver.taken).toHaveLength(1);
  expect(isSigned(secret, receiver.taken[0] as never)).toBe(true);
  await page.reload();
  expect(await page.content()).not.toContain(secret);
  await expect(page.getByText("Last message arrived")).toBeVisible();
  await expect(page.getByText("A test of this channel")).toBeVisible();
  const axe = await new AxeBuilder({ page }).analyze();
  expect(axe.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);

  const { id: projectId } = await givenLogBook(request);
  const failed = await updateLogBook(request, projectId, "3.0.0");
  await expect
    .poll(async () => (await readDeployment(request, failed)).state, { timeout: 120_000 })
    .toBe("rolled_back");
  await expect.poll(() => receiver.taken.length, { timeout: 30_000 }).toBe(2);
  const [, told] = receiver.taken;
  expect(told && isSigned(secret, told)).toBe(true);
  expect(JSON.parse(told?.body ?? "")).toMatchObject({
    type: "update.rolled_back",
    data: {
      project: { id: projectId },
      url: expect.stringMatching(new RegExp(`/deployments/${failed}$`)),
      about: { from: "1.0.0", to: "3.0.0", service: "web", deploymentId: failed },
    },
  });
  receiver.close();
});

test("the pages of notifications and registries are in order in every look", async ({ page, request }) => {
  test.setTimeout(180_000);
  const receiver = await startReceiver();
  const registries = { name: "settings-registries", path: "/settings/registries" };
  const registry = { ...registries, ready: heading("Registries") };
  const problems = await look(page, registry);
  const events = ["update.available", "update.rolled_back", "service.down"];
  for (const [kind, name] of [
    ["slack", "Harbour office"],
    ["discord", "Night watch"],
  ]) {
    const data = { kind, name, url: receiver.url, events };
    const made = await request.post("/api/notifications/channels", { data });
    expect(made.status(), await made.text()).toBe(201);
    if (kind === "discord") receiver.answer(404);
    const { id } = (await made.json()) as { id: string };
    await request.post(`/api/notifications/channels/${id}/test`, { data: {} });
  }
  const form = async () => {
    const opener = page.getByRole("button", { name: "New channel" });
    if (await opener.isVisible()) await opener.click();
    await page.getByRole("radio", { name: "Some projects" }).waitFor();
  };
  const scene = { name: "settings-notifications", path: "/settings/notifications" };
  problems.push(...(await look(page, { ...scene, ready: heading("Notifications") })));
  problems.push(...(await look(page, { ...scene, name: "settings-notifications-new", ready: form })));
  expect(problems).toEqual([]);
  receiver.close();
});
