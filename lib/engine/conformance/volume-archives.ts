import { describe, expect, test } from "vitest";
import type { Bench } from "./bench";

export function describeVolumeArchives({
  engine,
  images,
  labels,
  freshName,
  given,
  givenRunning,
}: Bench): void {
  const options = { image: images.idle.image, labels, helperLabels: labels };
  const mount = (volume: string) => ({ volumes: [{ volume, target: "/data", readOnly: false }] });

  async function givenVolume(content: string, name = freshName()): Promise<string> {
    await engine.ensureVolume(name, labels);
    const files = [{ path: "/data/kept/file", content }];
    await engine.removeContainer(await given(images.idle, { ...mount(name), files }));
    return name;
  }

  async function read(volume: string) {
    const id = await givenRunning(images.idle, mount(volume));
    const { stdout } = await engine.exec(id, ["cat", "/data/kept/file"], { timeoutMs: 5_000 });
    await engine.removeContainer(id);
    return stdout;
  }

  describe("volumes as archives", () => {
    test("what is read of a volume fills another one, which lives by itself", async () => {
      const from = await givenVolume("as it was");
      const to = await givenVolume("old");
      const mine = { ...labels, part: to };
      const signal = new AbortController().signal;
      const archive = engine.readVolume(from, { ...options, signal });
      await engine.writeVolume(to, archive, { ...options, labels: mine, signal });
      expect(await engine.listVolumes(mine)).toMatchObject([{ name: to, labels: mine }]);
      await engine.removeVolume(from);
      expect(await read(to)).toBe("as it was");
      expect(await engine.listContainers(labels)).toEqual([]);
    });

    test("an archive that breaks off leaves no volume, and says why itself", async () => {
      const from = await givenVolume("kept");
      const to = freshName();
      const signal = new AbortController().signal;
      async function* breaking() {
        for await (const chunk of engine.readVolume(from, { ...options, signal })) {
          yield chunk.subarray(0, 512);
          throw new Error("it broke off");
        }
      }
      const writing = engine.writeVolume(to, breaking(), { ...options, signal });
      await expect(writing).rejects.toThrow("it broke off");
      expect((await engine.listVolumes(labels)).map(({ name }) => name)).not.toContain(to);
      expect(await engine.listContainers(labels)).toEqual([]);
    });

    test("a volume that is not there cannot be read", async () => {
      const signal = new AbortController().signal;
      const reading = engine
        .readVolume(freshName(), { ...options, signal })
        [Symbol.asyncIterator]()
        .next();
      await expect(reading).rejects.toMatchObject({ kind: "not-found" });
    });
  });
}
