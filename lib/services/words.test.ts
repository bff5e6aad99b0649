import { describe, expect, test } from "vitest";
import type { End, Observed } from "./observed";
import { inWords, isWell, spell, unknownInWords } from "./words";

const NOW = new Date("2026-03-01T12:00:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const end = (secondsAgo: number, more: Partial<End> = {}): End => ({
  ...{ at: ago(secondsAgo).toISOString(), exitCode: 3, oomKilled: false, ranMs: 1_100, asked: false },
  ...more,
});

const RUNNING: Observed = {
  ...{ containerId: "c1", state: "running", health: "none", since: ago(900), startedAt: ago(900) },
  ...{ restartCount: 0, exitCode: null, oomKilled: false, error: null, healthOutput: null, ends: [] },
  shape: { name: "web", imageId: "i", networks: [], memoryMb: null, cpuCores: null, restart: "always" },
};
const seen = (more: Partial<Observed>): Observed => ({ ...RUNNING, ...more });
const around = { stoppedAt: null, testedAt: null, now: NOW };
const LIMITED = { ...RUNNING.shape, memoryMb: 512 };

describe("every case in words", () => {
  test.each<[string, Observed | undefined, object, string, string]>([
    ["running", RUNNING, {}, "running", "Runs; it has no health check"],
    ["healthy", seen({ health: "healthy" }), {}, "healthy", "Its health check passes"],
    ["starting", seen({ health: "starting" }), {}, "starting", "Its health check has not passed yet"],
    [
      "tested by the deployment, not yet by the engine",
      seen({ health: "starting" }),
      { testedAt: ago(10) },
      "healthy",
      "Passed its health check when it started",
    ],
    ["unhealthy", seen({ health: "unhealthy" }), {}, "unhealthy", "Its health check fails"],
    [
      "unhealthy, and the check said why",
      seen({ health: "unhealthy", healthOutput: "wget: server returned error: HTTP/1.1 503" }),
      {},
      "unhealthy",
      "Its health check fails: wget: server returned error: HTTP/1.1 503",
    ],
    [
      "stopped on purpose, whatever code it gave",
      seen({ state: "exited", exitCode: 143, ends: [end(5, { exitCode: 143, asked: true })] }),
      { stoppedAt: ago(5) },
      "stopped",
      "Stopped on purpose",
    ],
    [
      "stopped by hand",
      seen({ state: "exited", exitCode: 143, ends: [end(5, { exitCode: 143, asked: true })] }),
      {},
      "stopped",
      "Stopped by hand on the engine",
    ],
    ["paused", seen({ state: "paused" }), {}, "stopped", "Paused on the engine"],
    ["created", seen({ state: "created", startedAt: null }), {}, "stopped", "Not started yet"],
    [
      "exited",
      seen({ state: "exited", exitCode: 3, ends: [end(60, { ranMs: 65_000 })] }),
      {},
      "exited",
      "Ended with exit code 3 after a minute",
    ],
    ["exited in a gap", seen({ state: "exited", exitCode: 3 }), {}, "exited", "Ended with exit code 3"],
    [
      "restarting",
      seen({ state: "restarting", exitCode: 3, ends: [end(1, { ranMs: 100 })] }),
      {},
      "restarting",
      "Ended with exit code 3 at once, and is started again",
    ],
    [
      "a crash loop",
      seen({ state: "restarting", ends: [180, 120, 60, 30, 1].map((at) => end(at)) }),
      {},
      "crash-loop",
      "Restarted 5 times in 3 minutes; exits with 3 after a second",
    ],
    [
      "a crash loop that happens to run just now",
      seen({ startedAt: ago(1), ends: [20, 10, 1].map((at) => end(at)) }),
      {},
      "crash-loop",
      "Restarted 3 times in 20 seconds; exits with 3 after a second",
    ],
    [
      "a crash loop whose codes differ",
      seen({ state: "restarting", ends: [end(20, { exitCode: 1 }), end(10), end(1, { exitCode: 139 })] }),
      {},
      "crash-loop",
      "Restarted 3 times in 20 seconds; exited last with 139 after a second",
    ],
    [
      "a crash loop after a gap",
      seen({ state: "restarting", restartCount: 27, exitCode: 1 }),
      {},
      "crash-loop",
      "Restarted 27 times; exits with 1",
    ],
    [
      "a crash loop that has calmed down",
      seen({ startedAt: ago(130), ends: [160, 150, 140].map((at) => end(at)) }),
      {},
      "running",
      "Runs; it has no health check",
    ],
    [
      "ends that somebody asked for are no loop",
      seen({ startedAt: ago(1), ends: [20, 10, 1].map((at) => end(at, { asked: true })) }),
      {},
      "running",
      "Runs; it has no health check",
    ],
    [
      "out of memory",
      seen({ state: "exited", exitCode: 137, oomKilled: true, shape: LIMITED }),
      {},
      "out-of-memory",
      "Killed by the kernel: it wanted more than its 512 MB limit",
    ],
    [
      "out of memory again and again",
      seen({ startedAt: ago(1), ends: [9, 5, 2].map((at) => end(at, { oomKilled: true })), shape: LIMITED }),
      {},
      "out-of-memory",
      "Killed by the kernel, 3 times in the last 10 minutes: it wanted more than its 512 MB limit",
    ],
    [
      "out of memory without a limit",
      seen({ state: "exited", oomKilled: true }),
      {},
      "out-of-memory",
      "Killed by the kernel: the machine had no memory left for it",
    ],
    ["missing", undefined, {}, "missing", "It has no container"],
    [
      "removed by hand",
      seen({ state: "gone" }),
      {},
      "missing",
      "Its container is gone: somebody removed it by hand",
    ],
  ])("%s", (_, container, more, state, reason) => {
    expect(inWords({ restart: "always" }, container, { ...around, ...more })).toEqual({ state, reason });
  });
});

test("a job that has done its work is well, and one that failed is not", () => {
  const done = inWords({ restart: "no" }, seen({ state: "exited", exitCode: 0 }), around);
  expect(done).toEqual({ state: "exited", reason: "Finished its work" });
  expect(isWell(done)).toBe(true);
  expect(isWell(inWords({ restart: "no" }, seen({ state: "exited", exitCode: 1 }), around))).toBe(false);
});

test("an engine that does not answer is said with the time of the last reading", () => {
  expect(unknownInWords(ago(240), NOW)).toEqual({
    state: "unknown",
    reason: "The container engine does not answer; last read 4 minutes ago",
  });
  expect(unknownInWords(null, NOW).reason).toBe("The container engine does not answer");
});

test("spans are spelt in their largest unit", () => {
  const spans = [0, 1_400, 59_000, 61_000, 3_600_000, 7_300_000, 90_000_000, 260_000_000];
  expect(spans.map(spell)).toEqual([
    ...["a second", "a second", "59 seconds", "a minute", "an hour", "2 hours", "a day", "3 days"],
  ]);
});
