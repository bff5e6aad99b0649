import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createConnection, createServer as createTcpServer, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createBench, gathered } from "../conformance/bench";
import { connectDocker } from "./docker-engine";
import { labImages, testEngineAddress } from "./testing";

const endings: (() => unknown)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

/** A registry on loopback, which engines speak to over plain HTTP, that answers as it is told. @returns host:port */
async function givenRegistry(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The engine behind a wire that can be cut or frozen. */
async function givenWire() {
  const target = new URL(testEngineAddress().replace(/^tcp:/, "http:"));
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createTcpServer((near) => {
    const far =
      target.protocol === "unix:"
        ? createConnection(target.pathname)
        : createConnection(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket.on("error", () => {}).on("close", () => other.destroy()));
    }
    near.on("data", (bytes) => frozen || far.write(bytes));
    far.on("data", (bytes) => frozen || near.write(bytes));
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endings.push(cut);
  const engine = connectDocker(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { engine, cut, freeze: () => (frozen = true) };
}

const options = () => ({ signal: AbortSignal.timeout(60_000), onProgress: () => {} });

describe("faults of registries", () => {
  const engine = connectDocker(testEngineAddress());
  const body = (code: string, message = code) => JSON.stringify({ errors: [{ code, message }] });

  test.each([
    [429, body("TOOMANYREQUESTS", "You have reached your pull rate limit."), "registry-busy"],
    [503, "<html>Service Unavailable</html>", "registry-busy"],
    [500, "", "registry-busy"],
    [401, body("UNAUTHORIZED", "authentication required"), "registry-denied"],
    [403, body("DENIED", "requested access to the resource is denied"), "registry-denied"],
    [404, body("MANIFEST_UNKNOWN", "manifest unknown"), "image-not-found"],
    [404, body("NAME_UNKNOWN", "repository name not known to registry"), "image-not-found"],
  ])("an answer %i %s to a pull is %s", async (status, text, kind) => {
    const registry = await givenRegistry((request, response) => {
      if (request.url === "/v2/") return response.end("{}");
      response.writeHead(status, { "content-type": "application/json" }).end(text);
    });
    const image = `${registry}/rs/app:1`;
    const refusal = { kind, message: expect.stringContaining(image) };
    await expect(engine.pullImage(image, options())).rejects.toMatchObject(refusal);
    expect(await engine.findImage(image)).toBeUndefined();
  });

  test("a web page in the place of a manifest is a failure that says so", async () => {
    const registry = await givenRegistry((_, response) => response.end("<html>Welcome</html>"));
    const pull = engine.pullImage(`${registry}/rs/app:1`, options());
    await expect(pull).rejects.toMatchObject({
      name: "EngineError",
      message: expect.stringContaining(registry),
    });
  });

  test("a pull from a registry that hangs can be cancelled at once", async () => {
    const registry = await givenRegistry(() => {});
    const stop = new AbortController();
    const pull = engine.pullImage(`${registry}/rs/app:1`, { signal: stop.signal, onProgress: () => {} });
    setTimeout(() => stop.abort(), 500);
    const before = performance.now();
    await expect(pull).rejects.toMatchObject({ kind: "cancelled" });
    expect(performance.now() - before).toBeLessThan(1_500);
  });
});

describe("faults of the engine", () => {
  const { images, labels, givenRunning } = createBench(() => connectDocker(testEngineAddress()), labImages);
  const unreachable = { kind: "unreachable" };
  const signal = new AbortController().signal;

  test("open streams break when the engine goes away", async () => {
    const { engine, cut } = await givenWire();
    const id = await givenRunning(images.idle);
    const streams = [
      gathered(engine.events(labels, signal)),
      gathered(engine.logs(id, { follow: true, signal })),
      gathered(engine.stats(id, signal)),
    ];
    setTimeout(cut, 1_500);
    for (const stream of await Promise.allSettled(streams)) {
      expect(stream).toMatchObject({ status: "rejected", reason: unreachable });
    }
    await expect(engine.info()).rejects.toMatchObject(unreachable);
  });

  test("a call that waits on a frozen engine is given up within seconds", async () => {
    const { engine, freeze } = await givenWire();
    const id = await givenRunning(images.stubborn);
    const stop = engine.stopContainer(id, 60_000);
    const events = gathered(engine.events(labels, signal));
    setTimeout(freeze, 300);
    const before = performance.now();
    await expect(stop).rejects.toMatchObject(unreachable);
    await expect(events).rejects.toMatchObject(unreachable);
    await expect(engine.info()).rejects.toMatchObject(unreachable);
    expect(performance.now() - before).toBeLessThan(13_000);
  });

  test("a call that takes long on a sound engine is left its time", async () => {
    const { engine } = await givenWire();
    const id = await givenRunning(images.stubborn);
    await engine.stopContainer(id, 6_000);
    expect((await engine.inspectContainer(id))?.exitCode).toBe(137);
  });
});
