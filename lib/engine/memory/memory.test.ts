import { expect, test } from "vitest";
import { describeEngine } from "../conformance";
import { createMemoryEngine } from "./memory-engine";

const check = {
  test: ["CMD-SHELL", "wget -q -O - http://127.0.0.1:8080/health"],
  intervalMs: 1_000,
  retries: 3,
};

const engine = () =>
  createMemoryEngine({
    "rs/idle:1": {},
    "rs/lines:1": {
      logs: ["one", { text: "two", stream: "stderr" }, "three", { text: "four", afterMs: 200 }],
    },
    "rs/long-line:1": { logs: ["x".repeat(40_000)] },
    "rs/noisy:1": { linesPerTenth: 500 },
    "rs/healthy:1": { healthcheck: check, healthyAfterMs: 50, exposedPorts: [8080] },
    "rs/unhealthy:1": { healthcheck: check, healthyAfterMs: Number.POSITIVE_INFINITY },
    "rs/crash:1": { exits: { afterMs: 10, code: 1 } },
    "rs/stubborn:1": { stubborn: true },
    "rs/broken:1": { startFails: "the program to run is not in its image" },
    "elsewhere.invalid/x:1": {
      pullFails: {
        kind: "registry-unreachable",
        message: "The registry of elsewhere.invalid/x:1 could not be reached.",
      },
    },
  });

describeEngine(
  "The memory engine",
  engine,
  {
    idle: { image: "rs/idle:1" },
    show: (variable) => ["printenv", variable],
    lines: { image: "rs/lines:1" },
    longLine: { image: "rs/long-line:1" },
    noisy: { image: "rs/noisy:1" },
    healthy: { image: "rs/healthy:1" },
    unhealthy: { image: "rs/unhealthy:1" },
    crash: { image: "rs/crash:1" },
    stubborn: { image: "rs/stubborn:1" },
    base: "rs/idle:1",
    broken: { image: "rs/broken:1" },
    missing: "rs/missing:1",
    elsewhere: "elsewhere.invalid/x:1",
  },
  () => {
    const gone = engine();
    gone.goAway();
    return gone;
  },
);

test("streams that are open break when the memory engine goes away, and calls work again afterwards", async () => {
  const memory = engine();
  const events = (async () => {
    for await (const _ of memory.events({}, new AbortController().signal));
  })();
  memory.goAway();
  await expect(events).rejects.toMatchObject({ kind: "unreachable" });
  memory.comeBack();
  await expect(memory.info()).resolves.toMatchObject({ product: "Memory" });
});
