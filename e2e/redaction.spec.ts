import { expect, test } from "@playwright/test";
import { ADMIN, discard, makeToken, type Roadstead, signInByApi, startRoadstead } from "./roadstead";
import { noteSecret, secretsIn } from "./secrets";

/** Every spec's server is looked through for secrets when it is discarded; here the looking itself is tested. */

let running: Roadstead[] = [];
test.afterEach(async () => {
  for (const roadstead of running) await discard(roadstead);
  running = [];
});

test("a secret is found in the forms that libraries print it in", () => {
  noteSecret("the harbour's key", 'quay "7" & lantern');
  for (const text of [
    'key=quay "7" & lantern.',
    "key=quay%20%227%22%20%26%20lantern",
    '{"key":"quay \\"7\\" & lantern"}',
    Buffer.from('user:quay "7" & lantern').toString("hex"),
    Buffer.from('quay "7" & lantern and more').toString("base64"),
  ]) {
    expect(secretsIn(text), text).toEqual(["the harbour's key"]);
  }
  expect(secretsIn("nothing of it")).toEqual([]);
});

test("a server that is given secrets in every wrong place prints none of them", async () => {
  const roadstead = await startRoadstead();
  running.push(roadstead);
  const cookie = await signInByApi(roadstead);
  const { token } = await makeToken(roadstead, cookie);
  const odd = { authorization: `Bearer ${token}`, cookie };
  for (const path of [
    `/api/projects?token=${token}`,
    `/api/projects?access_token=${token}&authorization=Bearer%20${token}`,
    `/api/${token}`,
    `/api/projects/${token}`,
    `/${token}`,
    `/settings/tokens?x=${token}`,
    `/api/auth/${token}`,
    `/api/auth/get-session?token=${token}`,
    `/api/projects/%E0%A4%A`,
  ]) {
    for (const headers of [{}, odd, { cookie: `${cookie}; token=${token}` }] as Record<string, string>[]) {
      await fetch(roadstead.url + path, { headers });
      const init = { method: "POST", headers: { ...headers, "content-type": "application/json" } };
      for (const body of [`{"name":"${token}`, `{"password":"${ADMIN.password}","x":"${token}"}`]) {
        await fetch(roadstead.url + path, { ...init, body });
      }
    }
  }
  // It has written something, so that there is something to look through.
  expect(roadstead.output().length).toBeGreaterThan(20);
});

test("a server that prints what it was sent is caught", async () => {
  const prints =
    "import { channel } from 'node:diagnostics_channel'; channel('http.server.request.start').subscribe(({ request }) => console.log(request.headers));";
  const roadstead = await startRoadstead({
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(prints)}` },
  });
  const cookie = await signInByApi(roadstead);
  const { token } = await makeToken(roadstead, cookie);
  await fetch(`${roadstead.url}/api/projects`, { headers: { authorization: `Bearer ${token}` } });
  await expect(discard(roadstead)).rejects.toThrow(
    /^Roadstead printed .*a session's token.*a personal access token/,
  );
});
