import { afterEach, expect, test } from "vitest";
import { parseChallenge } from "./challenge";
import { AT_ONCE } from "./gate";
import { placesOf } from "./places";
import { readDigest } from "./read-digest";
import { readTags } from "./read-tags";
import { accessTo, digestOf, type RegistryStub, startRegistryStub } from "./testing";

const open: RegistryStub[] = [];
afterEach(() => {
  for (const stub of open.splice(0)) stub.close();
});

async function givenRegistry(options: Parameters<typeof startRegistryStub>[0] = {}) {
  const stub = await startRegistryStub({
    images: { "library/web": ["1.0.0", "1.0.1", "latest"] },
    ...options,
  });
  open.push(stub);
  return stub;
}

const web = { registry: "docker.io", repository: "library/web" };
const trouble = (kind: string, words?: string) =>
  expect.objectContaining({
    name: "RegistryTrouble",
    kind,
    message: words ? expect.stringContaining(words) : expect.stringMatching(/\.$/),
  });

async function tagsOf(access: Parameters<typeof readTags>[0], etag: string | null = null) {
  const tags: string[] = [];
  const told = await readTags(access, web, { etag, see: (tag) => tags.push(tag) });
  return { tags, ...told };
}

test("docker.io is asked at the engine's mirrors first, others at their own address, as the engine reaches them", () => {
  const registries = { mirrors: ["http://10.0.0.5:5000"], insecure: ["10.0.0.9:5000"] };
  expect(placesOf("docker.io", registries)).toEqual([
    { origin: "http://10.0.0.5:5000", trusted: true },
    { origin: "https://registry-1.docker.io", trusted: false },
  ]);
  expect(placesOf("ghcr.io", registries)).toEqual([{ origin: "https://ghcr.io", trusted: false }]);
  expect(placesOf("10.0.0.5:5000", registries)).toEqual([{ origin: "http://10.0.0.5:5000", trusted: true }]);
  expect(placesOf("10.0.0.9:5000", registries)).toEqual([
    { origin: "https://10.0.0.9:5000", trusted: true },
    { origin: "http://10.0.0.9:5000", trusted: true },
  ]);
});

test("a digest is read without pulling, and a tag that is not there is missing", async () => {
  const stub = await givenRegistry();
  expect(await readDigest(accessTo(stub), web, "1.0.1")).toBe(digestOf("library/web:1.0.1"));
  expect(stub.asked).toMatchObject([{ method: "HEAD", url: "/v2/library/web/manifests/1.0.1" }]);
  expect(stub.asked[0]?.headers.accept?.split(", ")).toHaveLength(4);
  await expect(readDigest(accessTo(stub), web, "9")).rejects.toEqual(trouble("missing"));
});

test("an image in a registry inside that nobody allowed is not asked for", async () => {
  const stub = await givenRegistry();
  const access = { ...accessTo(stub), registries: { mirrors: [], insecure: [] } };
  const inside = { registry: stub.host, repository: "library/web" };
  await expect(readDigest(access, inside, "1.0.1")).rejects.toEqual(
    trouble("unreachable", "this machine itself"),
  );
  expect(stub.asked).toEqual([]);
});

test("all pages of a list are read, and an unchanged one is not sent again", async () => {
  const many = Array.from({ length: 25 }, (_, at) => `1.0.${at}`);
  const paged = await givenRegistry({ images: { "library/web": many }, pageSize: 10 });
  expect(await tagsOf(accessTo(paged))).toEqual({ tags: many, unchanged: false, etag: null });
  expect(paged.asked).toHaveLength(3);

  const short = await givenRegistry();
  const { etag } = await tagsOf(accessTo(short));
  expect(await tagsOf(accessTo(short), etag)).toEqual({ tags: [], unchanged: true, etag });
  short.publish("library/web", "1.0.2");
  expect((await tagsOf(accessTo(short), etag)).tags).toContain("1.0.2");
});

test("a token is asked for once for each repository, brought along, and renewed when it has ended", async () => {
  const stub = await givenRegistry({ token: {} });
  const access = accessTo(stub);
  await readDigest(access, web, "1.0.0");
  await Promise.all([readDigest(access, web, "1.0.1"), tagsOf(access)]);
  const tokens = stub.asked.filter(({ url }) => url.startsWith("/token"));
  expect(tokens.map(({ url }) => url)).toEqual([
    "/token?service=stub&scope=repository%3Alibrary%2Fweb%3Apull",
  ]);
  expect(stub.asked).toHaveLength(5);
  stub.forgetTokens();
  expect(await readDigest(access, web, "1.0.1")).toBe(digestOf("library/web:1.0.1"));
});

test("a private registry opens with the stored sign-in, which only its token service is told", async () => {
  const stub = await givenRegistry({ token: { password: "pw" } });
  await expect(readDigest(accessTo(stub), web, "1.0.0")).rejects.toEqual(trouble("denied", "sign-in"));
  const wrong = { id: "1", username: "robot", password: "other" };
  await expect(readDigest(accessTo(stub, wrong), web, "1.0.0")).rejects.toEqual(trouble("denied", "stored"));
  stub.asked.length = 0;
  const login = { id: "2", username: "robot", password: "pw" };
  expect(await readDigest(accessTo(stub, login), web, "1.0.0")).toBe(digestOf("library/web:1.0.0"));
  const told = stub.asked.filter(({ headers }) => headers.authorization?.startsWith("Basic"));
  expect(told.map(({ url }) => url.split("?")[0])).toEqual(["/token"]);
});

test.each([
  ["http://elsewhere.example/token", "nonsense"],
  ["http://169.254.169.254/token", "nonsense"],
  ["https://169.254.169.254/token", "unreachable"],
  ["file:///etc/passwd", "nonsense"],
  ["", "denied"],
])("a challenge that leads to %j is not followed", async (realm, kind) => {
  const stub = await givenRegistry({
    instead: (_request, response) => {
      response.writeHead(401, { "www-authenticate": `Bearer realm="${realm}"` }).end();
      return true;
    },
  });
  const login = { id: "3", username: "robot", password: "pw" };
  await expect(readDigest(accessTo(stub, login), web, "1.0.0")).rejects.toEqual(trouble(kind));
  expect(stub.asked.every(({ headers }) => headers.authorization === undefined)).toBe(true);
});

test("a registry that wants a pause gets one, from everybody", async () => {
  let refusals = 1;
  const times: number[] = [];
  const stub = await givenRegistry({
    instead: (_request, response) => {
      times.push(Date.now());
      if (refusals-- <= 0) return false;
      response.writeHead(429, { "retry-after": "1" }).end();
      return true;
    },
  });
  const access = accessTo(stub);
  const first = readDigest(access, web, "1.0.0");
  await expect.poll(() => times.length).toBe(1);
  await Promise.all([first, readDigest(access, web, "1.0.1")]);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(900);
  expect(times).toHaveLength(3);
});

test("a pause of hours is waited for by nobody", async () => {
  const until = new Date(Date.now() + 7_200_000).toUTCString();
  const stub = await givenRegistry({
    instead: (_request, response) => {
      response.writeHead(429, { "retry-after": until }).end();
      return true;
    },
  });
  const access = { ...accessTo(stub), registries: { mirrors: [stub.origin], insecure: [] } };
  await expect(readDigest(access, web, "1.0.0")).rejects.toEqual(
    trouble("busy", "allows no more requests until"),
  );
  await expect(readDigest(access, web, "1.0.1")).rejects.toEqual(trouble("busy"));
  expect(stub.asked).toHaveLength(1);
});

test("trouble of the registry's own is tried again, but not for ever", async () => {
  let failures = 2;
  const stub = await givenRegistry({
    instead: (_request, response) => {
      if (failures-- <= 0) return false;
      response.writeHead(503).end();
      return true;
    },
  });
  expect(await readDigest(accessTo(stub), web, "1.0.0")).toBe(digestOf("library/web:1.0.0"));
  failures = 99;
  await expect(readDigest(accessTo(stub), web, "1.0.0")).rejects.toEqual(trouble("busy", "503"));
});

const INDEX = "application/vnd.oci.image.index.v1+json";
test.each<[string, number, Record<string, string>, string]>([
  ["a web page", 200, { "content-type": "text/html; charset=utf-8" }, "nonsense"],
  [
    "a web page as a digest",
    200,
    { "content-type": "text/html", "docker-content-digest": digestOf("x") },
    "nonsense",
  ],
  [
    "a digest of another kind",
    200,
    { "content-type": INDEX, "docker-content-digest": "sha512:abc" },
    "nonsense",
  ],
  ["a short digest", 200, { "content-type": INDEX, "docker-content-digest": "sha256:abc" }, "nonsense"],
  [
    "something else",
    200,
    { "content-type": "application/json", "docker-content-digest": digestOf("x") },
    "nonsense",
  ],
  ["no content", 204, {}, "nonsense"],
  ["a refusal", 403, {}, "denied"],
  ["a sign-in of its own kind", 401, { "www-authenticate": "Negotiate" }, "denied"],
  ["a redirect inside", 307, { location: "http://169.254.169.254/" }, "unreachable"],
])("%s instead of a manifest is unknown", async (_what, status, headers, kind) => {
  const stub = await givenRegistry({
    instead: (_request, response) => {
      response.writeHead(status, headers).end();
      return true;
    },
  });
  await expect(readDigest(accessTo(stub), web, "1.0.0")).rejects.toEqual(trouble(kind));
});

test("a registry that names no digest is asked for the manifest itself", async () => {
  const stub = await givenRegistry({
    instead: (_request, response) => {
      response.writeHead(200, { "content-type": INDEX }).end('{"schemaVersion":2}');
      return true;
    },
  });
  expect(await readDigest(accessTo(stub), web, "1.0.0")).toBe(digestOf('{"schemaVersion":2}'));
});

test.each<[string, string, Record<string, string>]>([
  ["HTML", "<html>", { "content-type": "text/html" }],
  ["no JSON", "{", {}],
  ["no list", '{"tags":"1.0.0"}', {}],
  ["numbers", '{"tags":[1]}', {}],
  ["another repository", '{"name":"library/other","tags":["9.9.9"]}', {}],
  ["a next page elsewhere", '{"tags":[]}', { link: '<http://169.254.169.254/v2/>; rel="next"' }],
  ["a next page of another image", '{"tags":[]}', { link: '</v2/library/other/tags/list?n=1>; rel="next"' }],
])("%s instead of tags is unknown", async (_what, body, headers) => {
  const stub = await givenRegistry({
    instead: (_request, response) => {
      response.writeHead(200, { "content-type": "application/json", ...headers }).end(body);
      return true;
    },
  });
  await expect(tagsOf(accessTo(stub))).rejects.toEqual(trouble("nonsense"));
  expect(stub.asked).toHaveLength(1);
});

test("a list without an end is given up", async () => {
  const stub = await givenRegistry({
    instead: (_request, response) => {
      const link = '</v2/library/web/tags/list?last=x>; rel="next"';
      response.writeHead(200, { "content-type": "application/json", link }).end('{"tags":["1.0.0"]}');
      return true;
    },
  });
  await expect(tagsOf(accessTo(stub))).rejects.toEqual(trouble("nonsense", "more tags"));
});

test("never more than eight requests at a time", async () => {
  const tags = Array.from({ length: 40 }, (_, at) => `1.${at}`);
  const stub = await givenRegistry({ images: { "library/web": tags }, answerMs: 5 });
  const access = accessTo(stub);
  await Promise.all(tags.map((tag) => readDigest(access, web, tag)));
  expect(stub.peak()).toBe(AT_ONCE);
  expect(stub.asked).toHaveLength(40);
});

test("a mirror that is gone is passed over, and a registry that is gone is not asked by everybody", async () => {
  const [gone, stub] = [await givenRegistry(), await givenRegistry()];
  gone.close();
  const access = accessTo(stub);
  const mirrors = [gone.origin, stub.origin];
  const digest = digestOf("library/web:1.0.0");
  expect(await readDigest({ ...access, registries: { mirrors, insecure: [] } }, web, "1.0.0")).toBe(digest);
  const closed = { ...access, registries: { mirrors: [], insecure: [gone.host] } };
  const there = { registry: gone.host, repository: "library/web" };
  for (let time = 0; time < 5; time++)
    await expect(readDigest(closed, there, "1.0.0")).rejects.toEqual(trouble("unreachable", gone.host));
});

test("whoever stops waiting is told so, and nothing is asked any more", async () => {
  const stub = await givenRegistry({ answerMs: 50 });
  const stop = new AbortController();
  const asked = readDigest({ ...accessTo(stub), signal: stop.signal }, web, "1.0.0");
  stop.abort();
  await expect(asked).rejects.toEqual(trouble("cancelled"));
});

test("challenges are read as they are written in the wild", () => {
  const bearer = { scheme: "bearer", realm: "https://a.example/t" };
  expect(parseChallenge('Bearer realm="https://a.example/t",service="s, x",scope="y"')).toEqual({
    ...bearer,
    service: "s, x",
  });
  expect(parseChallenge('Basic realm="x", bearer Realm=https://a.example/t')).toEqual(bearer);
  expect(parseChallenge('Basic realm="x"')).toEqual({ scheme: "basic" });
  expect(parseChallenge('Bearer realm="https:\\/\\/a.example/t"')).toEqual(bearer);
  for (const other of [
    undefined,
    "",
    "Negotiate",
    "Bearer",
    'Bearer scope="x"',
    `Bearer realm="${"x".repeat(9_000)}"`,
  ])
    expect(parseChallenge(other)).toBeUndefined();
});
