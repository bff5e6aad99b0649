import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { givenProject, givenQueued, givenWorkers, untilEnded } from "@/lib/deployments/testing";
import type { EngineUsage } from "@/lib/engine/engine";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { showUsage } from "@/lib/projects";
import { useEngine as giveEngine } from "@/lib/servers";
import { inSpans, usageBetween } from "./rates";
import { readServices } from "./states";
import { type Looks, noteUsage, usageOf } from "./usage";

givenDatabase();
const givenWorker = givenWorkers();
afterAll(() => giveEngine(undefined));

const MB = 1024 * 1024;
const look = (at: number, more: Partial<EngineUsage> = {}): EngineUsage => ({
  ...{ at: new Date(at), cpuSeconds: at / 4_000, memoryBytes: 64 * MB, memoryLimitBytes: 0 },
  ...{ networkReceivedBytes: at, networkSentBytes: at / 2, diskReadBytes: 0, diskWrittenBytes: at * 2 },
  ...more,
});

async function givenRunning() {
  const engine = createMemoryEngine({ "web:1": {} });
  giveEngine(engine);
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "web:1" }]);
  await givenWorker({ engine: async () => engine });
  await untilEnded(await givenQueued(owner, project.id));
  await readServices(project.id);
  return { owner, projectId: project.id };
}

test("use is what came between two looks, for each second", () => {
  expect(usageBetween(look(60_000), look(120_000))).toEqual({
    ...{ cpu: 0.25, memory: 64, received: 1_000, sent: 500, read: 0, written: 2_000 },
  });
  expect(usageBetween(look(60_000), look(60_000))).toBeUndefined();
  // Started in between: its counters began anew.
  expect(usageBetween(look(60_000), look(120_000, { cpuSeconds: 1 }))).toBeUndefined();
});

test("minutes become fewer spans, and what is not known stays unknown", () => {
  expect(inSpans([1, 3, null, null, 5, null], 3)).toEqual([2, null, 5]);
});

test("two days of every minute leave a day of it, in 25 rows and under 60 kB a service", async () => {
  const { owner, projectId } = await givenRunning();
  const looks: Looks = new Map();
  const begin = Date.UTC(2026, 0, 1);
  let now = begin;
  const there = { usage: async () => look(now) };
  for (let minute = 0; minute < 2 * 1_440; minute += minute % 60 === 59 ? 1 : 59) {
    now = begin + minute * 60_000;
    await noteUsage(there, looks, new Date(now));
  }
  const [{ rows, bytes } = {}] = await db().execute<{ rows: number; bytes: number }>(sql`
    SELECT count(*)::int AS rows, sum(pg_column_size(u.*))::int AS bytes FROM service_usage u
    WHERE project_id = ${projectId}`);
  expect(rows).toBeLessThanOrEqual(26);
  expect(bytes).toBeLessThan(60_000);
  const day = (await usageOf(projectId, new Date(now))).get("web");
  expect(day?.cpu).toHaveLength(1_440);
  expect(day?.cpu.filter((value) => value !== null).length).toBeGreaterThanOrEqual(46);
  expect(day?.cpu.find((value) => value !== null)).toBeCloseTo(0.25);
  const { data } = await showUsage(owner, { projectId });
  expect(data).toEqual([]);
});

test("the last day is told in as many spans as are asked for, with lowest and highest", async () => {
  const { owner, projectId } = await givenRunning();
  const looks: Looks = new Map();
  const end = Math.floor(Date.now() / 60_000) * 60_000;
  let now = 0;
  for (let minute = 5; minute >= 0; minute--) {
    now = end - minute * 60_000;
    await noteUsage({ usage: async () => look(now) }, looks, new Date(now));
  }
  const { data } = await showUsage(owner, { projectId, points: 1_440 });
  expect(data).toMatchObject([{ service: "web", spanSeconds: 60, memory: { lowest: 64, highest: 64 } }]);
  const { cpu } = data[0] ?? {};
  expect(cpu?.values.slice(-5)).toEqual([0.25, 0.25, 0.25, 0.25, 0.25]);
  expect(cpu?.values.slice(0, -5).every((value) => value === null)).toBe(true);
  await expect(showUsage(await givenOwner(), { projectId })).rejects.toMatchObject({ code: "NOT_FOUND" });
});
