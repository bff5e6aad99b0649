import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { engineAddresses, findEngine } from "./find";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

async function givenFolder() {
  const folder = await mkdtemp(join(tmpdir(), "rs-find-"));
  endings.push(() => rm(folder, { recursive: true }));
  return folder;
}

async function listening<T extends Server | ReturnType<typeof createTcpServer>>(
  server: T,
  path: string,
): Promise<T> {
  await new Promise<void>((resolve) => server.listen(path, resolve));
  endings.push(() => server.close());
  return server;
}

test("DOCKER_HOST alone counts when it is set", () => {
  expect(engineAddresses({ dockerHost: " tcp://10.0.0.5:2375 ", runtimeDir: "/run/user/1" })).toEqual([
    "tcp://10.0.0.5:2375",
  ]);
});

test("else the usual sockets are looked at, Docker's before Podman's", () => {
  const addresses = engineAddresses({ dockerHost: "", runtimeDir: "/run/user/1", homeDir: "/home/a" });
  expect(addresses[0]).toBe("unix:///var/run/docker.sock");
  expect(addresses).toContain("unix:///run/user/1/docker.sock");
  expect(addresses).toContain("unix:///home/a/.docker/run/docker.sock");
  expect(addresses.indexOf("unix:///run/podman/podman.sock")).toBeGreaterThan(0);
  expect(addresses).toContain("unix:///run/user/1/podman/podman.sock");
  expect(engineAddresses({}).every((address) => !address.includes("undefined"))).toBe(true);
});

test("an engine that answers is found, and says what it is", async () => {
  const path = join(await givenFolder(), "engine.sock");
  const answers: Record<string, object> = {
    "/info": { Name: "host", NCPU: 2, MemTotal: 4 * 1024 ** 3 },
    "/version": { Version: "1.41", Components: [{ Name: "Podman Engine", Version: "5.3.0" }] },
  };
  const server = createServer((request, response) =>
    response.end(JSON.stringify(answers[request.url ?? ""] ?? {})),
  );
  await listening(server, path);
  const { found } = await findEngine({ dockerHost: `unix://${path}` });
  expect(await found?.engine.info()).toMatchObject({
    product: "Podman",
    version: "5.3.0",
    memoryMb: 4096,
    local: true,
  });
});

test("nothing found says of each place why", async () => {
  const { found, tried } = await findEngine({ dockerHost: "unix:///nowhere/engine.sock" });
  expect(found).toBeUndefined();
  expect(tried).toEqual([
    {
      address: "unix:///nowhere/engine.sock",
      reason: expect.stringContaining("unix:///nowhere/engine.sock does not answer"),
    },
  ]);
});

test.each([
  "",
  "ssh://host",
  "tcp://",
  "tcp://user:pw@host:2375",
  "docker",
  "http://host/path",
  "unix://relative",
])("the address %j is refused in words, without the login in it", async (address) => {
  const { found, tried } = await findEngine({ dockerHost: address || "?" });
  expect(found).toBeUndefined();
  expect(tried[0]?.reason).toContain("is not understood");
  expect(tried[0]?.reason).not.toContain("pw@");
});

test("a socket that accepts and never answers is given up within seconds", async () => {
  const path = join(await givenFolder(), "frozen.sock");
  await listening(
    createTcpServer((socket) => socket.on("error", () => {})),
    path,
  );
  const before = performance.now();
  const { tried } = await findEngine({ dockerHost: path });
  expect(performance.now() - before).toBeLessThan(6_500);
  expect(tried[0]?.reason).toContain("does not answer");
}, 10_000);
