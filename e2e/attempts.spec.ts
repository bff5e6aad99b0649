import { expect, test } from "@playwright/test";
import { ADMIN, discard, type Roadstead, startRoadstead } from "./roadstead";

/** How often one may try to sign in, on a Roadstead whose limit nobody raised. */

const DEFAULT = { ROADSTEAD_AUTH_RATE_LIMIT: undefined };
let running: Roadstead[] = [];

test.afterEach(async () => {
  for (const roadstead of running) await discard(roadstead);
  running = [];
});

async function start(options: Parameters<typeof startRoadstead>[0]): Promise<Roadstead> {
  const roadstead = await startRoadstead(options);
  running.push(roadstead);
  return roadstead;
}

const attempt = (
  { url }: Roadstead,
  path = "/api/auth/sign-in/email",
  headers: Record<string, string> = {},
) =>
  fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url, ...headers },
    body: JSON.stringify({ email: ADMIN.email, password: "not the password" }),
  });

test("ten attempts a minute, whichever process they reach and however the path is spelt", async ({
  page,
}) => {
  const one = await start({ env: DEFAULT });
  const two = await start({ env: DEFAULT, dataDir: one.dataDir });
  for (let count = 0; count < 10; count++) expect((await attempt(count % 2 ? one : two)).status).toBe(401);
  for (const roadstead of [one, two]) {
    const refused = await attempt(roadstead);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: "RATE_LIMITED", requestId: expect.any(String) });
  }
  for (const path of [
    "//api/auth/sign-in/email",
    "/api//auth/sign-in/email",
    "/api/auth//sign-in/email",
    "/api/auth/sign-in/email/",
    "/API/auth/sign-in/email",
    "/api/Auth/Sign-In/Email",
    "/api/%61uth/sign-in/email",
    "/api/auth/sign-in%2Femail",
    "/api/./auth/sign-in/email",
    "/api/auth/sign-in/email?again=1",
  ]) {
    // Either there is nothing under this spelling, or it is the same full bucket.
    expect([404, 405, 429], path).toContain((await attempt(one, path)).status);
  }
  expect((await attempt(one, undefined, { "x-forwarded-for": "198.51.100.7" })).status).toBe(429);
  expect((await fetch(`${one.url}/api/auth/get-session`)).status).toBe(401);

  await page.goto(`${one.url}/sign-in`);
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    /^Too many attempts from your network address within a minute\. Wait \d+ seconds?, then try again\.$/,
  );
});

test("behind a trusted proxy its clients are told apart, and only by what the proxy itself says", async () => {
  const roadstead = await start({ env: { ...DEFAULT, ROADSTEAD_TRUSTED_PROXIES: "127.0.0.1" } });
  const from = (client: string) => attempt(roadstead, undefined, { "x-forwarded-for": client });
  for (let count = 0; count < 10; count++)
    expect((await from(`192.0.2.${count}, 198.51.100.7`)).status).toBe(401);
  expect((await from("192.0.2.99, 198.51.100.7")).status).toBe(429);
  expect((await from("198.51.100.8")).status).toBe(401);
});
