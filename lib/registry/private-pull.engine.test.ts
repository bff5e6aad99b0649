import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDocker, type Engine, EngineError } from "@/lib/engine";
import { testEngineAddress } from "@/lib/engine/docker/testing";

/** The real engine and a registry that gives an image only to who brings the password. */

const digestOf = (bytes: Buffer) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
const MANIFEST = "application/vnd.docker.distribution.manifest.v2+json";
const PASSWORD = "open sesame";

function anImage() {
  const tar = Buffer.alloc(1024);
  const layer = gzipSync(tar);
  const rootfs = { type: "layers", diff_ids: [digestOf(tar)] };
  const architecture = process.arch === "arm64" ? "arm64" : "amd64";
  const config = Buffer.from(
    JSON.stringify({ architecture, os: "linux", config: { Cmd: ["/private"] }, rootfs, history: [] }),
  );
  const blob = (mediaType: string, bytes: Buffer) => ({
    ...{ mediaType, size: bytes.length, digest: digestOf(bytes) },
  });
  const manifest = Buffer.from(
    JSON.stringify({
      ...{ schemaVersion: 2, mediaType: MANIFEST },
      config: blob("application/vnd.docker.container.image.v1+json", config),
      layers: [blob("application/vnd.docker.image.rootfs.diff.tar.gzip", layer)],
    }),
  );
  return { manifest, blobs: new Map([config, layer].map((bytes) => [digestOf(bytes), bytes])) };
}

const LABELS = { "rs-private": crypto.randomUUID() };
const { manifest, blobs } = anImage();
const server = createServer(({ url = "", headers }, response) => {
  const wanted = `Basic ${Buffer.from(`robot:${PASSWORD}`).toString("base64")}`;
  if (headers.authorization !== wanted)
    return void response.writeHead(401, { "www-authenticate": 'Basic realm="private"' }).end();
  if (url === "/v2/") return void response.end("{}");
  if (url.includes("/manifests/"))
    return void response
      .writeHead(200, {
        ...{ "content-type": MANIFEST, "docker-content-digest": digestOf(manifest) },
        "content-length": manifest.length,
      })
      .end(manifest);
  const bytes = blobs.get(url.split("/").at(-1) ?? "");
  if (bytes) response.writeHead(200, { "content-length": bytes.length }).end(bytes);
  else response.writeHead(404).end();
});
let engine: Engine;
let registry = "";
const image = () => `${registry}/team/private:1.0`;

beforeAll(async () => {
  engine = connectDocker(testEngineAddress());
  // Engines reach loopback without encryption by themselves.
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  registry = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await engine.removeImage(image());
  for (const { id } of await engine.listImages(LABELS)) await engine.removeImage(id);
  server.closeAllConnections();
  server.close();
});

const pull = (password?: string) =>
  engine.pullImage(image(), {
    ...{ signal: AbortSignal.timeout(60_000), onProgress: () => {} },
    ...(password !== undefined && { login: { registry, username: "robot", password } }),
  });

test("the engine gets a private image with the sign-in of one pull, and keeps none for the next", async () => {
  const refused = expect.objectContaining({ kind: "registry-denied" });
  await expect(pull()).rejects.toEqual(refused);
  await expect(pull("wrong")).rejects.toEqual(refused);
  const pulled = await pull(PASSWORD);
  expect(pulled.digest).toBe(digestOf(manifest));
  await engine.removeImage(image());
  const failure = await pull().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(EngineError);
  expect(String(failure)).not.toContain(PASSWORD);
});

const build = (password?: string) => {
  const dockerfile = `FROM ${image()}\nENV RS_BUILD=${crypto.randomUUID()}`;
  return engine.buildImage(
    {
      tag: `rs-private:${crypto.randomUUID()}`,
      labels: LABELS,
      files: [{ path: "Dockerfile", content: dockerfile }],
      dockerfile: "Dockerfile",
      args: {},
      cacheScope: LABELS["rs-private"],
    },
    {
      ...{ signal: AbortSignal.timeout(60_000), onLine: () => {} },
      logins: [
        { registry: "registry.example", username: "robot", password: "another one" },
        ...(password === undefined ? [] : [{ registry, username: "robot", password }]),
      ],
    },
  );
};

test("the builder gets a private base image with the sign-in of its registry, and keeps none for the next build", async () => {
  await expect(build()).rejects.toBeInstanceOf(EngineError);
  await expect(build("wrong")).rejects.toBeInstanceOf(EngineError);
  const { id } = await build(PASSWORD);
  expect(await engine.listImages(LABELS)).toMatchObject([{ id }]);
  const failure = await build().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(EngineError);
  expect(String(failure)).not.toContain(PASSWORD);
});
