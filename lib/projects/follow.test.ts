import { afterAll, expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { givenProject, givenQueued, givenWorkers, untilEnded } from "@/lib/deployments/testing";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { useEngine as giveEngine } from "@/lib/servers";
import { followStats } from "./follow-stats";
import { followLogs, listRecentLogs } from "./logs";
import { createMerged } from "./running/merged";

givenDatabase();
const givenWorker = givenWorkers();
afterAll(() => giveEngine(undefined));

async function givenRunning() {
  const engine = createMemoryEngine({
    "web:1": { logs: ["ERROR first, with hunter2-hunter2", "second"] },
    "db:1": { logs: ["from the database"] },
  });
  giveEngine(engine);
  const owner = await givenOwner();
  const project = await givenProject(
    owner,
    [
      { name: "web", image: "web:1" },
      { name: "db", image: "db:1" },
    ],
    {
      secrets: { web: { PASSWORD: "hunter2-hunter2" } },
    },
  );
  await givenWorker({ engine: async () => engine });
  await untilEnded(await givenQueued(owner, project.id));
  return { engine, owner, projectId: project.id };
}

async function first<T>(count: number, stream: AsyncIterable<T>): Promise<T[]> {
  const got: T[] = [];
  for await (const item of stream) if (got.push(item) === count) break;
  return got;
}

test("the logs of all services come with their names, secrets hidden", async () => {
  const { owner, projectId } = await givenRunning();
  const lines = await first(3, await followLogs(owner, { projectId }, new AbortController().signal));
  expect(lines.map(({ data }) => `${data.service} ${data.level} ${data.text}`).sort()).toEqual([
    "db info from the database",
    "web error ERROR first, with ••••••",
    "web info second",
  ]);
});

test("the last lines can be read without following, of all services or of one", async () => {
  const { owner, projectId } = await givenRunning();
  const { data } = await listRecentLogs(owner, { projectId });
  expect(data.map(({ service, text }) => `${service} ${text}`).sort()).toEqual([
    "db from the database",
    "web ERROR first, with ••••••",
    "web second",
  ]);
  const last = await listRecentLogs(owner, { projectId, service: "web", lines: 1 });
  expect(last.data).toMatchObject([{ service: "web", text: "second" }]);
});

test("one service's log can be followed alone, from its last lines on", async () => {
  const { owner, projectId } = await givenRunning();
  const lines = await first(
    1,
    await followLogs(owner, { projectId, service: "web", tail: 1 }, new AbortController().signal),
  );
  expect(lines).toMatchObject([{ event: "line", data: { service: "web", text: "second" } }]);
});

test("closing the page ends the stream", async () => {
  const { owner, projectId } = await givenRunning();
  const closing = new AbortController();
  const all = first(1_000, await followLogs(owner, { projectId }, closing.signal));
  setTimeout(() => closing.abort(), 200);
  expect(await all).toHaveLength(3);
});

test("what services use comes for each of them", async () => {
  const { owner, projectId } = await givenRunning();
  const samples = await first(4, await followStats(owner, { projectId }, new AbortController().signal));
  expect(new Set(samples.map(({ data }) => data.service))).toEqual(new Set(["web", "db"]));
  expect(samples[0]?.data.memoryBytes).toBeGreaterThanOrEqual(0);
});

test("a stranger follows nothing", async () => {
  const { projectId } = await givenRunning();
  const stranger = await givenOwner();
  for (const verb of [followLogs, followStats]) {
    await expect(verb(stranger, { projectId }, new AbortController().signal)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  }
});

test("a reader that lags behind is told how much it missed, and memory stays bounded", async () => {
  const ending = new AbortController();
  const merged = createMerged<string>(ending.signal, { holds: 3, onLost: (count) => `${count} lost` });
  for (let at = 1; at <= 10; at++) merged.push(`line ${at}`);
  expect(await first(4, merged.read())).toEqual(["7 lost", "line 8", "line 9", "line 10"]);
  ending.abort();
});
