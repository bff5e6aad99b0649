import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { databasePid, discard, makeToken, type Roadstead, signInByApi, startRoadstead } from "./roadstead";

/** The errors of sign-in and credentials, each reproduced by curl alone as an operator would. */

const run = promisify(execFile);

let roadstead: Roadstead;
/** In desktop mode nobody signs in, and all of its routes are there. */
let desktop: Roadstead;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  roadstead = await startRoadstead();
  desktop = await startRoadstead({
    env: {
      DEPLOY_MODE: "desktop",
      ROADSTEAD_ADMIN_EMAIL: undefined,
      ROADSTEAD_ADMIN_PASSWORD: undefined,
      ROADSTEAD_AUTH_RATE_LIMIT: "10",
    },
  });
});
test.afterAll(async () => {
  await discard(roadstead);
  await discard(desktop);
});

/** @returns what curl printed: the status, the body as JSON and the headers as text */
async function curl(where: Roadstead, route: string, ...options: string[]) {
  const args = ["-sS", "--max-time", "20", "-i", ...options, where.url + route];
  const { stdout } = await run("curl", args, { maxBuffer: 2 ** 22 });
  const [head = "", ...body] = stdout.split("\r\n\r\n");
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
  return { status, head: head.toLowerCase(), body: JSON.parse(body.join("\r\n\r\n") || "{}") };
}

const header = (text: string) => ["-H", text];
const bearer = (token: string) => header(`Authorization: Bearer ${token}`);
const json = (body: object) => ["-d", JSON.stringify(body), ...header("Content-Type: application/json")];
const ERROR = { message: expect.any(String), requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) };
const refused = (status: number, code: string) => ({ status, body: { ...ERROR, code } });

test("401 INVALID_TOKEN: a token that is wrong, revoked or none at all", async () => {
  const cookie = await signInByApi(roadstead);
  const { id, token } = await makeToken(roadstead, cookie);
  expect(await curl(roadstead, "/api/projects", ...bearer(token))).toMatchObject({ status: 200 });
  const gone = await curl(roadstead, `/api/tokens/${id}`, "-X", "DELETE", ...bearer(token));
  expect(gone.status).toBe(204);
  for (const sent of [
    bearer(token),
    bearer(`roadstead_pat_${"A".repeat(43)}`),
    bearer("x"),
    header("Authorization;"),
    header("Authorization: Bearer"),
    ["-u", "maren:secret"],
  ]) {
    const answer = await curl(roadstead, "/api/projects", ...sent);
    expect(answer, sent[1]).toMatchObject(refused(401, "INVALID_TOKEN"));
    expect(answer.head).toContain('www-authenticate: bearer realm="roadstead", error="invalid_token"');
    // The cookie of a session does not help a token that is wrong.
    const helped = await curl(roadstead, "/api/projects", ...sent, "-b", cookie);
    expect(helped, sent[1]).toMatchObject(refused(401, "INVALID_TOKEN"));
  }
});

test("401 BEARER_NOT_ALLOWED_FROM_BROWSER: a token from the dashboard's own page", async () => {
  const { token } = await makeToken(roadstead, await signInByApi(roadstead));
  for (const method of ["GET", "POST", "DELETE"]) {
    for (const scheme of ["Bearer", "bearer", "BEARER"]) {
      const sent = ["-X", method, ...header(`Authorization: ${scheme} ${token}`)];
      expect(
        await curl(roadstead, "/api/projects", ...sent, ...header(`Origin: ${roadstead.url}`)),
      ).toMatchObject(refused(401, "BEARER_NOT_ALLOWED_FROM_BROWSER"));
    }
  }
});

test("401 Unauthorized: no session, or a token where none is taken", async () => {
  const { token } = await makeToken(roadstead, await signInByApi(roadstead));
  for (const sent of [
    ["/api/projects"],
    ["/api/auth/get-session"],
    ["/api/projects", "-b", "roadstead.session_token=x.y"],
    [`/api/projects?token=${token}&access_token=${token}`],
    ["/api/projects", "-b", `token=${token}; roadstead.session_token=${token}`],
    ["/api/projects", ...header(`X-Api-Key: ${token}`)],
    ["/api/auth/get-session", ...bearer(token)],
  ] as [string, ...string[]][]) {
    const answer = await curl(roadstead, ...sent);
    expect(answer, sent.join(" ")).toMatchObject(refused(401, "UNAUTHORIZED"));
    expect(answer.head).toContain('www-authenticate: bearer realm="roadstead"');
  }
});

test("401 Unauthorized: a request that asks for no sign-in and fails a gate of the loopback", async () => {
  expect((await curl(desktop, "/api/projects")).status).toBe(200);
  for (const sent of [
    "X-Forwarded-For: 127.0.0.1",
    "x-forwarded-for;",
    "Forwarded: for=127.0.0.1",
    "Via: 1.1 proxy",
    "X-Real-IP: 127.0.0.1",
    "Host: evil.example",
    "Host: localhost.evil.example",
    "Origin: https://evil.example",
    "Origin: null",
    "Sec-Fetch-Site: cross-site",
    "Sec-Fetch-Site: same-site",
  ]) {
    expect(await curl(desktop, "/api/projects", ...header(sent)), sent).toMatchObject(
      refused(401, "UNAUTHORIZED"),
    );
  }
  expect(await curl(desktop, "/api/projects", ...bearer("x"))).toMatchObject(refused(401, "INVALID_TOKEN"));
});

test("403 TOKEN_READ_ONLY: a token that may only read, changing something", async () => {
  const { id, token } = await makeToken(roadstead, await signInByApi(roadstead), {
    name: "reader",
    readOnly: true,
  });
  expect((await curl(roadstead, "/api/tokens", ...bearer(token))).status).toBe(200);
  for (const sent of [
    ["/api/tokens", ...json({ name: "more" })],
    [`/api/tokens/${id}`, "-X", "DELETE"],
    ["/api/apps", ...json({ appId: "whoami" })],
  ] as [string, ...string[]][]) {
    expect(await curl(roadstead, ...sent, ...bearer(token)), sent[0]).toMatchObject(
      refused(403, "TOKEN_READ_ONLY"),
    );
  }
});

test("403 TOKEN_ORG_SCOPE: a token beside the name of another organization", async () => {
  const { token, organizationId } = await makeToken(roadstead, await signInByApi(roadstead));
  const naming = (id: string) => header(`X-Organization-Id: ${id}`);
  for (const sent of [naming("org_none"), [...naming(organizationId), ...naming("org_none")]]) {
    expect(await curl(roadstead, "/api/projects", ...bearer(token), ...sent)).toMatchObject(
      refused(403, "TOKEN_ORG_SCOPE"),
    );
  }
  const own = await curl(roadstead, "/api/projects", ...bearer(token), ...naming(organizationId));
  expect(own.status).toBe(200);
});

test("400: a hand-off without what it needs, and a claim that was used or timed out", async () => {
  const internal = (await readFile(path.join(desktop.dataDir, "secrets", "internal-token"), "utf8")).trim();
  const proof = header(`X-Internal-Token: ${internal}`);
  const whole = { nonce: "n".repeat(32), state: "s".repeat(32), code_verifier: "v".repeat(64) };
  for (const missing of Object.keys(whole)) {
    const answer = await curl(
      desktop,
      "/api/auth/desktop-auth-start",
      ...json({ ...whole, [missing]: undefined }),
      ...proof,
    );
    expect(answer.status, missing).toBe(400);
  }
  for (const route of ["desktop-auth-poll", "desktop-claim", "cloud-callback"]) {
    expect((await curl(desktop, `/api/auth/${route}`)).status, route).toBe(400);
  }
  expect(await curl(desktop, "/api/auth/desktop-claim?code=used")).toMatchObject({
    status: 400,
    body: { ...ERROR, message: "Claim expired" },
  });
});

test("429: more than ten attempts a minute from one address", async () => {
  const attempt = () =>
    curl(desktop, "/api/auth/sign-in/email", ...json({ email: "a@b.org", password: "x" }));
  const statuses: number[] = [];
  for (let count = 0; count < 11; count++) statuses.push((await attempt()).status);
  expect(statuses.at(-1)).toBe(429);
  const answer = await attempt();
  expect(answer).toMatchObject(refused(429, "RATE_LIMITED"));
  expect(answer.head).toMatch(/retry-after: \d+/);
  // Reading stays under the normal policy.
  expect((await curl(desktop, "/api/auth/get-session")).status).toBe(200);
});

test("403 ORIGIN_REJECTED: a change from another page, before anything else is looked at", async () => {
  const { token } = await makeToken(roadstead, await signInByApi(roadstead));
  for (const sent of [
    ["-X", "POST"],
    ["-X", "DELETE"],
    ["-X", "PUT"],
    ["-X", "PATCH"],
    ["-X", "POST", "-d", "{}", ...header("Content-Type: text/plain")],
    ["-X", "POST", ...header("X-HTTP-Method-Override: GET")],
    ["-X", "POST", ...bearer(token)],
  ]) {
    for (const route of ["/api/projects", "/api/auth/sign-in/email", "/api/none", "/projects"]) {
      const answer = await curl(roadstead, route, ...sent, ...header("Origin: https://evil.example"));
      expect(answer, `${route} ${sent.join(" ")}`).toMatchObject(refused(403, "ORIGIN_REJECTED"));
    }
  }
  const hidden = await curl(
    roadstead,
    "/api/projects",
    "-X",
    "POST",
    ...header("Sec-Fetch-Site: cross-site"),
  );
  expect(hidden).toMatchObject(refused(403, "ORIGIN_REJECTED"));
});

test("a preflight from elsewhere is told no more than which methods there are", async () => {
  for (const route of ["/api/projects", "/api/projects/prj_x/logs", "/api/tokens", "/api/auth/get-session"]) {
    const { head } = await curl(
      roadstead,
      route,
      "-X",
      "OPTIONS",
      ...header("Origin: https://evil.example"),
      ...header("Access-Control-Request-Method: POST"),
      ...header("Access-Control-Request-Headers: authorization"),
    );
    expect(head, route).not.toContain("access-control-");
  }
  for (const route of ["/api/projects", "/api/health", "/projects", "/"]) {
    const options = ["--max-redirs", "0", ...header("Origin: https://evil.example")];
    const { stdout } = await run("curl", [
      "-sS",
      "-o",
      "/dev/null",
      "-D",
      "-",
      ...options,
      roadstead.url + route,
    ]);
    expect(stdout.toLowerCase(), route).not.toContain("access-control-");
  }
});

test("a client that goes away in the middle of its request is no failure: nothing is printed of it", async () => {
  const before = roadstead.output();
  for (const route of ["/api/auth/sign-in/email", "/api/apps/validate"]) {
    const head = [`POST ${route} HTTP/1.1`, "Host: 127.0.0.1", "Content-Type: application/json"];
    const cookie = `Cookie: ${await signInByApi(roadstead)}`;
    const socket = connect(roadstead.port, "127.0.0.1");
    socket.write([...head, cookie, "Content-Length: 100", "", '{"email":'].join("\r\n"));
    // What is asked after it is answered once the server has begun with it.
    expect((await curl(roadstead, "/api/health")).status).toBe(200);
    socket.destroy();
  }
  for (let again = 0; again < 5; again++) await signInByApi(roadstead);
  expect(roadstead.output().slice(before.length)).toBe("");
});

test("503 AUTH_UNAVAILABLE: nobody can be looked up, and nobody is let in instead", async () => {
  const { token } = await makeToken(roadstead, await signInByApi(roadstead));
  const cookie = await signInByApi(roadstead);
  for (const instance of [roadstead, desktop]) {
    const database = await databasePid(instance.dataDir);
    if (!database) throw new Error("no database runs");
    // Fast shutdown: it ends its connections and takes no new ones.
    process.kill(database, "SIGINT");
    await expect.poll(() => databasePid(instance.dataDir)).toBeUndefined();
  }
  for (const [instance, ...sent] of [
    [roadstead, "-b", cookie],
    [roadstead, ...bearer(token)],
    [desktop],
    [desktop, "-b", cookie],
  ] as [Roadstead, ...string[]][]) {
    expect(await curl(instance, "/api/projects", ...sent)).toMatchObject(refused(503, "AUTH_UNAVAILABLE"));
    const session = await curl(instance, "/api/auth/get-session", ...sent);
    // A token has no session, whether anybody can be looked up or not.
    expect(session.status).toBe(sent[0] === "-H" ? 401 : 503);
  }
});
