import { describe, expect, test } from "vitest";
import type { Bench } from "./bench";

export function describeNetworksAndVolumes({
  engine,
  images,
  labels,
  network,
  freshName,
  givenRunning,
}: Bench): void {
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
