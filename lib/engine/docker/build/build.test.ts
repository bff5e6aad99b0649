import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { BuildLine, BuildSpec } from "../../engine";
import { connectDocker } from "../docker-engine";
import { buildError } from "./errors";
import { createListener } from "./listener";

const SPEC: BuildSpec = {
  tag: "shop/web:1",
  labels: {},
  files: [
    { path: "web/Dockerfile", content: "FROM busybox:1" },
    { path: "web/start.sh", content: "#!/bin/sh\n" },
  ],
  dockerfile: "web/Dockerfile",
  args: { TOKEN: "s3cret" },
  cacheScope: "prj_1",
};
const IMAGE = { Id: `sha256:${"a".repeat(64)}`, Size: 7 };

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** An engine such as Podman: it knows no build sessions, and tells a build in plain text. */
async function givenPlainEngine(answer: object[]) {
  const folder = await mkdtemp(join(tmpdir(), "rs-build-"));
  const asked: URL[] = [];
  const logins: unknown[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://engine");
    asked.push(url);
    const config = request.headers["x-registry-config"];
    if (typeof config === "string") logins.push(JSON.parse(Buffer.from(config, "base64url").toString()));
    request.resume();
    if (url.pathname === "/build") response.end(answer.map((line) => `${JSON.stringify(line)}\n`).join(""));
    else if (url.pathname === "/session") response.writeHead(404).end('{"message":"Not Found"}');
    else response.end(JSON.stringify(IMAGE));
  });
  const path = join(folder, "engine.sock");
  await new Promise<void>((resolve) => server.listen(path, resolve));
  endings.push(() => {
    server.closeAllConnections();
    server.close();
    return rm(folder, { recursive: true });
  });
  return { engine: connectDocker(path), asked, logins };
}

const signal = new AbortController().signal;

test("an engine without BuildKit builds in its own way", async () => {
  const { engine, asked } = await givenPlainEngine([
    { stream: "STEP 1/2: FROM busybox:1\n" },
    { stream: "STEP 2/2: RUN echo hello\nhel" },
    { stream: "lo\n" },
    { stream: " ---> 0123456789ab\n" },
    { stream: "Successfully built 0123456789ab\n" },
  ]);
  const lines: BuildLine[] = [];
  const image = await engine.buildImage(SPEC, { signal, onLine: (line) => lines.push(line) });
  expect(image).toMatchObject({ id: IMAGE.Id, sizeBytes: 7 });
  expect(lines).toEqual([
    { kind: "step", text: "[1/2] FROM busybox:1" },
    { kind: "step", text: "[2/2] RUN echo hello" },
    { kind: "stdout", text: "hello" },
  ]);
  const query = asked.find(({ pathname }) => pathname === "/build")?.searchParams;
  expect(query?.has("session")).toBe(false);
  expect(JSON.parse(query?.get("buildargs") ?? "")).toEqual({
    TOKEN: "s3cret",
    BUILDKIT_CACHE_MOUNT_NS: "prj_1",
  });
  // No host network, no extra hosts, no limits lifted: nothing of that can be said.
  expect([...(query?.keys() ?? [])].sort()).toEqual([
    "buildargs",
    "dockerfile",
    "forcerm",
    "labels",
    "rm",
    "t",
    "version",
  ]);
});

test("an engine without BuildKit, which cannot ask, is told how to sign in to registries", async () => {
  const { engine, logins } = await givenPlainEngine([{ stream: "STEP 1/1: FROM busybox:1\n" }]);
  await engine.buildImage(SPEC, {
    ...{ signal, onLine: () => {} },
    logins: [
      { registry: "docker.io", username: "maren", password: "ÿþ?>~" },
      { registry: "ghcr.io", username: "robot", password: "open sesame" },
    ],
  });
  expect(logins).toEqual([
    {
      "https://index.docker.io/v1/": { username: "maren", password: "ÿþ?>~" },
      "ghcr.io": { username: "robot", password: "open sesame" },
    },
  ]);
});

test("a command that fails on an engine without BuildKit is named, too", async () => {
  const { engine } = await givenPlainEngine([
    { stream: "Step 2/2 : RUN false\n" },
    {
      error: "The command '/bin/sh -c false' returned a non-zero code: 1",
      errorDetail: { code: 1, message: "The command '/bin/sh -c false' returned a non-zero code: 1" },
    },
  ]);
  await expect(engine.buildImage(SPEC, { signal, onLine: () => {} })).rejects.toMatchObject({
    kind: "build-failed",
    message: "“RUN false” of web/Dockerfile ended with exit code 1.",
  });
});

test("pieces become lines, and a progress bar is told once", () => {
  const texts: string[] = [];
  const listener = createListener(({ text }) => texts.push(text));
  for (const stream of ["a\nb", "c\n", "10%\r50%\r100%\r\n", "ünï", "no end"]) listener.take({ stream });
  listener.take({ stream: "x".repeat(20_000) });
  listener.end();
  expect(texts.slice(0, 3)).toEqual(["a", "bc", "100%"]);
  expect(texts[3]).toMatch(/^ünïno endx+$/);
});

test.each([
  [
    "[2/2] RUN npm ci",
    'process "/bin/sh -c npm ci" did not complete successfully: exit code: 137',
    "build-failed",
    "“RUN npm ci” of web/Dockerfile ended with exit code 137. It was killed, perhaps because memory ran out.",
  ],
  [
    "[2/2] RUN echo exit code: 9",
    "failed to solve: rpc error: code = Unknown desc = executor failed running [/bin/sh -c echo exit code: 9; exit 2]: exit code: 2",
    "build-failed",
    "“RUN echo exit code: 9” of web/Dockerfile ended with exit code 2.",
  ],
  [
    "[2/2] COPY start.sh /",
    'failed to compute cache key: failed to calculate checksum of ref moby::abc: "/start.sh": not found',
    "build-failed",
    "“COPY start.sh /” of web/Dockerfile copies what is not in the build context. Sources start at its root: write “web/start.sh” for “start.sh”.",
  ],
  [
    "[2/2] ADD start.sh /",
    "ADD failed: file not found in build context or excluded by .dockerignore: stat start.sh: file does not exist",
    "build-failed",
    "“ADD start.sh /” of web/Dockerfile copies what is not in the build context. Sources start at its root: write “web/start.sh” for “start.sh”.",
  ],
  [
    undefined,
    "failed to solve: network.host is not allowed",
    "build-failed",
    "web/Dockerfile asks for the host's network, which no build gets here.",
  ],
  [
    "[internal] load metadata for docker.io/library/nope:1",
    "failed to solve with frontend dockerfile.v0: failed to create LLB definition: docker.io/library/nope:1: not found",
    "image-not-found",
    "The registry has no image nope:1, or shows it only to those who sign in. Check its name and tag.",
  ],
  [
    "[2/2] COPY . /",
    "failed to copy files: write /x: no space left on device",
    "disk-full",
    "The engine's disk is full: web/Dockerfile could not be built. Free some space on it, then try again.",
  ],
])("%s: %s", (failedStep, failure, kind, message) => {
  expect(buildError(SPEC, { failedStep, failure })).toMatchObject({ kind, message });
});
