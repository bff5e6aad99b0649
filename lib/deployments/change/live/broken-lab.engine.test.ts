import { afterEach, describe, expect, test, vi } from "vitest";
import {
  breakEngine,
  breakRegistry,
  fillDisk,
  freeDisk,
  mendEngine,
  mendRegistry,
  type RegistryFault,
  releaseImage,
  untagImage,
} from "@/e2e/lab";
import { newId } from "@/lib/db/columns";
import { givenDatabase } from "@/lib/db/testing";
import { connectDocker } from "@/lib/engine";
import { useEngine as giveEngine } from "@/lib/servers";
import { givenWire } from "../../run/testing";
import { untilEnded } from "../../testing";
import { GOOD, givenLiveUpdates, MOMENTS, UNTIL_ASKED, writing } from "./testing";

// These break the lab itself in the middle of an update: its disk, its registry, its engine. Each mends what it broke.
givenDatabase();
const { nextWorker, given, queue, listed, dropCopies, expectNew, expectOld, expectUpdated } =
  givenLiveUpdates();
afterEach(async () => {
  vi.useRealTimers();
  await freeDisk();
  await mendRegistry();
  await mendEngine();
  await dropCopies();
  giveEngine(undefined);
});

/** The old version was never touched: it serves, and the list says so. */
async function expectUntouched(app: Awaited<ReturnType<typeof given>>, id: string) {
  const ended = await untilEnded(id, 120_000);
  expect(["failed", "rolled_back"]).toContain(ended.state);
  expect(ended.reason).toMatch(/\.$/);
  expect(ended.advice).toMatch(/\.$/);
  await expectOld(app);
  await expect.poll(async () => (await listed(app))?.state, { timeout: 20_000 }).toBe("running");
  return ended;
}

describe("a registry that fails while the new version is pulled leaves the old one serving", () => {
  const FAULTS: [string, RegistryFault][] = [
    ["refuses connections", { kind: "stop" }],
    ["limits the rate", { kind: "status", code: 429 }],
    ["fails", { kind: "status", code: 503 }],
    ["lies: what it sends is not what its digest names", { kind: "corrupt", match: /\/blobs\// }],
    ["ends in the middle", { kind: "cut", afterKb: 0, match: /\/blobs\// }],
  ];
  test.each(FAULTS)("one that %s", async (_how, fault) => {
    const app = await given();
    const tag = `busybox:${newId("t").replace("_", "-")}`;
    await releaseImage(tag, "busybox:1.36.1");
    await breakRegistry(fault);
    const image = `${process.env.LAB_REGISTRY}/library/${tag}`;
    const worker = await nextWorker();
    const ended = await expectUntouched(app, await queue(app, GOOD, { image }));
    expect(ended.steps.find(({ name }) => name === "pull")?.state).toBe("failed");
    await mendRegistry();
    await expectUpdated(app, await queue(app, GOOD, { image }));
    await worker.stop();
    await untagImage(tag);
  });

  test("one that is slow is waited for", async () => {
    const app = await given();
    const tag = `busybox:${newId("t").replace("_", "-")}`;
    await releaseImage(tag, "busybox:1.36.1");
    await breakRegistry({ kind: "delay", ms: 1_500 });
    const id = await queue(app, GOOD, { image: `${process.env.LAB_REGISTRY}/library/${tag}` });
    await nextWorker();
    await expectUpdated(app, id);
    await untagImage(tag);
  });
});

describe("a disk that is full", () => {
  test("while the new version is pulled leaves the old one serving, and a retry with space works", async () => {
    const app = await given();
    const tag = `busybox:${newId("t").replace("_", "-")}`;
    await releaseImage(tag, "busybox:1.36.1");
    await fillDisk();
    await nextWorker();
    const image = `${process.env.LAB_REGISTRY}/library/${tag}`;
    const id = await queue(app, GOOD, { image });
    const ended = await untilEnded(id, 120_000);
    expect(ended.reason).toMatch(/disk is full|space/);
    await freeDisk();
    await expectUntouched(app, id);
    await expectUpdated(app, await queue(app, GOOD, { image }));
    await untagImage(tag);
  });

  test("before the data is copied is told before anything is stopped", async () => {
    const app = await given();
    await fillDisk({ leaveKb: 64 });
    await nextWorker();
    const id = await queue(app, GOOD);
    const ended = await untilEnded(id, 120_000);
    expect(ended.reason).toMatch(/^The data to copy takes 1 MB, and the .*\.$/);
    await freeDisk();
    await expectUntouched(app, id);
  });

  test("in the middle of the copy lets the old version serve again, with its data", async () => {
    // More than an engine that tidies up gives back meanwhile: a few bytes would find room on a full disk.
    const app = await given({
      commandArgv: writing("1", `head -c 16m /dev/zero > /data/much; ${UNTIL_ASKED}`),
    });
    const wire = await givenWire();
    const held = wire.hold(/^PUT \S*\/containers\/\S*-copied-to\/archive/);
    await nextWorker(connectDocker(wire.address));
    const id = await queue(app, GOOD);
    await held;
    await fillDisk();
    wire.release();
    const ended = await untilEnded(id, 120_000);
    expect(ended.reason).toMatch(/full|space/);
    await freeDisk();
    await expectUntouched(app, id);
  });
});

describe("an engine that goes away in the middle of an update is waited for, and the old or the new version serves", () => {
  // `kill` spares the containers, `crash` ends them too, `stop` is orderly.
  const CASES = [
    ["kill", "start, making the new container"],
    ["kill", "data, copying"],
    ["kill", "health"],
    ["crash", "data, copying"],
    ["crash", "start, starting the new one"],
    ["stop", "data, copying"],
  ] as const;
  test.each(CASES)("%s at: %s", async (fault, where) => {
    const moment = new Map(MOMENTS).get(where);
    const app = await given();
    const wire = await givenWire();
    const held = wire.hold(moment?.(app.project.slug, app.first.slice(-8)) ?? /^$/);
    await nextWorker(connectDocker(wire.address));
    const id = await queue(app, GOOD);
    await held;
    await breakEngine(fault);
    wire.release();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await mendEngine();
    const ended = await untilEnded(id, 120_000);
    if (ended.state === "ready") await expectNew(app, id);
    else await expectUntouched(app, id);
    await expect.poll(async () => (await listed(app))?.state, { timeout: 20_000 }).toBe("running");
  });
});

test.each([
  ["forwards", 26 * 3_600_000],
  ["backwards", -26 * 3_600_000],
])("a clock that jumps %s in the middle of an update changes nothing about how it ends", async (_way, ms) => {
  const app = await given();
  const wire = await givenWire();
  const held = wire.hold(/^PUT \S*\/containers\/\S*-copied-to\/archive/);
  await nextWorker(connectDocker(wire.address));
  const id = await queue(app, GOOD);
  await held;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  wire.release();
  const { state, reason } = await untilEnded(id, 120_000);
  vi.useRealTimers();
  expect([state, reason]).toEqual(["ready", null]);
  await expectUpdated(app, id);
});
