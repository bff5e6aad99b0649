import { describe, expect, test } from "vitest";
import type { Engine } from "../engine";
import { gathered } from "./bench";

const LIMIT_MS = 3_500;

export function describeUnreachable(makeEngine: () => Engine): void {
  const id = "a".repeat(64);
  const signal = new AbortController().signal;
  const silent = () => {};
  const spec = {
    ...{ name: "rs-conf-nowhere", image: "x:1", labels: {}, env: {}, volumes: [], files: [], ports: [] },
    ...{ network: "rs-conf-nowhere", aliases: [], restart: "no" as const },
  };
  const build = {
    ...{ tag: "rs-conf-nowhere:1", labels: {}, args: {}, cacheScope: "rs-conf" },
    ...{ dockerfile: "Dockerfile", files: [{ path: "Dockerfile", content: "FROM x:1" }] },
  };
  const copying = { image: "x:1", labels: {}, helperLabels: {}, signal };
  const calls: [string, (engine: Engine) => Promise<unknown>][] = [
    ["info", (engine) => engine.info()],
    ["registries", (engine) => engine.registries()],
    ["findImage", (engine) => engine.findImage("x:1")],
    ["pullImage", (engine) => engine.pullImage("x:1", { signal, onProgress: silent })],
    ["buildImage", (engine) => engine.buildImage(build, { signal, onLine: silent })],
    ["listImages", (engine) => engine.listImages({})],
    ["removeImage", (engine) => engine.removeImage("x:1")],
    ["ensureNetwork", (engine) => engine.ensureNetwork("rs-conf-nowhere", {})],
    ["ensureVolume", (engine) => engine.ensureVolume("rs-conf-nowhere", {})],
    ["listVolumes", (engine) => engine.listVolumes({})],
    ["listNetworks", (engine) => engine.listNetworks({})],
    ["connectNetwork", (engine) => engine.connectNetwork(id, "rs-conf-nowhere", [])],
    ["disconnectNetwork", (engine) => engine.disconnectNetwork(id, "rs-conf-nowhere")],
    ["removeNetwork", (engine) => engine.removeNetwork("rs-conf-nowhere")],
    ["removeVolume", (engine) => engine.removeVolume("rs-conf-nowhere")],
    ["copyVolume", (engine) => engine.copyVolume("rs-conf-nowhere", "rs-conf-other", copying)],
    ["measureVolumes", (engine) => engine.measureVolumes(["rs-conf-nowhere"])],
    ["createContainer", (engine) => engine.createContainer(spec)],
    ["startContainer", (engine) => engine.startContainer(id)],
    ["stopContainer", (engine) => engine.stopContainer(id, 0)],
    ["renameContainer", (engine) => engine.renameContainer(id, "rs-conf-other")],
    ["removeContainer", (engine) => engine.removeContainer(id)],
    ["inspectContainer", (engine) => engine.inspectContainer(id)],
    ["listContainers", (engine) => engine.listContainers({})],
    ["listHostPorts", (engine) => engine.listHostPorts()],
    ["exec", (engine) => engine.exec(id, ["echo"], { timeoutMs: 60_000 })],
    ["logs", (engine) => gathered(engine.logs(id, { follow: true, signal }))],
    ["stats", (engine) => gathered(engine.stats(id, signal))],
    ["usage", (engine) => engine.usage(id)],
    ["events", (engine) => gathered(engine.events({}, signal))],
  ];

  describe("an engine that does not answer", () => {
    test.each(calls)("is told as such, soon, by %s", async (_, call) => {
      const before = performance.now();
      await expect(call(makeEngine())).rejects.toMatchObject({
        name: "EngineError",
        kind: "unreachable",
        message: expect.stringContaining("does not answer"),
      });
      expect(performance.now() - before).toBeLessThan(LIMIT_MS);
    });
  });
}
