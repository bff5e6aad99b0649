import type { Installed } from "@/lib/apps/schema";
import type { Deployment } from "@/lib/deployments/schema";
import type { RuntimeLine } from "@/lib/projects/schema";
import { expect, readProject, test } from "./given";
import { connectAgent, givenProposingClient, givenToken, use } from "./mcp-agent";

test("an agent with a token plans, installs, follows and reads the log", async ({ request, roadstead }) => {
  const agent = await connectAgent(roadstead.url, await givenToken(request));
  const input = { appId: "valkey", name: "Agent's store" };
  const plan = await use<{ services: { name: string }[]; issues: unknown[] }>(agent, "apps_plan", input);
  expect(plan).toMatchObject({ name: "Agent's store", issues: [] });
  const { projectId, deploymentId } = await use<Installed>(agent, "apps_install", input);
  const state = async () => (await use<Deployment>(agent, "deployments_show", { deploymentId })).state;
  await expect.poll(state, { timeout: 60_000 }).toBe("ready");
  expect(await readProject(request, projectId)).toMatchObject({ status: { state: "running" } });
  const { data } = await use<{ data: RuntimeLine[] }>(agent, "projects_recent_logs", {
    projectId,
    lines: 50,
  });
  expect(data.map(({ text }) => text).join("\n")).toMatch(/ready to accept connections/i);
  await use(agent, "projects_stop", { projectId });
  expect(await readProject(request, projectId)).toMatchObject({ status: { state: "stopped" } });
  await agent.close();
});

test("an agent with a read-only token sees and changes nothing else", async ({ request, roadstead }) => {
  const agent = await connectAgent(roadstead.url, await givenToken(request, { readOnly: true }));
  const { tools } = await agent.listTools();
  expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
  const refused = await agent.callTool({ name: "apps_install", arguments: { appId: "valkey" } });
  expect(refused).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("TOKEN_READ_ONLY") }],
  });
  await agent.close();
});

test("what an agent proposes is done when a person approves it, and not when they decline", async ({
  page,
  roadstead,
}) => {
  const agent = await connectAgent(roadstead.url, await givenProposingClient(roadstead));
  const propose = (name: string) =>
    use<{ proposalId: string; url: string }>(agent, "apps_install", { appId: "valkey", name });
  const wanted = await propose("Proposed store");
  const unwanted = await propose("Unwanted store");
  const outcomeOf = (proposalId: string) =>
    use<{ state: string; outcome: { deploymentId?: string } | null }>(agent, "proposals_show", {
      proposalId,
    });

  await page.goto("/projects");
  await expect(page.getByRole("link", { name: "Proposals 2 waiting" })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("Proposed store");
  await page.getByRole("link", { name: "Proposals 2 waiting" }).click();
  await page.getByRole("link", { name: /“Unwanted store”/ }).click();
  await page.getByRole("button", { name: "Decline" }).press("Enter");
  await expect(page.getByText("declined it. Nothing was done.")).toBeVisible();
  expect(await outcomeOf(unwanted.proposalId)).toMatchObject({ state: "declined", outcome: null });

  await page.goto(wanted.url);
  await expect(page.getByRole("heading", { name: "Install Valkey as “Proposed store”" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Containers and images" })).toContainText("valkey/valkey:");
  await expect(page.getByRole("main")).toContainText("Harbour agent");
  await page.getByRole("button", { name: "Approve" }).press("Enter");
  await page.getByRole("link", { name: "Follow the deployment" }).click();
  await expect(page).toHaveURL(/\/deployments\/dep_/);
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 60_000 });
  const { state, outcome } = await outcomeOf(wanted.proposalId);
  expect(state).toBe("done");
  const deployed = await use<Deployment>(agent, "deployments_show", { deploymentId: outcome?.deploymentId });
  expect(deployed).toMatchObject({ state: "ready", projectName: "Proposed store" });
  await agent.close();
});
