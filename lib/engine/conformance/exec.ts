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
}
