import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { expect, test } from "./given";
import { chooseRadio, pressAt, typeAt } from "./keyboard";
import { givenMcpClient } from "./mcp-client";
import { nextCode } from "./one-time-code";
import { discard, type Roadstead, startRoadstead } from "./roadstead";
import { setUpSecondFactor } from "./second-factor";
import { signIn } from "./sign-in";

/** The official MCP client library, and a person in a real browser who decides what it may do. */

/** What the access token of a client opens at this moment. */
async function sessionOf({ url }: Roadstead, token: string | undefined) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/auth/mcp/get-session`, { headers });
  return { status: response.status, body: await response.json() };
}

test("a client discovers, registers, is allowed by a person, works, refreshes, and is refused once disconnected", async ({
  page,
  roadstead,
}) => {
  const client = await givenMcpClient(`${roadstead.url}/api/mcp`);
  const goTo = await client.begin();
  expect(new URL(goTo).searchParams.get("code_challenge_method")).toBe("S256");
  await page.goto(goTo);
  await expect(page.getByRole("heading", { name: "Fieldnotes wants to connect" })).toBeVisible();
  await expect(page.getByText(client.redirectUrl)).toBeVisible();
  await expect(page.getByText("a program on this computer")).toBeVisible();
  const mayDo = page.getByRole("radiogroup", { name: "May do" });
  const mayReach = page.getByRole("radiogroup", { name: "May reach" });
  const allow = page.getByRole("button", { name: "Allow Fieldnotes" });
  await chooseRadio(page, mayDo, /^Only look/);
  await expect(page.getByRole("status")).toContainText("read everything that you may read");
  await chooseRadio(page, mayDo, /^Act/);
  await chooseRadio(page, mayReach, /^Only what I choose/);
  await pressAt(page, allow);
  await expect(page.getByRole("alert").filter({ hasText: "Choose at least one thing" })).toBeVisible();
  await chooseRadio(page, mayReach, /^Everything I may/);
  await pressAt(page, allow);
  await expect(page.getByRole("heading", { name: "Back in Fieldnotes" })).toBeVisible();

  expect(client.answer()?.get("state")).toBe("the client's own state");
  expect(client.answer()?.get("iss")).toBe(`${roadstead.url}/api/auth`);
  expect(await client.finish()).toBe("AUTHORIZED");
  const first = client.kept.tokens?.access_token;
  const session = await sessionOf(roadstead, first);
  expect(session).toMatchObject({ status: 200, body: { readOnly: false, propose: false, scoped: false } });
  // It opens this door only.
  const elsewhere = await fetch(`${roadstead.url}/api/projects`, {
    headers: { authorization: `Bearer ${first}` },
  });
  expect(elsewhere.status).toBe(401);
  expect(await client.refresh()).toBe("AUTHORIZED");
  const second = client.kept.tokens?.access_token;
  expect(second).not.toBe(first);
  const connection = await client.connect();
  const toolNames = async () => (await connection.listTools()).tools.map(({ name }) => name);
  expect(await toolNames()).toContain("apps_install");
  const listed = await connection.callTool({ name: "projects_list", arguments: {} });
  expect(listed.isError ?? false).toBe(false);

  await page.goto("/settings/ai-clients");
  await expect(page.getByText(`${roadstead.url}/api/mcp`)).toBeVisible();
  await pressAt(page, page.getByRole("button", { name: "Change Fieldnotes" }));
  await chooseRadio(page, mayDo, /^Only look/);
  await pressAt(page, page.getByRole("button", { name: "Save" }));
  await expect(page.getByText("Read everything you may")).toBeVisible();
  expect(await sessionOf(roadstead, second)).toMatchObject({ status: 200, body: { readOnly: true } });
  expect(await toolNames()).not.toContain("apps_install");
  await page.reload();
  await expect(page.getByText(/last used/)).toBeVisible();

  await pressAt(page, page.getByRole("button", { name: "Disconnect Fieldnotes" }));
  await typeAt(page, page.getByRole("alertdialog").getByRole("textbox"), "Fieldnotes");
  await pressAt(page, page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }));
  await expect(page.getByText("None is connected.")).toBeVisible();
  expect((await sessionOf(roadstead, second)).status).toBe(401);
  // Its refresh token is worth nothing either: the library sends it to the person again.
  client.kept.goTo = undefined;
  await expect(connection.listTools()).rejects.toThrow(UnauthorizedError);
  expect(client.kept.goTo).toContain("/api/auth/mcp/authorize?");
  await client.close();
});

test("a denial reaches the client, and a forged or stale request says what to do", async ({
  page,
  roadstead,
}) => {
  const client = await givenMcpClient(`${roadstead.url}/api/mcp`);
  await page.goto(await client.begin());
  const asked = page.url();
  await pressAt(page, page.getByRole("button", { name: "Deny" }));
  await expect(page.getByRole("heading", { name: "Back in Fieldnotes" })).toBeVisible();
  expect(client.answer()?.get("error")).toBe("access_denied");
  await page.goto(asked.replace(/sig=[^&]*/, "sig=forged"));
  await expect(page.getByText("older than ten minutes")).toBeVisible();
  await pressAt(page, page.getByRole("link", { name: "Ask again" }));
  await expect(page.getByRole("heading", { name: "Fieldnotes wants to connect" })).toBeVisible();
  const unknown = new URL(await client.begin());
  unknown.searchParams.set("client_id", "nobody");
  await page.goto(unknown.href);
  await expect(page.getByText("This instance does not know the client.")).toBeVisible();
  const framed = await page.request.get(asked);
  expect(framed.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  await client.close();
});

test("who has to sign in first, with a second factor too, comes back to what was asked", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const own = await startRoadstead();
  const context = await browser.newContext({ baseURL: own.url, storageState: { cookies: [], origins: [] } });
  try {
    const page = await context.newPage();
    const client = await givenMcpClient(`${own.url}/api/mcp`);
    await page.goto(await client.begin());
    await signIn(page);
    await expect(page.getByRole("heading", { name: "Fieldnotes wants to connect" })).toBeVisible();
    const { secret, code } = await setUpSecondFactor(page);
    await context.clearCookies();
    await page.goto(await client.begin());
    await signIn(page);
    await expect(page.getByRole("heading", { name: "Code from your authenticator" })).toBeVisible();
    await typeAt(page, page.getByLabel("Six-digit code"), await nextCode(secret, code));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Fieldnotes wants to connect" })).toBeVisible();
    await pressAt(page, page.getByRole("button", { name: "Allow Fieldnotes" }));
    await expect(page.getByRole("heading", { name: "Back in Fieldnotes" })).toBeVisible();
    expect(await client.finish()).toBe("AUTHORIZED");
    const session = await sessionOf(own, client.kept.tokens?.access_token);
    expect(session).toMatchObject({ status: 200, body: { propose: true } });
    await client.close();
  } finally {
    await context.close();
    await discard(own);
  }
});
