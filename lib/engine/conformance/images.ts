import { describe, expect, test } from "vitest";
import type { PullOptions } from "../engine";
import { parseReference } from "../reference";
import type { Bench } from "./bench";

export function describeImages({ engine, images, freshName }: Bench): void {
  const signal = () => AbortSignal.timeout(60_000);
  const silent = () => {};

  describe("images", () => {
    test("an image that is held is found with what is baked into it", async () => {
      const image = await engine.findImage(images.healthy.image);
      expect(image?.id).toMatch(/^sha256:[0-9a-f]{64}$/);
      expect(image?.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
      expect(image?.sizeBytes).toBeGreaterThan(0);
      expect(image?.exposedPorts).toContain(8080);
      expect(image?.healthcheck?.test[0]).toMatch(/^CMD/);
    });

    test("a digest finds the very image that its tag gave", async () => {
      const tagged = await engine.findImage(images.healthy.image);
      const repository = parseReference(images.healthy.image)?.repository;
      const pinned = `${repository}@${tagged?.digest}`;
      expect((await engine.findImage(pinned))?.id).toBe(tagged?.id);
      expect((await engine.pullImage(pinned, { signal: signal(), onProgress: silent })).id).toBe(tagged?.id);
    });

    test("an image that is not held is not found", async () => {
      expect(await engine.findImage(`${freshName()}:1`)).toBeUndefined();
    });

    test("a pull reports layers and ends with all of them done", async () => {
      const reports: Parameters<PullOptions["onProgress"]>[0][] = [];
      const onProgress: PullOptions["onProgress"] = (report) => reports.push(report);
      const image = await engine.pullImage(images.healthy.image, { signal: signal(), onProgress });
      expect(image.id).toBe((await engine.findImage(images.healthy.image))?.id);
      const last = reports.at(-1);
      expect(last?.layersDone).toBe(last?.layers);
    });

    test("a pull that was cancelled ends as cancelled", async () => {
      const pull = engine.pullImage(images.healthy.image, {
        signal: AbortSignal.abort(),
        onProgress: silent,
      });
      await expect(pull).rejects.toMatchObject({ name: "EngineError", kind: "cancelled" });
    });

    test("an image that its registry lacks is refused by name", async () => {
      const pull = engine.pullImage(images.missing, { signal: signal(), onProgress: silent });
      const message = expect.stringContaining(images.missing);
      await expect(pull).rejects.toMatchObject({ kind: "image-not-found", message });
    });

    test("a registry that does not answer is told apart from a missing image", async () => {
      const pull = engine.pullImage(images.elsewhere, { signal: signal(), onProgress: silent });
      const message = expect.stringContaining(images.elsewhere);
      await expect(pull).rejects.toMatchObject({ kind: "registry-unreachable", message });
    });
  });
}
