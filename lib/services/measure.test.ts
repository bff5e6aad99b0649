import { afterAll, beforeEach, expect, test } from "vitest";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { useEngine as giveEngine } from "@/lib/servers";
import { measure } from "./measure";

let open = 0;
let begun = 0;
let containerId = "";
const memory = createMemoryEngine({ "web:1": { present: true } });

beforeEach(async () => {
  [open, begun] = [0, 0];
  giveEngine({
    ...memory,
    async *stats(id, signal) {
      begun++;
      open++;
      try {
        yield* memory.stats(id, signal);
      } finally {
        open--;
      }
    },
  });
  await memory.ensureNetwork("measured", {});
  containerId = await memory.createContainer({
    ...{ name: `measured-${Date.now()}`, image: "web:1", labels: {}, env: {}, volumes: [], files: [] },
    ...{ ports: [], network: "measured", aliases: [], restart: "no" },
  });
  await memory.startContainer(containerId);
});
afterAll(() => giveEngine(undefined));

async function first(signal: AbortSignal) {
  for await (const sample of measure(containerId, signal)) return sample;
  return undefined;
}

test("fifty people who watch one container are one subscription on the engine, which ends with the last", async () => {
  const leaving = new AbortController();
  const staying = new AbortController();
  const seen: number[] = [];
  const watching = Array.from({ length: 50 }, async (_, at) => {
    for await (const { cpu } of measure(containerId, at === 0 ? staying.signal : leaving.signal)) {
      seen[at] = cpu;
    }
  });
  await expect.poll(() => seen.filter((cpu) => cpu > 0)).toHaveLength(50);
  expect([begun, open]).toEqual([1, 1]);
  leaving.abort();
  await Promise.all(watching.slice(1));
  expect(open).toBe(1);
  staying.abort();
  await Promise.all(watching);
  await expect.poll(() => open).toBe(0);
  expect(await first(AbortSignal.timeout(5_000))).toMatchObject({ memoryLimitBytes: 256 * 1024 * 1024 });
  expect(begun).toBe(2);
});

test("who comes later sees the newest sample at once", async () => {
  const staying = new AbortController();
  const samples = measure(containerId, staying.signal);
  await samples.next();
  const since = performance.now();
  await first(AbortSignal.timeout(5_000));
  expect(performance.now() - since).toBeLessThan(500);
  staying.abort();
  await samples.return();
});

test("measuring ends with the container", async () => {
  const all: unknown[] = [];
  const watching = (async () => {
    for await (const sample of measure(containerId, AbortSignal.timeout(20_000))) all.push(sample);
  })();
  await expect.poll(() => all.length).toBeGreaterThan(0);
  await memory.stopContainer(containerId, 1_000);
  await watching;
  await expect.poll(() => open).toBe(0);
});
