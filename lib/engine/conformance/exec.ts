import { describe, expect, test } from "vitest";
import type { Bench } from "./bench";

export function describeExec({ engine, images, given, givenRunning }: Bench): void {
  const limit = { timeoutMs: 20_000 };

  describe("commands in containers", () => {
    test("a command gives its exit code and both outputs apart", async () => {
      const id = await givenRunning(images.idle);
      expect(await engine.exec(id, ["echo", "a", "b"], limit)).toEqual({
        exitCode: 0,
        stdout: "a b\n",
        stderr: "",
      });
      const failed = await engine.exec(id, ["cat", "/no/such/file"], limit);
      expect(failed).toMatchObject({ exitCode: 1, stdout: "" });
      expect(failed.stderr).toContain("/no/such/file");
    });

    test("a program that is not there ends with 126 or 127", async () => {
      const id = await givenRunning(images.idle);
      expect([126, 127]).toContain((await engine.exec(id, ["no-such-program"], limit)).exitCode);
    });

    test("a command that takes too long ends as a time-out", async () => {
      const id = await givenRunning(images.idle);
      const before = performance.now();
      const exec = engine.exec(id, ["sleep", "60"], { timeoutMs: 300 });
      await expect(exec).rejects.toMatchObject({
        kind: "timeout",
        message: expect.stringContaining("sleep"),
      });
      expect(performance.now() - before).toBeLessThan(3_000);
    });

    test("a command can be cancelled", async () => {
      const id = await givenRunning(images.idle);
      const signal = AbortSignal.timeout(200);
      const exec = engine.exec(id, ["sleep", "60"], { ...limit, signal });
      await expect(exec).rejects.toMatchObject({ kind: "cancelled" });
    });

    test("a container that does not run runs no command", async () => {
      const id = await given(images.idle);
      await expect(engine.exec(id, ["echo"], limit)).rejects.toMatchObject({ kind: "not-running" });
    });
  });
  describeStreams({ engine, images, givenRunning });
}

function describeStreams({
  engine,
  images,
  givenRunning,
}: Pick<Bench, "engine" | "images" | "givenRunning">) {
  describe("commands whose streams are passed on", () => {
    const all = async (output: AsyncIterable<Buffer>) => {
      const parts: Buffer[] = [];
      for await (const part of output) parts.push(part);
      return Buffer.concat(parts).toString();
    };
    async function* lines(count: number) {
      for (let line = 0; line < count; line++) yield Buffer.from(`${"x".repeat(999)}\n`);
    }
    const { signal } = new AbortController();

    test("what a command writes comes as a stream, and a command that fails breaks it off", async () => {
      const id = await givenRunning(images.idle);
      expect(await all(engine.execStream(id, ["echo", "a", "b"], { signal }))).toBe("a b\n");
      await expect(all(engine.execStream(id, ["cat", "/no/such/file"], { signal }))).rejects.toMatchObject({
        kind: "command-failed",
        message: expect.stringContaining("/no/such/file"),
      });
    });

    test("a command reads all that it is given, to the end, while it writes", async () => {
      const id = await givenRunning(images.idle);
      const output = await all(engine.execStream(id, ["cat"], { signal, input: lines(3_000) }));
      expect(output.length).toBe(3_000_000);
    });

    test("input that breaks off says why itself", async () => {
      const id = await givenRunning(images.idle);
      async function* breaking() {
        yield* lines(10);
        throw new Error("it broke off");
      }
      await expect(all(engine.execStream(id, ["cat"], { signal, input: breaking() }))).rejects.toThrow(
        "it broke off",
      );
    });
  });
}
