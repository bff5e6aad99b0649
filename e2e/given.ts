import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from "@playwright/test";
import type { Installed, InstallInput } from "@/lib/apps/schema";
import type { Deployment } from "@/lib/deployments/schema";
import type { Project, ProjectRow } from "@/lib/projects/schema";
import { NOTHING, onEngine } from "./engine";
import { discard, type Roadstead, signInByApi, startRoadstead } from "./roadstead";
import { noteCookie } from "./secrets";

/**
 * What specs begin with: a running Roadstead, shared by the specs of this worker, and its owner's browser. After
 * each test every project is uninstalled with its volumes, and the engine is asked whether anything is left.
 */
export const test = base.extend<{ clean: undefined }, { roadstead: Roadstead; session: string }>({
  roadstead: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const roadstead = await startRoadstead();
      await use(roadstead);
      await discard(roadstead);
    },
    { scope: "worker", timeout: 180_000 },
  ],
  session: [async ({ roadstead }, use) => use(await signInByApi(roadstead)), { scope: "worker" }],
  baseURL: ({ roadstead }, use) => use(roadstead.url),
  // No page of any spec tries what its own policy forbids, and none is used before it listens.
  context: async ({ context }, use) => {
    const forbidden = await watchPolicy(context);
    context.on("page", waitUntilItListens);
    await use(context);
    for (const { name, value } of await context.cookies())
      if (name.includes("session")) noteCookie(`${name}=${value}`);
    expect(forbidden).toEqual([]);
  },
  storageState: ({ session }, use) => use(sessionState(session)),
  clean: [
    async ({ roadstead, session, playwright }, use) => {
      await use(undefined);
      const request = await playwright.request.newContext({
        baseURL: roadstead.url,
        storageState: sessionState(session),
      });
      await uninstallEverything(request);
      await request.dispose();
    },
    { auto: true, timeout: 60_000 },
  ],
});

export { expect };

const FORBIDDEN = "forbidden by the page's policy:";

/** @returns what pages of this browser tried against their content security policy, as it happens */
export async function watchPolicy(context: BrowserContext): Promise<string[]> {
  const forbidden: string[] = [];
  await context.addInitScript((words) => {
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile }) =>
      console.error(words, effectiveDirective, blockedURI, sourceFile),
    );
  }, FORBIDDEN);
  context.on("console", (message) => {
    if (message.text().startsWith(FORBIDDEN)) forbidden.push(`${message.page()?.url()} ${message.text()}`);
  });
  return forbidden;
}

/** From now on `goto` and `reload` of a page end when every button has its handlers: a click before that is lost. */
function waitUntilItListens(page: Page): void {
  // Of Roadstead's pages: an installed app may be opened too, and its buttons are none of ours.
  const deaf = () =>
    page.evaluate(() =>
      document.querySelector('script[src*="/_next/"]')
        ? [...document.querySelectorAll("button")]
            .filter((button) => !Object.keys(button).some((key) => key.startsWith("__reactFiber")))
            .map(({ outerHTML }) => outerHTML.slice(0, 200))
        : [],
    );
  const listens = () =>
    expect(async () => expect(await deaf()).toEqual([])).toPass({
      intervals: [20, 50, 100],
      timeout: 20_000,
    });
  const goto = page.goto.bind(page);
  page.goto = async (...where) => {
    const response = await goto(...where);
    await listens();
    return response;
  };
  const reload = page.reload.bind(page);
  page.reload = async (...how) => {
    const response = await reload(...how);
    await listens();
    return response;
  };
}

/** A browser that holds this session cookie, `name=value`. */
export function sessionState(cookie: string) {
  const [name = "", value = ""] = cookie.split(/=(.*)/s);
  const rest = { domain: "127.0.0.1", path: "/", expires: -1, httpOnly: true, secure: false };
  return { cookies: [{ name, value, ...rest, sameSite: "Lax" as const }], origins: [] };
}

/** Installs by the API and waits for the outcome, for specs that begin with an installed app. */
export async function givenInstalled(request: APIRequestContext, input: InstallInput): Promise<Project> {
  const response = await request.post("/api/apps", { data: input });
  expect(response.status(), await response.text()).toBe(201);
  const { projectId, deploymentId } = (await response.json()) as Installed;
  await expect
    .poll(async () => (await readDeployment(request, deploymentId ?? "")).state, { timeout: 60_000 })
    .toBe("ready");
  return await readProject(request, projectId);
}

export async function readProject(request: APIRequestContext, projectId: string): Promise<Project> {
  return (await (await request.get(`/api/projects/${projectId}`)).json()) as Project;
}

export async function readDeployment(request: APIRequestContext, deploymentId: string): Promise<Deployment> {
  return (await (await request.get(`/api/deployments/${deploymentId}`)).json()) as Deployment;
}

/** The id that a page's address ends in, such as that of `/deployments/dep_…`. */
export function idIn(page: Page): string {
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Cancels, uninstalls with every volume, and asks the engine whether anything is left. */
export async function uninstallEverything(request: APIRequestContext): Promise<void> {
  const { data } = (await (await request.get("/api/projects")).json()) as { data: ProjectRow[] };
  for (const { id } of data) {
    const { activeDeploymentId } = await readProject(request, id);
    if (activeDeploymentId) await request.post(`/api/deployments/${activeDeploymentId}/cancel`);
    await expect
      .poll(async () => (await readProject(request, id)).activeDeploymentId, { timeout: 30_000 })
      .toBeNull();
    const { volumes } = await onEngine(id);
    const answer = await request.delete(`/api/projects/${id}`, {
      data: { deleteVolumes: volumes, disconnect: true },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    expect(await onEngine(id)).toEqual(NOTHING);
  }
}
