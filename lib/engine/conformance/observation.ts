import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { EngineEvent } from "../engine";
import { type Bench, gathered, settled } from "./bench";

export function describeObservation(bench: Bench): void {
  describe("logs", () => {
    describeLogs(bench);
    describeMuchLog(bench);
  });
  describe("measurements and changes", () => {
    describeStats(bench);
    describeUsage(bench);
    describeEvents(bench);
  });
}

const soon = () => AbortSignal.timeout(20_000);

function describeLogs({ engine, images, givenRunning }: Bench) {
  test("lines come in order, with their stream and their time", async () => {
    const begun = Date.now();
    const id = await givenRunning(images.lines);
    const lines = await gathered(engine.logs(id, { follow: true, signal: soon() }), 3);
    expect(lines.map(({ stream, text }) => [stream, text])).toEqual([
      ["stdout", "one"],
      ["stderr", "two"],
      ["stdout", "three"],
    ]);
    for (const { at } of lines) expect(Math.abs(at.getTime() - begun)).toBeLessThan(30_000);
  });

  test("the last lines, the lines since a time, and no lines at all can be asked for", async () => {
    const id = await givenRunning(images.lines);
    const all = await gathered(engine.logs(id, { follow: true, signal: soon() }), 4);
    const texts = async (options: { tail?: number; since?: Date }) =>
      (await gathered(engine.logs(id, { follow: false, signal: soon(), ...options }))).map(
        (line) => line.text,
      );
    expect(await texts({})).toEqual(["one", "two", "three", "four"]);
    expect(await texts({ tail: 2 })).toEqual(["three", "four"]);
    expect(await texts({ tail: 0 })).toEqual([]);
    expect(await texts({ since: all[3]?.at })).toEqual(["four"]);
  });

  test("following begins at the tail and ends with the container", async () => {
    const id = await givenRunning(images.lines);
    await gathered(engine.logs(id, { follow: true, signal: soon() }), 3);
    const rest = gathered(engine.logs(id, { follow: true, tail: 1, signal: soon() }));
    await gathered(engine.logs(id, { follow: true, signal: soon() }), 4);
    await engine.stopContainer(id, 1_000);
    expect((await rest).map((line) => line.text)).toEqual(["three", "four"]);
  });

  test("following ends quietly when it is aborted", async () => {
    const id = await givenRunning(images.lines);
    const lines = await gathered(engine.logs(id, { follow: true, signal: AbortSignal.timeout(400) }));
    expect(lines[0]?.text).toBe("one");
  });
}

function describeMuchLog({ engine, images, given, givenRunning }: Bench) {
  test("a long line arrives in pieces that make the whole", async () => {
    const id = await givenRunning(images.longLine);
    const pieces: string[] = [];
    for await (const { text } of engine.logs(id, { follow: true, signal: soon() })) {
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16 * 1024);
      pieces.push(text);
      if (pieces.join("").length >= 40_000) break;
    }
    expect(pieces.join("")).toBe("x".repeat(40_000));
  });

  test("a noisy app can be followed, and left at any time", async () => {
    const id = await givenRunning(images.noisy);
    const stop = new AbortController();
    let count = 0;
    let leftAt = 0;
    for await (const line of engine.logs(id, { follow: true, signal: stop.signal })) {
      if (++count !== 3_000) continue;
      expect(line.text).not.toBe("");
      leftAt = performance.now();
      stop.abort();
    }
    expect(count).toBeGreaterThanOrEqual(3_000);
    expect(performance.now() - leftAt).toBeLessThan(1_000);
  });

  test("the log of a container that never ran is empty, of one that is gone an error", async () => {
    const id = await given(images.idle);
    expect(await gathered(engine.logs(id, { follow: false, signal: soon() }))).toEqual([]);
    const gone = gathered(engine.logs("e".repeat(64), { follow: true, signal: soon() }));
    await expect(gone).rejects.toMatchObject({ kind: "not-found" });
  });
}

function describeStats({ engine, images, given, givenRunning }: Bench) {
  test("a running container is measured every second or so", async () => {
    const id = await givenRunning(images.idle, { memoryMb: 256 });
    const samples = await gathered(engine.stats(id, soon()), 2);
    for (const sample of samples) {
      expect(sample.memoryBytes).toBeGreaterThan(0);
      expect(sample.memoryLimitBytes).toBe(256 * 1024 * 1024);
      expect(sample.cpu).toBeGreaterThanOrEqual(0);
      expect(sample.cpu).toBeLessThan(64);
    }
  });

  test("measuring ends when the container does, and quietly when it is aborted", async () => {
    const id = await givenRunning(images.idle);
    const untilStopped = gathered(engine.stats(id, soon()));
    const aborted = gathered(engine.stats(id, AbortSignal.timeout(300)));
    expect(await aborted).toEqual([]);
    await engine.stopContainer(id, 1_000);
    await untilStopped;
    expect(await gathered(engine.stats(await given(images.idle), soon()))).toEqual([]);
  });
}

function describeUsage({ engine, images, given, givenRunning }: Bench) {
  test("what a container used is told at once, as counters that grow, and nothing once it has ended", async () => {
    const id = await givenRunning(images.idle, { memoryMb: 256 });
    const asked = performance.now();
    const first = await engine.usage(id);
    expect(performance.now() - asked).toBeLessThan(900);
    expect(first).toMatchObject({ at: expect.any(Date), memoryLimitBytes: 256 * 1024 * 1024 });
    const second = await engine.usage(id);
    expect(second?.cpuSeconds).toBeGreaterThanOrEqual(first?.cpuSeconds ?? Number.NaN);
    await engine.stopContainer(id, 1_000);
    expect(await engine.usage(id)).toBeUndefined();
    expect(await engine.usage(await given(images.idle))).toBeUndefined();
    expect(await engine.usage("e".repeat(64))).toBeUndefined();
  });
}

function describeEvents(bench: Bench) {
  const { engine, images, labels, freshName, given, givenRunning } = bench;

  test("changes of the labelled containers are told, from the call on, and of no others", async () => {
    const mine = { ...labels, watched: freshName() };
    const stop = new AbortController();
    const changes = gathered(engine.events(mine, stop.signal));
    await givenRunning(images.idle);
    const id = await given(images.crash, { labels: mine });
    await engine.startContainer(id);
    await settled(bench, id, ({ state }) => state === "exited");
    await engine.removeContainer(id);
    await pause(300);
    stop.abort();
    const seen = await changes;
    expect(new Set(seen.map((event) => event.containerId))).toEqual(new Set([id]));
    expect(seen.map((event) => event.action)).toEqual(["create", "start", "die", "destroy"]);
    expect(seen[2]).toMatchObject({ exitCode: 1, labels: mine });
  });

  test("becoming healthy is a change", async () => {
    const mine = { ...labels, watched: freshName() };
    const stop = new AbortController();
    const health = firstHealth(engine.events(mine, stop.signal));
    await givenRunning(images.healthy, { labels: mine });
    expect((await health)?.health).toBe("healthy");
    stop.abort();
  });
}

async function firstHealth(events: AsyncIterable<EngineEvent>): Promise<EngineEvent | undefined> {
  for await (const event of events) if (event.action === "health") return event;
  return undefined;
}
