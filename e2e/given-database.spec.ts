import { randomBytes } from "node:crypto";
import { type BrowserContext, expect, test } from "@playwright/test";
import { givenContainer, NOTHING, type OwnContainer, onEngine } from "./engine";
import { givenInstalled, idIn, readProject, sessionState, uninstallEverything } from "./given";
import { givenLogBook, updateLogBook } from "./log-book";
import { psql } from "./psql";
import {
  databasePid,
  discard,
  type Roadstead,
  signInByApi,
  spawnRoadstead,
  startRoadstead,
} from "./roadstead";

/** Roadstead on a PostgreSQL 15 that somebody else runs, given by DATABASE_URL. */
test.describe.configure({ mode: "serial" });

const PASSWORD = "p@ss/word with : signs";
const SECRET = randomBytes(32).toString("base64");

let database: OwnContainer;
let url: string;
let roadstead: Roadstead | undefined;
let second: Roadstead | undefined;
let context: BrowserContext;

const onIt = (more: Record<string, string | undefined> = {}) => ({
  env: { DATABASE_URL: url, BETTER_AUTH_SECRET: SECRET, ...more },
});

test.beforeAll(async () => {
  const env = ["POSTGRES_USER=roadstead", `POSTGRES_PASSWORD=${PASSWORD}`, "POSTGRES_DB=roadstead"];
  database = await givenContainer("postgres:18.6", 5432, env);
  url = `postgres://roadstead:${encodeURIComponent(PASSWORD)}@127.0.0.1:${database.port}/roadstead`;
  await expect.poll(() => psql(url, "SELECT 1").catch(String), { timeout: 60_000 }).toBe("1");
});

test.afterAll(async () => {
  if (roadstead) await uninstallEverything(context.request);
  await context?.close();
  await discard(second);
  await discard(roadstead);
  await database.remove();
});

const endedWith = async (instance: Roadstead) => {
  const code = await new Promise((resolve) => instance.process.once("close", resolve));
  await discard(instance);
  return code;
};

for (const [what, secret, words] of [
  ["no secret", undefined, "BETTER_AUTH_SECRET must be set when DATABASE_URL is"],
  ["a short secret", "too-short", "BETTER_AUTH_SECRET must be at least 32 characters long"],
  ["a well-known secret", "better-auth-secret-123456789012345", "BETTER_AUTH_SECRET is a well-known value"],
] as const) {
  test(`with ${what} it does not start and names the setting`, async () => {
    const refused = await spawnRoadstead(onIt({ BETTER_AUTH_SECRET: secret }));
    expect(await endedWith(refused)).toBe(2);
    expect(refused.output()).toContain(words);
    expect(refused.output()).not.toContain("p@ss");
    expect(refused.output()).not.toContain(encodeURIComponent(PASSWORD));
  });
}

test("a database that does not let it in is told in one sentence, without the password", async () => {
  const wrong = url.replace(/:[^:@]*@/, ":another-password@");
  const refused = await spawnRoadstead(onIt({ DATABASE_URL: wrong }));
  expect(await endedWith(refused)).toBe(1);
  expect(refused.output()).toContain("password authentication failed");
  expect(refused.output()).toContain("DATABASE_URL");
  expect(refused.output()).not.toContain("another-password");
});

test("a database that does not answer is told by its address", async () => {
  const refused = await spawnRoadstead(
    onIt({ DATABASE_URL: "postgres://roadstead:hush@127.0.0.1:9/roadstead" }),
  );
  expect(await endedWith(refused)).toBe(1);
  expect(refused.output()).toContain("127.0.0.1:9");
  expect(refused.output()).toContain("DATABASE_URL");
  expect(refused.output()).not.toContain("hush");
  expect(refused.output(), "what is not there is not announced").not.toContain("Roadstead is at");
});

test("it starts, keeps everything there and no database of its own", async ({ browser }) => {
  roadstead = await startRoadstead(onIt());
  expect(await databasePid(roadstead.dataDir)).toBeUndefined();
  expect(await psql(url, `SELECT email FROM users`)).toBe("maren@example.org");
  context = await browser.newContext({
    baseURL: roadstead.url,
    storageState: sessionState(await signInByApi(roadstead)),
  });
});

test("an app is installed from the browser and opens at the address shown", async () => {
  const page = await context.newPage();
  await page.goto("/apps/whoami/install");
  await page.getByLabel("Project name").fill("Lookout");
  await page.getByLabel(/^Greeting name/).fill("harbour-1");
  await page.getByRole("button", { name: "Continue to exposure" }).click();
  await page.getByRole("button", { name: "Continue to review" }).click();
  await page.getByRole("button", { name: "Install Whoami" }).click();
  await expect(page.getByRole("heading", { name: "Installation of Lookout" })).toBeVisible({
    timeout: 60_000,
  });
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Open Lookout" }).click();
  await expect((await opening).getByText("Name: harbour-1")).toBeVisible();
});

test("a second Roadstead on the same database serves the same, and shares the work", async () => {
  second = await startRoadstead(onIt());
  const cookie = await signInByApi(second);
  const { data } = await (await fetch(`${second.url}/api/projects`, { headers: { cookie } })).json();
  expect(data).toMatchObject([{ name: "Lookout", status: { state: "running" } }]);
  // The session of the first is one of the second, since both hold the same secret.
  const { name, value } = (await context.cookies())[0] ?? {};
  const theirs = await fetch(`${second.url}/api/projects`, { headers: { cookie: `${name}=${value}` } });
  expect(theirs.status).toBe(200);
  const [one, two] = await Promise.all([
    givenInstalled(context.request, { appId: "whoami", name: "One" }),
    givenInstalled(context.request, { appId: "whoami", name: "Two" }),
  ]);
  for (const { id } of [one, two]) expect((await onEngine(id)).containers).toHaveLength(1);
});

test("when one of them stops, the other carries on", async ({ browser }) => {
  await roadstead?.stop();
  const theirs = await browser.newContext({
    baseURL: second?.url,
    storageState: await context.storageState(),
  });
  const page = await theirs.newPage();
  await page.goto("/projects");
  await page.getByRole("main").getByRole("link", { name: "Lookout", exact: true }).click();
  await expect(page).toHaveURL(/\/projects\/prj_/);
  const projectId = idIn(page);
  await page.getByRole("link", { name: "Danger" }).click();
  await page.getByRole("button", { name: "Uninstall…" }).click();
  await page.getByLabel("Type Lookout to confirm").fill("Lookout");
  await page.getByRole("button", { name: "Uninstall, keep the data" }).click();
  await expect(page).toHaveURL("/projects");
  expect(await onEngine(projectId)).toEqual(NOTHING);
  await theirs.close();
  roadstead = await startRoadstead({ ...onIt(), dataDir: roadstead?.dataDir, port: roadstead?.port });
});

test("after a restart of PostgreSQL in the middle of an update the new or the old version serves, and the list says so", async () => {
  test.setTimeout(180_000);
  const { request } = context;
  const { id: projectId } = await givenLogBook(request);
  const deploymentId = await updateLogBook(request, projectId, "1.1.0");
  const read = async () => {
    const answer = await request.get(`/api/deployments/${deploymentId}`).catch(() => undefined);
    return answer?.ok() ? ((await answer.json()) as { state: string; reason: string | null }) : undefined;
  };
  await expect.poll(async () => (await read())?.state, { timeout: 60_000 }).toBe("deploying");
  await database.restart();
  await expect.poll(async () => (await read())?.state, { timeout: 120_000 }).toMatch(/^(ready|rolled_back)$/);
  const ended = await read();
  const isNew = ended?.state === "ready";
  if (!isNew) expect(ended?.reason).toMatch(/\.$/);
  const { version } = await readProject(request, projectId);
  expect(version).toBe(isNew ? "1.1.0" : "1.0.0");
  await expect
    .poll(async () => (await readProject(request, projectId)).status.state, { timeout: 30_000 })
    .toBe("running");
  expect(await psql(url, "SELECT count(*) FROM deployments WHERE state IN ('building', 'deploying')")).toBe(
    "0",
  );
  expect((await onEngine(projectId)).containers).toHaveLength(1);
});
