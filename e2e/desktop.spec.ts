import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { chromium, expect, test } from "@playwright/test";
import { discard, processesOf, type Roadstead, startRoadstead } from "./roadstead";

const DESKTOP = {
  DEPLOY_MODE: "desktop",
  ROADSTEAD_ADMIN_EMAIL: undefined,
  ROADSTEAD_ADMIN_PASSWORD: undefined,
};

let desktop: Roadstead;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  desktop = await startRoadstead({ env: DESKTOP });
});
test.afterAll(() => discard(desktop));

/** A request with exactly these headers; `fetch` would not let `Host` be chosen. */
function ask(path: string, headers: Record<string, string> = {}, method = "GET") {
  return new Promise<{ status: number; body: string; cookie: string | undefined }>((resolve, reject) => {
    const sent = httpRequest({ host: "127.0.0.1", port: desktop.port, path, method, headers }, (response) => {
      let body = "";
      response.on("data", (chunk) => (body += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body, cookie: response.headers["set-cookie"]?.[0] }),
      );
    });
    sent.on("error", reject).end();
  });
}

test("the catalog opens without signing in, and stays open from page to page", async () => {
  const browser = await chromium.launch(test.info().project.use.launchOptions);
  const page = await browser.newPage();
  await page.goto(desktop.url);
  await expect(page).toHaveURL(`${desktop.url}/apps`);
  await expect(page.getByRole("heading", { name: "Catalog", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Projects" }).first().click();
  await expect(page).toHaveURL(`${desktop.url}/projects`);
  await page.goto(`${desktop.url}/sign-in`);
  await expect(page).toHaveURL(`${desktop.url}/apps`);
  await browser.close();
});

test("a program on this machine is the local admin, without sending anything", async () => {
  expect((await ask("/api/projects")).status).toBe(200);
  const session = await ask("/api/auth/get-session");
  expect(session.status).toBe(200);
  expect(session.cookie).toMatch(/^roadstead\.session_token=.*HttpOnly/);
});

test("what comes through a proxy, under another name or from another page is nobody", async () => {
  const cases: Record<string, string>[] = [
    { "X-Forwarded-For": "127.0.0.1" },
    { "X-Forwarded-Host": "apps.example.org" },
    { Forwarded: "for=127.0.0.1" },
    { Host: "evil.example" },
    { Host: `evil.example:${desktop.port}` },
    { "Sec-Fetch-Site": "cross-site" },
    { Origin: "https://evil.example" },
    { "User-Agent": "buildkit/v0.16" },
  ];
  for (const headers of cases) {
    for (const path of ["/api/projects", "/api/auth/get-session"]) {
      const what = `${path} ${JSON.stringify(headers)}`;
      const answer = await ask(path, headers);
      expect(answer.status, what).toBe(401);
      expect(answer.cookie, what).toBeUndefined();
      expect(JSON.parse(answer.body).code, what).toBe("UNAUTHORIZED");
    }
  }
});

test("another page's form changes nothing", async () => {
  for (const headers of [{ Origin: "https://evil.example" }, { "Sec-Fetch-Site": "cross-site" }] as Record<
    string,
    string
  >[]) {
    const answer = await ask("/api/apps", { ...headers, "Content-Type": "text/plain" }, "POST");
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body).code).toBe("ORIGIN_REJECTED");
  }
});

test("the same start with sign-in required asks for one, and honours no session that began without", async () => {
  const cookie = (await ask("/api/auth/get-session")).cookie?.split(";")[0] ?? "";
  expect((await ask("/api/projects", { Cookie: cookie, "Sec-Fetch-Site": "cross-site" })).status).toBe(200);
  await desktop.stop();
  desktop = await startRoadstead({
    dataDir: desktop.dataDir,
    env: { ...DESKTOP, ROADSTEAD_REQUIRE_AUTH: "true", ROADSTEAD_AUTH_MODE: "none" },
  });
  expect((await ask("/api/projects")).status).toBe(401);
  expect((await ask("/api/projects", { Cookie: cookie })).status).toBe(401);
  await expect.poll(() => desktop.output()).toContain("ROADSTEAD_AUTH_MODE=none has no effect");
});

test("npm run desktop opens an app window, and closing it ends everything", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "roadstead-e2e-"));
  const browser = path.join(dataDir, "browser");
  const asked = path.join(dataDir, "asked");
  await writeFile(browser, `#!/bin/sh\nprintf '%s\\n' "$@" > "${asked}"\n`);
  await chmod(browser, 0o755);
  const { PORT: _, ...rest } = process.env;
  // It ends by itself, with 0: this browser is closed as soon as it is open.
  await promisify(execFile)(process.execPath, ["scripts/desktop.mjs"], {
    env: { ...rest, ROADSTEAD_DATA_DIR: dataDir, ROADSTEAD_BROWSER: browser },
    timeout: 100_000,
  });
  expect(await readFile(asked, "utf8")).toMatch(
    /^--app=http:\/\/127\.0\.0\.1:\d+\/api\/auth\/desktop-login\n--user-data-dir=/,
  );
  await expect.poll(() => processesOf(dataDir)).toEqual([]);
  await rm(dataDir, { recursive: true, force: true });
});
