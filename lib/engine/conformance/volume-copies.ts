import { describe, expect, test } from "vitest";
import type { Bench, Sample } from "./bench";

export function describeVolumeCopies({
  engine,
  images,
  labels,
  freshName,
  given,
  givenRunning,
}: Bench): void {
  const options = { image: images.idle.image, labels, helperLabels: labels };
  const copy = (from: string, to: string, signal = new AbortController().signal) =>
    engine.copyVolume(from, to, { ...options, signal });
  const mount = (volume: string) => ({ volumes: [{ volume, target: "/data", readOnly: false }] });

  /** A volume with a file in it, which no container has any more. */
  async function givenVolume(content: string, name = freshName()): Promise<string> {
    await engine.ensureVolume(name, labels);
    const files = [{ path: "/data/kept/file", content }];
    await engine.removeContainer(await given(images.idle, { ...mount(name), files }));
    return name;
  }

  async function read(volume: string, sample: Sample = images.idle) {
    const id = await givenRunning(sample, mount(volume));
    const { stdout } = await engine.exec(id, ["cat", "/data/kept/file"], { timeoutMs: 5_000 });
    await engine.removeContainer(id);
    return stdout;
  }

  describe("copies of volumes", () => {
    test("a copy holds what the volume held, and lives by itself", async () => {
      const from = await givenVolume("as it was");
      const to = freshName();
      const told: number[] = [];
      const signal = new AbortController().signal;
      const mine = { ...labels, part: to };
      await engine.copyVolume(from, to, {
        ...options,
        ...{ labels: mine, signal, onProgress: ({ doneBytes }) => told.push(doneBytes) },
      });
      expect(await engine.listVolumes(mine)).toMatchObject([{ name: to, labels: mine }]);
      expect(told.at(-1)).toBeGreaterThan(0);
      await engine.removeVolume(from);
      expect(await read(to)).toBe("as it was");
      expect(await engine.listContainers(labels)).toEqual([]);
    });

    test("what the copy held before is gone, and the volume itself is untouched", async () => {
      const from = await givenVolume("new");
      const to = await givenVolume("old");
      await copy(from, to);
      expect([await read(from), await read(to)]).toEqual(["new", "new"]);
    });

    test("a copy that a container has is left as it is", async () => {
      const from = await givenVolume("new");
      const to = await givenVolume("old");
      const id = await given(images.idle, mount(to));
      await expect(copy(from, to)).rejects.toMatchObject({ name: "EngineError", kind: "other" });
      await engine.removeContainer(id);
      expect(await read(to)).toBe("old");
    });

    test("what is not there cannot be copied, and is not made by trying", async () => {
      const [from, to] = [freshName(), freshName()];
      await expect(copy(from, to)).rejects.toMatchObject({ kind: "not-found" });
      const names = (await engine.listVolumes(labels)).map(({ name }) => name);
      expect([names.includes(from), names.includes(to)]).toEqual([false, false]);
    });

    test("one that is cancelled leaves nothing", async () => {
      const from = await givenVolume("kept");
      const to = freshName();
      await expect(copy(from, to, AbortSignal.abort())).rejects.toMatchObject({ kind: "cancelled" });
      expect((await engine.listVolumes(labels)).map(({ name }) => name)).not.toContain(to);
      expect(await read(from)).toBe("kept");
    });

    test("volumes are measured together", async () => {
      const [one, other] = [await givenVolume("x".repeat(40_000)), await givenVolume("x".repeat(50_000))];
      const { usedBytes, freeBytes = 1 } = await engine.measureVolumes([one, other, freshName()]);
      expect(usedBytes).toBeGreaterThanOrEqual(90_000);
      expect(usedBytes).toBeLessThan(300_000);
      expect(freeBytes).toBeGreaterThan(0);
    });
  });
}
