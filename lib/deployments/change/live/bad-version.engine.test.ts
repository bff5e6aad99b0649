import { expect, test } from "vitest";
import { givenDatabase } from "@/lib/db/testing";
import { untilEnded } from "../../testing";
import { givenLiveUpdates, limits } from "./testing";

givenDatabase();
const { engine, nextWorker, given, queue, listed, dropCopies, expectOld } = givenLiveUpdates();

const SPOILS = "echo spoilt > /data/all; ";

test.each([
  [
    "never gets healthy",
    `${SPOILS}: > /data/version; while :; do sleep 1; done`,
    /^web was not healthy within \d+ s\./,
  ],
  [
    "becomes healthy, then ends within the settling time",
    `${SPOILS}echo 2 > /data/version; sleep 4; echo too late; exit 4`,
    /^web came up, and it ended with exit code 4/,
  ],
])("a version that %s is taken back by itself, with the data that it spoilt", async (_how, line, reason) => {
  await dropCopies();
  const app = await given();
  const id = await queue(app, ["sh", "-c", line], { restart: "no" });
  await nextWorker(engine, { ...limits, healthAtLeastMs: 6_000, healthExtraMs: 0, watchMs: 20_000 });
  const ended = await untilEnded(id, 90_000);
  expect(ended).toMatchObject({ state: "rolled_back", failedService: "web" });
  expect(ended.reason).toMatch(reason);
  await expectOld(app);
  await expect.poll(async () => (await listed(app))?.state, { timeout: 20_000 }).toBe("running");
});
