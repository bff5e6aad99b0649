import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "./given";
import { arrowTo, chooseRadio, pressAt, tabTo, typeAt } from "./keyboard";
import { makeToken } from "./roadstead";
import { noteSecret } from "./secrets";

/** Tokens of specs before this one: without any, the form for the first is open. */
async function givenNoTokens(request: APIRequestContext) {
  const { data } = (await (await request.get("/api/tokens")).json()) as { data: { id: string }[] };
  for (const { id } of data)
    expect((await request.delete(`/api/tokens/${id}`, { data: {} })).ok()).toBe(true);
}

test("a token is made, tried, and revoked by keyboard", async ({ page, request, roadstead, session }) => {
  await makeToken(roadstead, session, { name: "Left over" });
  await givenNoTokens(request);
  await page.goto("/settings/tokens");
  const line = page.getByRole("main").getByRole("listitem").filter({ hasText: "Nightly export" });
  await expect(page.getByRole("heading", { name: "Your tokens" })).toBeVisible();
  await expect(line).toHaveCount(0);
  const name = page.getByLabel("Name");
  const create = page.getByRole("button", { name: "Create token" });
  await pressAt(page, create);
  await expect(name).toHaveAccessibleDescription("Write what the token is for.");
  await expect(name).toBeFocused();
  await page.keyboard.type("Nightly export");
  const expires = page.getByRole("combobox", { name: "Expires" });
  await pressAt(page, expires);
  await expect(page.getByRole("option", { name: "In 90 days" })).toBeFocused();
  await arrowTo(page, page.getByRole("option", { name: "In 30 days" }), "ArrowUp");
  await page.keyboard.press("Enter");
  await expect(expires).toHaveText("In 30 days");
  await expect(expires).toBeFocused();
  await pressAt(page, page.getByRole("switch", { name: "Read only" }), "Space");
  const sentence = page.getByRole("status").filter({ hasText: "This token will be able to" });
  await expect(sentence).toContainText("read everything that you may read");
  await expect(sentence).toContainText("It stops working on");
  await pressAt(page, create);
  await expect(page.getByRole("heading", { name: "Token “Nightly export” is ready" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy the token" })).toBeFocused();
  const token = await page.getByText(/^roadstead_pat_[\w-]{43}$/).innerText();
  noteSecret("a personal access token", token);
  await pressAt(page, page.getByRole("button", { name: "Hide" }));
  await expect(page.getByText(token)).toBeHidden();
  await expect(page.getByText(`${token.slice(0, 18)}…`)).toBeVisible();

  const headers = { authorization: `Bearer ${token}` };
  const read = await fetch(`${roadstead.url}/api/projects`, { headers });
  expect(read.status).toBe(200);
  const write = await fetch(`${roadstead.url}/api/tokens`, { method: "POST", headers, body: '{"name":"x"}' });
  expect(await write.json()).toMatchObject({ code: "TOKEN_READ_ONLY" });

  await pressAt(page, page.getByRole("button", { name: "I have saved it" }));
  await page.reload();
  expect(await page.content()).not.toContain(token.slice(18));
  await expect(line).toContainText("Read everything you may");
  await pressAt(page, page.getByRole("button", { name: "Revoke Nightly export" }));
  await typeAt(page, page.getByLabel("Type Nightly export to confirm"), "Nightly export");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Nightly export is revoked")).toBeVisible();
  await expect(line).toHaveCount(0);
  expect((await fetch(`${roadstead.url}/api/projects`, { headers })).status).toBe(401);
  expect((await request.get("/api/projects")).status()).toBe(200);
});

test("a token gets exactly what was picked, and the page says so", async ({ page, request, roadstead }) => {
  const projects: string[] = [];
  for (const name of ["Flows", "Git"]) {
    const answer = await request.post("/api/apps", { data: { appId: "whoami", name, deploy: false } });
    projects.push((await answer.json()).projectId);
  }
  await givenNoTokens(request);
  await page.goto("/settings/tokens");
  await typeAt(page, page.getByLabel("Name"), "Deploy from CI");
  await chooseRadio(page, page.getByRole("radiogroup", { name: "May reach" }), /^Only what I choose/);
  await pressAt(page, page.getByRole("button", { name: "Create token" }));
  await expect(page.getByRole("alert").filter({ hasText: "Choose what it may reach" })).toBeVisible();
  const flows = page.getByRole("radiogroup", { name: "Access to Flows" });
  await tabTo(page, flows.getByRole("radio", { name: "None" }));
  await arrowTo(page, flows.getByRole("radio", { name: "Write" }), "ArrowRight");
  await expect(flows.getByRole("radio", { name: "Write" })).toBeChecked();
  const sentence = page.getByRole("status").filter({ hasText: "This token will be able to" });
  await expect(sentence).toContainText(
    "This token will be able to read and change Flows. It cannot see other projects, members or tokens.",
  );
  await pressAt(page, page.getByRole("button", { name: "Create token" }));
  const token = await page.getByText(/^roadstead_pat_[\w-]{43}$/).innerText();
  noteSecret("a personal access token", token);
  const get = (path: string) =>
    fetch(roadstead.url + path, { headers: { authorization: `Bearer ${token}` } });
  expect((await get(`/api/projects/${projects[0]}`)).status).toBe(200);
  expect((await get(`/api/projects/${projects[1]}`)).status).toBe(404);
  const { data } = await (await get("/api/projects")).json();
  expect(data.map(({ id }: { id: string }) => id)).toEqual([projects[0]]);
  await page.reload();
  await expect(page.getByText("Change Flows", { exact: true })).toBeVisible();
});
