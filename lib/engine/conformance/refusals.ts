import { describe, expect, test } from "vitest";
import { type Bench, freePort } from "./bench";

export function describeRefusals(bench: Bench): void {
  const { engine, images, freshName, given, givenRunning, specOf } = bench;

  describe("refusals", () => {
    test("a name that is taken is refused, at birth and later", async () => {
      const name = freshName();
      await given(images.idle, { name });
      const taken = { kind: "name-taken", message: expect.stringContaining(name) };
      await expect(given(images.idle, { name })).rejects.toMatchObject(taken);
      const other = await given(images.idle);
      await expect(engine.renameContainer(other, name)).rejects.toMatchObject(taken);
    });

    test("a port that is taken is named, and its holder is left in peace", async () => {
      const hostPort = await freePort();
      const ports = [{ containerPort: 8080, protocol: "tcp" as const, hostIp: "127.0.0.1", hostPort }];
      const first = await givenRunning(images.idle, { ports });
      const second = await given(images.idle, { ports });
      const taken = { kind: "port-taken", message: expect.stringContaining(String(hostPort)) };
      await expect(engine.startContainer(second)).rejects.toMatchObject(taken);
      expect((await engine.inspectContainer(first))?.state).toBe("running");
      expect((await engine.inspectContainer(second))?.state).not.toBe("running");
    });

    test("an image that is not held is refused by name", async () => {
      const image = `${freshName()}:1`;
      const refusal = { kind: "image-not-found", message: expect.stringContaining(image) };
      await expect(engine.createContainer(specOf({ image }))).rejects.toMatchObject(refusal);
    });

    test("a program that does not exist fails the start by the container's name", async () => {
      const name = freshName();
      const id = await given(images.broken, { name });
      const refusal = { kind: "start-failed", message: expect.stringContaining(name) };
      await expect(engine.startContainer(id)).rejects.toMatchObject(refusal);
      const container = await engine.inspectContainer(id);
      expect(container?.state).not.toBe("running");
      expect(container?.error).toBeTruthy();
    });

    test("a network that is gone fails the start", async () => {
      const id = await given(images.idle, { network: freshName() }).catch((error) => error);
      const start = typeof id === "string" ? engine.startContainer(id) : Promise.reject(id);
      await expect(start).rejects.toMatchObject({
        kind: "not-found",
        message: expect.stringContaining("network"),
      });
    });

    test("a container that is not there is refused, whatever is asked of it", async () => {
      const id = "f".repeat(64);
      const refusal = { kind: "not-found" };
      await expect(engine.startContainer(id)).rejects.toMatchObject(refusal);
      await expect(engine.stopContainer(id, 0)).rejects.toMatchObject(refusal);
      await expect(engine.renameContainer(id, freshName())).rejects.toMatchObject(refusal);
      await expect(engine.exec(id, ["echo"], { timeoutMs: 1_000 })).rejects.toMatchObject(refusal);
    });
  });
}
