import type { Page } from "@playwright/test";
import { withoutChartRoom } from "./connected";
import { expect, test, uninstallEverything } from "./given";
import { heading, look, lookAndWalk } from "./look/look";
import { ACCOUNT, givenConnected, givenEverything, givenLayouts, givenOwnApps } from "./look/scenes";
import { connectAgent, givenProposingClient, use } from "./mcp-agent";
import { givenMcpClient } from "./mcp-client";
import { makeToken } from "./roadstead";

test.use({ contextOptions: { reducedMotion: "reduce" }, trace: "off" });

test("every page is fit to be seen", async ({ page, request }) => {
  test.setTimeout(240_000);
  const problems: string[] = [];
  for (const scene of await givenEverything(request)) problems.push(...(await look(page, scene)));
  expect(problems).toEqual([]);
});

test("the pages of one's own apps are fit to be seen", async ({ page, request }) => {
  test.setTimeout(120_000);
  const problems: string[] = [];
  for (const scene of await givenOwnApps(request)) problems.push(...(await look(page, scene)));
  for (const id of ["pier-beacon", "not-yet"]) await request.delete(`/api/apps/custom/${id}`, { data: {} });
  expect(problems).toEqual([]);
});

test("every layout of an installation is fit to be seen", async ({ page, request }) => {
  test.setTimeout(120_000);
  const problems: string[] = [];
  for (const scene of await givenLayouts(request)) {
    problems.push(...(await look(page, scene)));
    await request.delete(`/api/apps/custom/${scene.name}`, { data: {} });
  }
  expect(problems).toEqual([]);
});

test("the pages of people and organizations are fit to be seen", async ({ page, browser, roadstead }) => {
  test.setTimeout(120_000);
  expect(await lookAndWalk(page, { name: "members", path: "/settings/members", ready: invited })).toEqual([]);
  const organization = {
    name: "organization",
    path: "/settings/organization",
    ready: heading("Organization"),
  };
  expect(await lookAndWalk(page, organization)).toEqual([]);
  await page.goto("/settings/members");
  const link = page.getByRole("button", { name: "Copy the link for jonas@example.org" });
  const data = { email: "ines@example.org", role: "admin" };
  const answer = await page.request.post("/api/auth/organization/invite-member", {
    data,
    headers: { origin: roadstead.url },
  });
  await expect(link).toBeVisible();
  const { url } = await answer.json();
  const wrongPerson = { name: "invitation-other", path: url, ready: heading(/^Join /) };
  expect(await lookAndWalk(page, wrongPerson)).toEqual([]);
  const storageState = { cookies: [], origins: [] };
  const stranger = await (await browser.newContext({ baseURL: roadstead.url, storageState })).newPage();
  expect(await lookAndWalk(stranger, { ...wrongPerson, name: "invitation" })).toEqual([]);
  const dead = { name: "invitation-dead", path: "/invitation/none", ready: heading("Invitation") };
  expect(await lookAndWalk(stranger, dead)).toEqual([]);
  await stranger.context().close();
});

test("the pages of proposals are fit to be seen", async ({ page, roadstead }) => {
  test.setTimeout(120_000);
  const none = { name: "proposals-none", path: "/proposals", ready: heading("Proposals") };
  expect(await look(page, none)).toEqual([]);
  const agent = await connectAgent(roadstead.url, await givenProposingClient(roadstead));
  const install = { appId: "wordpress", name: "Log book of the Anna" };
  const { proposalId } = await use<{ proposalId: string }>(agent, "apps_install", install);
  const more = { appId: "valkey", name: "Harbour cache" };
  const other = await use<{ proposalId: string }>(agent, "apps_install", more);
  const path = `/proposals/${proposalId}`;
  expect(await look(page, { name: "proposals", path: "/proposals", ready: heading("Proposals") })).toEqual(
    [],
  );
  expect(await look(page, { name: "proposal", path, ready: heading(/^Install WordPress/) })).toEqual([]);
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("Nothing was done.")).toBeVisible();
  const declined = { name: "proposal-declined", path, ready: heading(/^Install WordPress/) };
  expect(await look(page, declined)).toEqual([]);
  await page.request.post(`/api/proposals/${other.proposalId}/decline`, { data: {} });
  await agent.close();
});

/** The members page right after somebody was invited. */
async function invited(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill("jonas@example.org");
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("status").filter({ hasText: "is invited." })).toBeVisible();
}

test("the pages of connected projects are fit to be seen", async ({ page, request }) => {
  test.setTimeout(180_000);
  const problems: string[] = [];
  for (const scene of await givenConnected(request)) problems.push(...(await look(page, scene)));
  await uninstallEverything(request);
  await withoutChartRoom(request);
  expect(problems).toEqual([]);
});

test("the pages of one's own account are fit to be seen", async ({ page }) => {
  test.setTimeout(120_000);
  const problems: string[] = [];
  for (const scene of ACCOUNT) problems.push(...(await lookAndWalk(page, scene)));
  expect(problems).toEqual([]);
});

test("the pages of tokens are fit to be seen", async ({ page, request, roadstead, session }) => {
  test.setTimeout(120_000);
  for (const [name, appId] of [
    ["Flows", "n8n"],
    ["Git", "gitea"],
    ["Journal", "wordpress"],
    ["Stats", "umami"],
  ]) {
    const answer = await request.post("/api/apps", { data: { appId, name, deploy: false } });
    expect(answer.status(), await answer.text()).toBe(201);
  }
  const everything = { resourceType: "project" as const, resourceId: "*", permissions: ["read" as const] };
  await makeToken(roadstead, session, { name: "Nightly export", readOnly: true, expiresInDays: 30 });
  await makeToken(roadstead, session, { name: "Laptop" });
  await makeToken(roadstead, session, { name: "Staging runner", grants: [everything], expiresInDays: 6 });
  const picked = async (page: Page) => {
    await page.getByRole("button", { name: "New token" }).click();
    await page.getByLabel("Name").fill("Deploy from CI");
    await page.getByRole("radio", { name: "Only what I choose" }).click();
    const access = (name: string) => page.getByRole("radiogroup", { name: `Access to ${name}` });
    await access("Flows").getByRole("radio", { name: "Write" }).click();
    await access("Git").getByRole("radio", { name: "Read" }).click();
  };
  const made = async (page: Page) => {
    await picked(page);
    await page.getByRole("button", { name: "Create token" }).click();
    await expect(page.getByRole("heading", { name: "Token “Deploy from CI” is ready" })).toBeVisible();
  };
  const scene = { name: "settings-tokens", path: "/settings/tokens", ready: picked };
  expect(await lookAndWalk(page, scene)).toEqual([]);
  expect(await lookAndWalk(page, { ...scene, name: "settings-tokens-ready", ready: made })).toEqual([]);
});

test("the pages of AI clients are fit to be seen", async ({ page, roadstead }) => {
  test.setTimeout(120_000);
  const problems: string[] = [];
  const none = { name: "ai-clients-empty", path: "/settings/ai-clients", ready: heading("AI clients") };
  problems.push(...(await lookAndWalk(page, none)));
  const client = await givenMcpClient(`${roadstead.url}/api/mcp`);
  const asks = heading("Fieldnotes wants to connect");
  const chosen = async (there: Page) => {
    await asks(there);
    await there.getByRole("radio", { name: /^Only what I choose/ }).click();
  };
  problems.push(...(await lookAndWalk(page, { name: "consent", path: await client.begin(), ready: asks })));
  problems.push(
    ...(await lookAndWalk(page, { name: "consent-chosen", path: await client.begin(), ready: chosen })),
  );
  await page.getByRole("radio", { name: /^Everything I may/ }).click();
  await page.getByRole("button", { name: "Allow Fieldnotes" }).click();
  await expect(page.getByRole("heading", { name: "Back in Fieldnotes" })).toBeVisible();
  problems.push(
    ...(await lookAndWalk(page, { name: "consent-again", path: await client.begin(), ready: asks })),
  );
  const changing = async (there: Page) => {
    await there.getByRole("button", { name: "Change Fieldnotes" }).click();
  };
  const one = { name: "ai-clients", path: "/settings/ai-clients", ready: changing };
  problems.push(...(await lookAndWalk(page, one)));
  const over = {
    name: "consent-over",
    path: "/mcp/consent?client_id=a",
    ready: heading("Connect an AI client"),
  };
  problems.push(...(await lookAndWalk(page, over)));
  await page.request.delete(`/api/mcp-clients/${client.kept.client?.client_id}`, { data: {} });
  await client.close();
  expect(problems).toEqual([]);
});

test.describe("without a session", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("the sign-in page is fit to be seen", async ({ page }) => {
    const wrong = async () => {
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/Write your e-mail address/);
    };
    const plain = { name: "sign-in", path: "/sign-in", ready: heading("Sign in") };
    expect(await lookAndWalk(page, plain)).toEqual([]);
    expect(await lookAndWalk(page, { ...plain, name: "sign-in-wrong", ready: wrong })).toEqual([]);
  });

  test("the ways back in are fit to be seen", async ({ page }) => {
    const forgotten = { name: "forgot-password", path: "/forgot-password", ready: heading(/^Forgot/) };
    expect(await lookAndWalk(page, forgotten)).toEqual([]);
    const dead = { name: "reset-password", path: "/reset-password?token=x", ready: heading(/^Choose/) };
    expect(await lookAndWalk(page, dead)).toEqual([]);
    const second = { name: "two-factor", path: "/two-factor", ready: heading(/^Code/) };
    expect(await lookAndWalk(page, second)).toEqual([]);
  });
});
