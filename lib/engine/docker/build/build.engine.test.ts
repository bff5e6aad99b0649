import { readdir, readFile } from "node:fs/promises";
import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import type { BuildSpec } from "../../engine";
import { connectDocker } from "../docker-engine";
import { testEngineAddress } from "../testing";

const engine = connectDocker(testEngineAddress());
const labels = { "rs-build": crypto.randomUUID() };
const run = labels["rs-build"].slice(0, 8);
let count = 0;

afterAll(async () => {
  for (const { id } of await engine.listImages(labels)) await engine.removeImage(id);
});

async function build(
  dockerfile: string,
  changes: Partial<BuildSpec> = {},
  signal = AbortSignal.timeout(60_000),
) {
  const spec: BuildSpec = {
    tag: `rs-build-${run}-${++count}:1`,
    labels,
    files: [{ path: "web/Dockerfile", content: dockerfile }],
    dockerfile: "web/Dockerfile",
    args: {},
    cacheScope: `rs-build-${run}`,
    ...changes,
  };
  const texts: string[] = [];
  const image = await engine.buildImage(spec, { signal, onLine: ({ text }) => texts.push(text) });
  return { image, texts };
}

// Another one each time: what the builder has in its cache is not run, and writes nothing.
const FRESH = `ENV RS_BUILD=${run}`;
const FROM = `FROM busybox:1.36.1\n${FRESH}`;

test.each([
  ["the host's network", `${FROM}\nRUN --network=host ip address`],
  ["privileges", `${FROM}\nRUN --security=insecure mount -t tmpfs none /mnt`],
  [
    "a secret of this machine",
    `${FROM}\nRUN --mount=type=secret,id=id_rsa,required=true cat /run/secrets/id_rsa`,
  ],
  ["an ssh agent of this machine", `${FROM}\nRUN --mount=type=ssh,required=true true`],
  ["a file above the context", `${FROM}\nCOPY ../../../../etc/passwd /stolen`],
  ["another builder's front end", "# syntax=lab/no-such-front-end:1\nFROM busybox:1.36.1"],
])("a build file that asks for %s fails", async (_, dockerfile) => {
  await expect(build(dockerfile)).rejects.toMatchObject({ name: "EngineError" });
});

test("a mount shows the context, never the host, and no socket or device of it", async () => {
  const look =
    "find /ctx -type f; ls -d /var/run/docker.sock /run/docker.sock /dev/sda /dev/loop0 2>/dev/null; true";
  const { texts } = await build(`${FROM}\nRUN --mount=type=bind,source=/../../..,target=/ctx ${look}`);
  expect(texts.filter((text) => text.startsWith("/"))).toEqual(["/ctx/web/Dockerfile"]);
});

test("a command runs with the capabilities of a plain container", async () => {
  const { texts } = await build(
    `${FROM}\nRUN grep CapEff /proc/self/status; mount -t tmpfs none /mnt || echo refused`,
  );
  expect(texts).toContain("refused");
  const granted = texts.find((text) => text.startsWith("CapEff:"))?.split("\t")[1] ?? "";
  // CAP_SYS_ADMIN (21), CAP_NET_ADMIN (12), CAP_SYS_PTRACE (19), CAP_SYS_MODULE (16)
  for (const capability of [21n, 12n, 19n, 16n]) expect((BigInt(`0x${granted}`) >> capability) & 1n).toBe(0n);
});

test("what one scope keeps in a cache mount, another does not see", async () => {
  const nonce = crypto.randomUUID();
  const mount = "RUN --mount=type=cache,id=shared,target=/cache";
  await build(`${FROM}\n${mount} echo secret > /cache/${nonce}`, { cacheScope: `rs-one-${run}` });
  const look = `${FROM}\n${mount} echo ${crypto.randomUUID()}; ls /cache/${nonce} 2>/dev/null || echo nothing`;
  expect((await build(look, { cacheScope: `rs-two-${run}` })).texts).toContain("nothing");
  expect((await build(look, { cacheScope: `rs-one-${run}` })).texts).toContain(`/cache/${nonce}`);
});

test("a registry that gives everybody a token is signed in to", async () => {
  const registry = await givenTokenRegistry();
  const { texts } = await build(
    `FROM 127.0.0.1:${registry.port}/lab/web:1.1.0\n${FRESH}\nRUN echo from there`,
  );
  expect(texts).toContain("from there");
  expect(registry.tokens()).toBeGreaterThan(0);
  registry.close();
});

test("after a cancel nothing of the build runs on", async () => {
  const seconds = `3${Math.floor(Math.random() * 1e8)}`;
  const over = new AbortController();
  const building = build(`${FROM}\nRUN sleep ${seconds}`, {}, over.signal);
  building.catch(() => {});
  await expect.poll(() => isRunning(`sleep\0${seconds}`), { timeout: 20_000 }).toBe(true);
  over.abort();
  await expect(building).rejects.toMatchObject({ kind: "cancelled" });
  await expect.poll(() => isRunning(`sleep\0${seconds}`), { timeout: 10_000 }).toBe(false);
});

async function isRunning(commandLine: string): Promise<boolean> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")),
  );
  return lines.some((line) => line.includes(commandLine));
}

/** The lab's registry behind a sign-in that gives everybody a token, as public registries do. */
async function givenTokenRegistry() {
  let tokens = 0;
  const [host = "127.0.0.1", labPort = "5000"] = (process.env.LAB_REGISTRY ?? "").split(":");
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/token")) {
      tokens++;
      response.setHeader("content-type", "application/json").end(JSON.stringify({ token: "anybody" }));
      return;
    }
    const { authorization, ...headers } = request.headers;
    if (authorization !== "Bearer anybody") {
      const challenge = `Bearer realm="http://127.0.0.1:${port()}/token",service="lab"`;
      response.writeHead(401, { "www-authenticate": challenge }).end();
      return;
    }
    const { url: path, method } = request;
    request.pipe(
      ask({ host, port: labPort, path, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  const port = () => (server.address() as AddressInfo).port;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: port(), tokens: () => tokens, close: () => server.close() };
}
