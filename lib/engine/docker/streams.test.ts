import { expect, test } from "vitest";
import { eventFromWire } from "./events";
import { frames, jsonLines } from "./framing";
import { linesOfFrame } from "./logs";
import { createProgress } from "./pull-progress";
import { statsFromWire } from "./stats";

async function* inPieces(whole: Buffer, size: number) {
  for (let from = 0; from < whole.length; from += size) yield whole.subarray(from, from + size);
}

async function gathered<T>(source: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = [];
  for await (const value of source) values.push(value);
  return values;
}

function frame(kind: number, text: string) {
  const payload = Buffer.from(text);
  const header = Buffer.alloc(8);
  header.writeUInt8(kind, 0);
  header.writeUInt32BE(payload.length, 4);
  return Buffer.concat([header, payload]);
}

test.each([1, 3, 8, 11, 1_000])(
  "frames come whole, however the bytes arrive (%i at a time)",
  async (size) => {
    const bytes = Buffer.concat([frame(1, "out ü\n"), frame(2, ""), frame(2, "err\n"), frame(1, "more")]);
    const seen = await gathered(frames(inPieces(bytes, size)));
    expect(seen.map(({ stream, payload }) => [stream, payload.toString()])).toEqual([
      ["stdout", "out ü\n"],
      ["stderr", ""],
      ["stderr", "err\n"],
      ["stdout", "more"],
    ]);
  },
);

test("the output of a terminal, which has no frames, passes as it is", async () => {
  const seen = await gathered(frames(inPieces(Buffer.from("plain text of a terminal\n"), 10)));
  expect(seen.map((each) => each.payload.toString()).join("")).toBe("plain text of a terminal\n");
});

test.each([1, 5, 1_000])("JSON lines come whole, however the bytes arrive (%i at a time)", async (size) => {
  const bytes = Buffer.from('{"a":"ü"}\r\n\n{"a":"2"}\n{"a":"3"}');
  expect(await gathered(jsonLines(inPieces(bytes, size)))).toEqual([{ a: "ü" }, { a: "2" }, { a: "3" }]);
});

test("a log line keeps the engine's time and the app's own", () => {
  const payload = Buffer.from("2026-11-21T06:49:12.943123456Z 2026-01-01T00:00:00Z started\r\n");
  expect([...linesOfFrame({ stream: "stdout", payload })]).toEqual([
    { at: new Date("2026-11-21T06:49:12.943Z"), stream: "stdout", text: "2026-01-01T00:00:00Z started" },
  ]);
});

test("an empty line is a line", () => {
  const payload = Buffer.from("2026-11-21T06:49:12.9Z \n");
  expect([...linesOfFrame({ stream: "stderr", payload })].map((line) => line.text)).toEqual([""]);
});

test("a line is cut at 16 KiB, never inside a character", () => {
  const text = "ü".repeat(20_000);
  const pieces = [
    ...linesOfFrame({ stream: "stdout", payload: Buffer.from(`2026-11-21T06:49:12Z a${text}\n`) }),
  ];
  expect(pieces.map((piece) => piece.text).join("")).toBe(`a${text}`);
  for (const piece of pieces) expect(Buffer.byteLength(piece.text)).toBeLessThanOrEqual(16 * 1024);
});

const sample = (second: number, used: number, system?: number) => ({
  read: new Date(second * 1_000).toISOString(),
  cpu_stats: { cpu_usage: { total_usage: used }, system_cpu_usage: system, online_cpus: 4 },
  memory_stats: { usage: 100, limit: 1_000, stats: { inactive_file: 30 } },
  networks: { eth0: { rx_bytes: 1, tx_bytes: 2 }, eth1: { rx_bytes: 10, tx_bytes: 20 } },
  blkio_stats: {
    io_service_bytes_recursive: [
      { op: "Read", value: 5 },
      { op: "write", value: 6 },
      { op: "Read", value: 1 },
    ],
  },
});

test("use of the CPU is in vCPU: a second of one CPU in a second of the clock is 1", () => {
  // Four CPUs: the system's counter advances by four seconds in one.
  expect(statsFromWire(sample(2, 2e9, 8e9), sample(1, 1e9, 4e9)).cpu).toBe(1);
  expect(statsFromWire(sample(2, 2e9), sample(1, 1e9)).cpu).toBe(1);
  expect(statsFromWire(sample(2, 1e9, 8e9), sample(1, 1e9, 4e9)).cpu).toBe(0);
});

test("memory leaves the page cache out, and traffic is summed", () => {
  expect(statsFromWire(sample(2, 0), sample(1, 0))).toMatchObject({
    memoryBytes: 70,
    memoryLimitBytes: 1_000,
    networkReceivedBytes: 11,
    networkSentBytes: 22,
    diskReadBytes: 6,
    diskWrittenBytes: 6,
  });
});

test("the commands of health checks are no changes, their verdict is one", () => {
  const Actor = { ID: "a", Attributes: { name: "x", image: "y:1", "io.roadstead.project": "p" } };
  expect(eventFromWire({ Action: "exec_create: /bin/sh -c true", Actor })).toBeUndefined();
  expect(eventFromWire({ Action: "exec_die", Actor })).toBeUndefined();
  expect(eventFromWire({ Action: "health_status: healthy", Actor, timeNano: 1_500_000_000 })).toEqual({
    at: new Date(1_500),
    containerId: "a",
    labels: { "io.roadstead.project": "p" },
    action: "health",
    exitCode: undefined,
    health: "healthy",
  });
});

test("progress sums layers up, and knows the whole once each layer is known", () => {
  const reports: object[] = [];
  const progress = createProgress((report) => reports.push(report));
  progress.take({ status: "Pulling from library/x", id: "1.0" });
  progress.take({ status: "Pulling fs layer", id: "a" });
  progress.take({ status: "Already exists", id: "b" });
  progress.take({ status: "Downloading", id: "a", progressDetail: { current: 4, total: 10 } });
  progress.take({ status: "Extracting", id: "a", progressDetail: { current: 1, total: 10 } });
  progress.finish();
  expect(reports[0]).toEqual({ doneBytes: 0, totalBytes: undefined, layersDone: 0, layers: 1 });
  expect(reports.at(-1)).toEqual({ doneBytes: 10, totalBytes: 10, layersDone: 2, layers: 2 });
});
