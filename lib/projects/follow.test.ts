import { afterAll, expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { givenProject, givenQueued, givenWorkers, untilEnded } from "@/lib/deployments/testing";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { useEngine as giveEngine } from "@/lib/servers";
import { followChanges } from "./follow-changes";
import { followStats } from "./follow-stats";
import { downloadLogs, followLogs, listRecentLogs } from "./logs";
import { createMerged } from "./running/merged";
import { stopProject } from "./stop";

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

test("the end of a log is downloaded as text, no larger than asked for, secrets hidden", async () => {
  const { owner, projectId } = await givenRunning();
  const closing = new AbortController();
  const text = async (input: { service?: string; since?: string }) => {
    const parts: string[] = [];
    for await (const { data } of await downloadLogs(owner, { projectId, ...input }, closing.signal))
      parts.push(data);
    return parts.join("");
  };
  expect((await text({ service: "web" })).split("\n")).toEqual([
    expect.stringMatching(/^\d{4}-.+Z web ERROR first, with ••••••$/),
    expect.stringMatching(/ web second$/),
    "",
  ]);
  expect((await text({})).split("\n")).toHaveLength(4);
  expect(await text({ since: new Date(Date.now() + 60_000).toISOString() })).toBe("");
  const much = downloadLogs(owner, { projectId, megabytes: 21 }, closing.signal);
  await expect(much).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});

test("who follows changes hears of a project that it may read, whoever changed it, and of no other", async () => {
  const { engine, owner, projectId } = await givenRunning();
  const stranger = await givenOwner();
  const closing = new AbortController();
  const heard: unknown[] = [];
  const follow = async (name: string, caller: typeof owner) => {
    for await (const { data } of await followChanges(caller, {}, closing.signal))
      heard.push({ name, ...data });
  };
  const following = [follow("owner", owner), follow("stranger", stranger)];
  await expect
    .poll(async () => {
      await stopProject(owner, { projectId });
      return heard;
    })
    .toContainEqual({ name: "owner", projectId });
  engine.goAway();
  closing.abort();
  await Promise.all(following);
  expect(heard).not.toContainEqual({ name: "stranger", projectId });
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
