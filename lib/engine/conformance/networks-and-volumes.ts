import { describe, expect, test } from "vitest";
import type { Bench } from "./bench";

export function describeNetworksAndVolumes(bench: Bench): void {
  const { engine, images, labels, network, freshName, givenRunning } = bench;
  describeFurtherNetworks(bench);
  describe("networks and volumes", () => {
    test("a volume is made once, keeps its first labels and is found by all of them", async () => {
      const name = freshName();
      const mine = { ...labels, part: name };
      await engine.ensureVolume(name, mine);
      await engine.ensureVolume(name, { ...labels, part: "another" });
      const found = await engine.listVolumes({ part: name, ...labels });
      expect(found).toMatchObject([{ name, labels: mine }]);
      expect(await engine.listVolumes({ ...mine, other: "label" })).toEqual([]);
    });

    test("a network is made once and can be made again after its removal", async () => {
      const name = freshName();
      await engine.ensureNetwork(name, labels);
      await engine.ensureNetwork(name, labels);
      await engine.removeNetwork(name);
      await engine.ensureNetwork(name, labels);
      await engine.removeNetwork(name);
    });

    test("removing what is not there is no error", async () => {
      await engine.removeNetwork(freshName());
      await engine.removeVolume(freshName());
    });

    test("a volume that a container mounts is not removed, and outlives the container", async () => {
      const volume = freshName();
      await engine.ensureVolume(volume, labels);
      const id = await givenRunning(images.idle, { volumes: [{ volume, target: "/data", readOnly: false }] });
      await expect(engine.removeVolume(volume)).rejects.toMatchObject({
        kind: "other",
        message: expect.stringContaining(volume),
      });
      await engine.removeContainer(id);
      expect((await engine.listVolumes(labels)).map((each) => each.name)).toContain(volume);
      await engine.removeVolume(volume);
      expect((await engine.listVolumes(labels)).map((each) => each.name)).not.toContain(volume);
    });

    test("a network with a running container is not removed", async () => {
      await givenRunning(images.idle);
      await expect(engine.removeNetwork(network)).rejects.toMatchObject({
        name: "EngineError",
        kind: "other",
      });
    });
  });
}

function describeFurtherNetworks({ engine, images, labels, network, freshName, given, givenRunning }: Bench) {
  describe("further networks", () => {
    test("networks are found by all of their labels", async () => {
      const name = freshName();
      const mine = { ...labels, part: name };
      await engine.ensureNetwork(name, mine, { internal: true });
      expect(await engine.listNetworks({ part: name, ...labels })).toEqual([{ name, labels: mine }]);
      expect(await engine.listNetworks({ ...mine, other: "label" })).toEqual([]);
      await engine.removeNetwork(name);
      expect(await engine.listNetworks(mine)).toEqual([]);
    });

    test("a container joins one more network, running or not, as often as it is told, and leaves it again", async () => {
      const further = freshName();
      await engine.ensureNetwork(further, labels, { internal: true });
      const networksOf = async (id: string) => (await engine.inspectContainer(id))?.networks.toSorted();
      for (const id of [await given(images.idle), await givenRunning(images.idle)]) {
        expect(await networksOf(id)).toEqual([network]);
        await engine.connectNetwork(id, further, ["shop.first.internal"]);
        await engine.connectNetwork(id, further, ["shop.first.internal"]);
        expect(await networksOf(id)).toEqual([network, further].toSorted());
        await engine.disconnectNetwork(id, further);
        await engine.disconnectNetwork(id, further);
        expect(await networksOf(id)).toEqual([network]);
      }
      await engine.removeNetwork(further);
    });

    test("a stopped container that left a network starts again after that network is gone", async () => {
      const further = freshName();
      await engine.ensureNetwork(further, labels, { internal: true });
      const id = await givenRunning(images.idle);
      await engine.connectNetwork(id, further, []);
      await engine.stopContainer(id, 5_000);
      await engine.startContainer(id);
      expect((await engine.inspectContainer(id))?.networks).toContain(further);
      await engine.stopContainer(id, 5_000);
      await engine.disconnectNetwork(id, further);
      await engine.removeNetwork(further);
      await engine.disconnectNetwork(id, further);
      await engine.startContainer(id);
      expect(await engine.inspectContainer(id)).toMatchObject({ state: "running", networks: [network] });
    });

    test("a network or container that is not there cannot be joined", async () => {
      const id = await given(images.idle);
      await expect(engine.connectNetwork(id, freshName(), [])).rejects.toMatchObject({ kind: "not-found" });
      await expect(engine.connectNetwork("0".repeat(64), network, [])).rejects.toMatchObject({
        kind: "not-found",
      });
      await engine.disconnectNetwork("0".repeat(64), network);
    });
  });
}
