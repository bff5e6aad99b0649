import path from "node:path";
import { expect, test } from "vitest";
import { dashboardOrigins, readSettings, SettingsError } from "./settings";

const SECRET = "x9Jq2mV7tR4wZ8bN1cK6pL3sD5fG0hYa";

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

test("an empty environment is a working one: loopback, port 3000, embedded database", () => {
  const settings = readSettings({});
  expect(settings).toMatchObject({
    host: "127.0.0.1",
    port: 3000,
    databaseUrl: undefined,
    authMode: "local",
  });
});

test("everything that is wrong is told at once, by name", () => {
  const problems = problemsOf({
    PORT: "70000",
    ROADSTEAD_PUBLIC_URL: "apps.example.org",
    DEPLOY_MODE: "cluster",
  });
  expect(problems.map((problem) => problem.split(" ")[0]).sort()).toEqual([
    "DEPLOY_MODE",
    "PORT",
    "ROADSTEAD_PUBLIC_URL",
  ]);
});

test("a secret made at random is taken, whatever it begins with", () => {
  const DATABASE_URL = "postgres://roadstead@127.0.0.1:5432/roadstead";
  for (const beginning of ["aa", "Bb", "000", "++", "//"]) {
    const secret = `${beginning}${SECRET.slice(beginning.length)}`;
    expect(problemsOf({ DATABASE_URL, BETTER_AUTH_SECRET: secret }), beginning).toEqual([]);
    expect(problemsOf({ DATABASE_URL, BETTER_AUTH_SECRETS: `1:${secret}` }), beginning).toEqual([]);
  }
});

test("with a given database a missing, short or well-known secret refuses to boot", () => {
  const DATABASE_URL = "postgres://roadstead@127.0.0.1:5432/roadstead";
  for (const secret of [
    undefined,
    "short",
    "changeme-changeme-changeme-changeme",
    "a".repeat(40),
    "better-auth-secret-123456789012345",
  ]) {
    const [problem] = problemsOf({ DATABASE_URL, ...(secret && { BETTER_AUTH_SECRET: secret }) });
    expect(problem, String(secret)).toMatch(/^BETTER_AUTH_SECRET/);
  }
  expect(problemsOf({ DATABASE_URL, BETTER_AUTH_SECRET: SECRET })).toEqual([]);
});

test("no problem repeats the value, which may be a secret", () => {
  expect(
    problemsOf({ BETTER_AUTH_SECRET: "hunter2", DATABASE_URL: "mysql://root:hunter2@db" }).join(),
  ).not.toContain("hunter2");
});

test("an admin's e-mail without a password is half a setting", () => {
  expect(problemsOf({ ROADSTEAD_ADMIN_EMAIL: "maren@example.org" })).toHaveLength(1);
});

test("with a public URL the dashboard is that origin and listens for everybody", () => {
  const settings = readSettings({
    ROADSTEAD_PUBLIC_URL: "https://apps.example.org/",
    ROADSTEAD_TRUSTED_ORIGINS: "https://a.example, https://b.example",
  });
  expect(settings.host).toBe("0.0.0.0");
  expect(dashboardOrigins(settings)).toEqual([
    "https://apps.example.org",
    "https://a.example",
    "https://b.example",
  ]);
});

test("proxies are trusted by address or range, and what is neither is told", () => {
  const ROADSTEAD_TRUSTED_PROXIES = "127.0.0.1, 10.0.0.0/8 ,fd00::/8,::1";
  expect(readSettings({ ROADSTEAD_TRUSTED_PROXIES }).trustedProxies).toEqual([
    "127.0.0.1/32",
    "10.0.0.0/8",
    "fd00::/8",
    "::1/128",
  ]);
  for (const wrong of ["proxy.example.org", "10.0.0.0/33", "*"]) {
    expect(problemsOf({ ROADSTEAD_TRUSTED_PROXIES: wrong }), wrong).toHaveLength(1);
  }
});

test("the rate limits are the promised ones until an operator raises them, and never none", () => {
  expect(readSettings({})).toMatchObject({ authRateLimit: 10, apiRateLimit: 3000 });
  expect(readSettings({ ROADSTEAD_AUTH_RATE_LIMIT: "60" }).authRateLimit).toBe(60);
  for (const wrong of ["0", "-1", "many", "1.5"]) {
    expect(problemsOf({ ROADSTEAD_AUTH_RATE_LIMIT: wrong }), wrong).toHaveLength(1);
  }
});

test("an operator's own catalog is a folder, named from wherever the server was started", () => {
  expect(readSettings({}).catalogDir).toBeUndefined();
  expect(readSettings({ ROADSTEAD_CATALOG_DIR: "apps" }).catalogDir).toBe(path.resolve("apps"));
});

test("mail needs both the server and the sender, each in its form", () => {
  const SMTP_URL = "smtps://roadstead:hush@mail.example.org:465";
  expect(readSettings({}).smtp).toBeUndefined();
  for (const from of ["apps@example.org", "Roadstead <apps@example.org>"]) {
    expect(readSettings({ SMTP_URL, SMTP_FROM: from }).smtp).toEqual({ url: SMTP_URL, from });
  }
  expect(problemsOf({ SMTP_URL })).toEqual([expect.stringMatching(/^SMTP_FROM is missing/)]);
  expect(problemsOf({ SMTP_FROM: "apps@example.org" })).toEqual([
    expect.stringMatching(/^SMTP_URL is missing/),
  ]);
  const wrong = problemsOf({ SMTP_URL: "https://hush@mail.example.org", SMTP_FROM: "a@b.c>\r\nBcc: <x@y.z" });
  expect(wrong.map((problem) => problem.split(" ")[0]).sort()).toEqual(["SMTP_FROM", "SMTP_URL"]);
  expect(wrong.join()).not.toContain("hush");
});

test("no sign-in is for the desktop app, or asked for twice, and never for who is reached from elsewhere", () => {
  const none = { ROADSTEAD_AUTH_MODE: "none" };
  const allowed = { ...none, ROADSTEAD_ALLOW_ZERO_AUTH: "true" };
  const desktop = { DEPLOY_MODE: "desktop" };
  expect(readSettings(desktop).authMode).toBe("none");
  expect(readSettings(allowed)).toMatchObject({ authMode: "none", zeroAuthRefused: undefined });
  expect(readSettings(none)).toMatchObject({
    authMode: "local",
    zeroAuthRefused: expect.stringContaining("ROADSTEAD_ALLOW_ZERO_AUTH=true"),
  });
  for (const reached of [
    { ROADSTEAD_REQUIRE_AUTH: "true" },
    { ROADSTEAD_PUBLIC_URL: "https://apps.example.org" },
  ] as Record<string, string>[]) {
    expect(readSettings({ ...desktop, ...reached }).authMode).toBe("local");
    expect(readSettings({ ...allowed, ...reached }).authMode).toBe("local");
    expect(readSettings({ ...desktop, ...none, ...reached }).zeroAuthRefused).toContain(
      Object.keys(reached)[0],
    );
  }
  expect(readSettings({ ...desktop, ROADSTEAD_AUTH_MODE: "cloud" }).authMode).toBe("cloud");
});

test("the cloud is reached over HTTPS, since sign-ins pass over it", () => {
  expect(readSettings({ ROADSTEAD_CLOUD_URL: "https://cloud.example.org/" }).cloudUrl).toBe(
    "https://cloud.example.org",
  );
  expect(readSettings({ ROADSTEAD_CLOUD_URL: "http://127.0.0.1:4000" }).cloudUrl).toBe(
    "http://127.0.0.1:4000",
  );
  for (const wrong of ["http://cloud.example.org", "http://127.0.0.1.example.org", "cloud.example.org"]) {
    expect(problemsOf({ ROADSTEAD_CLOUD_URL: wrong }), wrong).toHaveLength(1);
  }
});

test("BETTER_AUTH_SECRETS lists numbered secrets, the current one first, and says everything that is wrong", () => {
  const [one, other] = ["a".concat("b1c2".repeat(10)), "d".concat("e3f4".repeat(10))];
  const given = readSettings({ BETTER_AUTH_SECRETS: ` 2:${one}, 1:${other}` });
  expect(given.authSecrets).toEqual([
    { version: 2, value: one },
    { version: 1, value: other },
  ]);
  expect(() =>
    readSettings({ DATABASE_URL: "postgres://u:p@127.0.0.1/x", BETTER_AUTH_SECRETS: `1:${one}` }),
  ).not.toThrow();
  const wrong = () =>
    readSettings({ BETTER_AUTH_SECRETS: `1:${one},1:${one},3:short,nothing,4:${"x".repeat(40)}` });
  for (const words of [
    "number 1 twice",
    "one secret twice",
    "place 3, a secret of less",
    "place 4, something",
    "place 5, a well-known",
  ])
    expect(wrong).toThrow(words);
  expect(wrong).not.toThrow(one);
});
