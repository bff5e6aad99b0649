import { expect, givenInstalled, test } from "./given";
import { ADMIN, signInByApi } from "./roadstead";
import { signIn, signOut } from "./sign-in";

const STRANGER = { storageState: { cookies: [], origins: [] } };

test.describe("somebody who is not signed in", () => {
  test.use(STRANGER);

  for (const path of ["/apps", "/apps/postgresql", "/apps/whoami/install", "/projects", "/deployments"]) {
    test(`is sent from ${path} to sign in, and comes back there`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL(`/sign-in?next=${encodeURIComponent(path)}`);
      await signIn(page);
      await expect(page).toHaveURL(new RegExp(`${path}(\\?.*)?$`));
    });
  }

  test("never gets elsewhere by the address to come back to", async ({ page }) => {
    await page.goto(`/sign-in?next=${encodeURIComponent("//evil.example/x")}`);
    await signIn(page);
    await expect(page).toHaveURL("/apps");
  });

  test("reads in the same words whether the password or the address is wrong", async ({ page }) => {
    await page.goto("/sign-in");
    for (const email of [ADMIN.email, "stranger@example.org"]) {
      await signIn(page, { email, password: "not the password" });
      await expect(page.getByRole("main").getByRole("alert")).toHaveText("E-mail and password do not match.");
      await expect(page.getByLabel("E-mail")).toHaveValue(email);
    }
    await signIn(page, { email: "no address", password: "" });
    await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/Write your e-mail address/);
    await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
      /Write your password/,
    );
  });

  test("gets 401 in the one shape of errors from every route of the API but health", async ({ request }) => {
    const { paths } = await (await request.get("/api/openapi.json")).json();
    for (const [path, methods] of Object.entries<object>(paths)) {
      for (const method of Object.keys(methods)) {
        if (path === "/api/health") continue;
        const url = path.replaceAll(/\{\w+\}/g, "x");
        const response = await request.fetch(url, { method, data: method === "get" ? undefined : {} });
        expect(response.status(), `${method} ${path}`).toBe(401);
        expect(await response.json(), `${method} ${path}`).toEqual({
          code: "UNAUTHORIZED",
          message: "Sign in first.",
          requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        });
      }
    }
    expect(await (await request.get("/api/health")).json()).toEqual({ status: "ok" });
    const session = await request.get("/api/auth/get-session");
    expect(session.status()).toBe(401);
    expect(await session.json()).toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("cannot make themselves an admin", async ({ request }) => {
    const data = { name: "Eve", email: "eve@example.org", password: "harbour lights" };
    expect((await request.post("/api/setup/first-admin", { data })).status()).toBe(401);
    const signUp = await request.post("/api/auth/sign-up/email", { data });
    expect(signUp.status()).toBeGreaterThanOrEqual(400);
    const signIn = await request.post("/api/auth/sign-in/email", { data });
    expect(signIn.status()).toBe(401);
  });
});

test("a change from a foreign page is refused before anything else", async ({ roadstead, request }) => {
  for (const path of ["/api/projects/prj_x/stop", "/api/apps", "/api/auth/sign-out", "/apps"]) {
    const response = await request.post(path, { data: {}, headers: { origin: "https://evil.example" } });
    expect(response.status(), path).toBe(403);
    expect(await response.json()).toMatchObject({
      code: "ORIGIN_REJECTED",
      message: expect.stringContaining("ROADSTEAD_TRUSTED_ORIGINS"),
    });
  }
  const own = await request.post("/api/apps/plan", {
    data: { appId: "whoami" },
    headers: { origin: roadstead.url },
  });
  expect(own.status()).toBe(200);
});

test("a bearer token is not taken from a browser, and a wrong one is never helped out by the cookie", async ({
  roadstead,
  request,
}) => {
  const authorization = `Bearer roadstead_pat_${"x".repeat(43)}`;
  const browser = await request.get("/api/projects", { headers: { authorization, origin: roadstead.url } });
  expect(browser.status()).toBe(401);
  expect(await browser.json()).toMatchObject({ code: "BEARER_NOT_ALLOWED_FROM_BROWSER" });
  const program = await request.get("/api/projects", { headers: { authorization } });
  expect(program.status()).toBe(401);
  expect(await program.json()).toMatchObject({ code: "INVALID_TOKEN" });
});

test("the session cookie is for this site and no script", async ({ roadstead, playwright }) => {
  const request = await playwright.request.newContext({ baseURL: roadstead.url });
  const response = await request.post("/api/auth/sign-in/email", {
    data: ADMIN,
    headers: { origin: roadstead.url },
  });
  const cookie = response.headers()["set-cookie"] ?? "";
  expect(cookie).toMatch(/^roadstead\.session_token=/);
  expect(cookie).toMatch(/;\s*HttpOnly/i);
  expect(cookie).toMatch(/;\s*SameSite=Lax/i);
  await request.dispose();
});

test("every answer carries the headers that protect it, and no two pages share a nonce", async ({
  request,
}) => {
  const nonces = new Set<string>();
  const pages = ["/sign-in", "/apps", "/apps", "/projects/none", "/no/such/page"];
  for (const path of pages) {
    const response = await request.get(path);
    const policy = response.headers()["content-security-policy"] ?? "";
    const nonce = /script-src 'self' 'nonce-([^']{20,})' 'strict-dynamic'/.exec(policy)?.[1] ?? "";
    expect(nonce, path).not.toBe("");
    nonces.add(nonce);
    expect(policy, path).toContain("frame-ancestors 'none'");
    const scripts = (await response.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length, path).toBeGreaterThan(0);
    for (const script of scripts) expect(script, path).toContain(`nonce="${nonce}"`);
  }
  expect(nonces.size).toBe(pages.length);
  for (const path of [
    ...pages,
    "/api/health",
    "/api/projects",
    "/api/auth/get-session",
    "/api/none",
    "/logos/ghost.svg",
  ]) {
    const headers = (await request.get(path)).headers();
    expect(headers, path).toMatchObject({
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
    });
    // Not over HTTPS: a browser that is told to insist on it could not come back.
    expect(headers["strict-transport-security"], path).toBeUndefined();
  }
});

test("the sign-in page does not open in somebody else's frame", async ({ page, roadstead }) => {
  await page.route("http://elsewhere.example/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<iframe src="${roadstead.url}/sign-in"></iframe>` }),
  );
  await page.goto("http://elsewhere.example/");
  const frame = page.frames()[1];
  await expect.poll(() => frame?.url()).toMatch(/^chrome-error:/);
});

test("nothing but the method itself makes a request a change, and no other site may read an answer", async ({
  request,
}) => {
  for (const headers of [{ "x-http-method-override": "DELETE" }, { "x-method-override": "POST" }] as Record<
    string,
    string
  >[]) {
    expect((await request.get("/api/projects?_method=DELETE", { headers })).status()).toBe(200);
  }
  const origin = "https://evil.example";
  for (const method of ["OPTIONS", "HEAD", "GET"]) {
    const response = await request.fetch("/api/projects", { method, headers: { origin } });
    expect(response.headers()["access-control-allow-origin"], method).toBeUndefined();
  }
  const form = { origin, "content-type": "text/plain" };
  for (const path of [
    "/api/auth/sign-in/email",
    "/api/auth/request-password-reset",
    "/sign-in",
    "/api/apps",
  ]) {
    expect((await request.post(path, { headers: form, data: "{}" })).status(), path).toBe(403);
  }
});

test.describe("signing out", () => {
  test.use(STRANGER);

  test("ends the session, in this browser and for whoever copied its cookie", async ({ page, request }) => {
    await page.goto("/sign-in");
    await signIn(page);
    await expect(page.getByRole("heading", { name: "Catalog" })).toBeVisible();
    const [session] = await page.context().cookies();
    const copied = { headers: { cookie: `${session?.name}=${session?.value}` } };
    expect((await request.get("/api/projects", copied)).status()).toBe(200);
    await signOut(page, "maren");
    expect((await request.get("/api/projects", copied)).status()).toBe(401);
    await page.goto("/projects");
    await expect(page).toHaveURL(/\/sign-in/);
  });
});

test("what another organization's id or a stranger's number names is the same nothing", async ({
  request,
  page,
}) => {
  const nobody = `prj_${"0".repeat(20)}`;
  for (const path of [`/api/projects/${nobody}`, `/api/projects/${nobody}/connection`]) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect(await response.json()).toMatchObject({ code: "NOT_FOUND" });
  }
  for (const path of [`/projects/${nobody}`, `/deployments/dep_${"0".repeat(20)}`, "/apps/no-such-app"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Off the chart" }), path).toBeVisible();
  }
});

test("no page but the connection card's carries a secret", async ({ request, roadstead }) => {
  const project = await givenInstalled(request, { appId: "valkey", name: "secretive" });
  const card = await (await request.get(`/api/projects/${project.id}/connection`)).json();
  const secrets: string[] = card.outputs
    .filter(({ secret }: { secret: boolean }) => secret)
    .flatMap(({ value }: { value: string }) => value.match(/[A-Za-z0-9_-]{24,}/g) ?? []);
  expect(secrets.length).toBeGreaterThan(0);
  const pages = [
    "/apps",
    "/apps/valkey",
    "/apps/valkey/install",
    "/projects",
    ...["deployments", "logs", "advanced", "danger"].map((tab) => `/projects/${project.id}/${tab}`),
    "/deployments",
    `/deployments/${project.lastDeploymentId}`,
  ];
  const api = [
    "/api/projects",
    ...["", "/env", "/settings", "/deployments"].map((tab) => `/api/projects/${project.id}${tab}`),
    "/api/deployments",
    `/api/deployments/${project.lastDeploymentId}`,
    `/api/deployments/${project.lastDeploymentId}/logs`,
  ];
  for (const path of [...pages, ...api]) {
    // A page as a document, and as what the router fetches for a click.
    for (const headers of [{}, { rsc: "1" }] as Record<string, string>[]) {
      const text = await (await request.get(path, { headers })).text();
      for (const secret of secrets) expect(text.includes(secret), path).toBe(false);
    }
  }
  for (const secret of secrets) expect(roadstead.output()).not.toContain(secret);
});

test("two people signing in at once do not end each other's session", async ({ roadstead, request }) => {
  const cookies = await Promise.all([signInByApi(roadstead), signInByApi(roadstead)]);
  for (const cookie of cookies)
    expect((await request.get("/api/projects", { headers: { cookie } })).status()).toBe(200);
});
