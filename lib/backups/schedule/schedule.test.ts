import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { givenInstalled } from "@/lib/deployments/change/testing";
import { deployments } from "@/lib/deployments/table";
import type { BackupRecord } from "../row";
import { tooMany } from "../run/retention";
import { backupSchedules, backups } from "../table";
import { givenDestination } from "../testing";
import { queueWhatIsDue } from "./due";
import { nextTime } from "./next-time";
import { setSchedule, showSchedule } from "./schedule";

givenDatabase();

const at = (timeZone: string, hour: number, weekday: number | null = null) =>
  ({ rhythm: weekday === null ? "daily" : "weekly", weekday, hour, timeZone }) as const;
const next = (rhythm: Parameters<typeof nextTime>[0], after: string) =>
  nextTime(rhythm, new Date(after)).toISOString();

test("the next time is the first one at which the clocks there reach the hour", () => {
  expect(next(at("UTC", 3), "2026-11-21T02:59:59Z")).toBe("2026-11-21T03:00:00.000Z");
  expect(next(at("UTC", 3), "2026-11-21T03:00:00Z")).toBe("2026-11-22T03:00:00.000Z");
  expect(next(at("Europe/Stockholm", 3), "2026-07-01T00:00:00Z")).toBe("2026-07-01T01:00:00.000Z");
  expect(next(at("Asia/Kathmandu", 0), "2026-11-21T00:00:00Z")).toBe("2026-11-21T18:15:00.000Z");
  expect(next(at("UTC", 23, 7), "2026-11-21T12:00:00Z")).toBe("2026-11-22T23:00:00.000Z");
  expect(next(at("UTC", 5, 6), "2026-11-21T12:00:00Z")).toBe("2026-11-28T05:00:00.000Z");
});

test("a day without the hour has its turn right after, a day that has it twice has it once", () => {
  expect(next(at("Europe/Stockholm", 2), "2026-03-28T12:00:00Z")).toBe("2026-03-29T01:00:00.000Z");
  expect(next(at("Europe/Stockholm", 2), "2026-10-24T12:00:00Z")).toBe("2026-10-25T00:00:00.000Z");
  expect(next(at("Europe/Stockholm", 2), "2026-10-25T00:00:00Z")).toBe("2026-10-26T01:00:00.000Z");
});

test("what is too many goes, and the newest good one never does", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const one = (id: string, state: "verified" | "failed", daysAgo: number) =>
    ({ id, state, verifiedAt: new Date(now.getTime() - daysAgo * 86_400_000) }) as BackupRecord;
  const all = [
    one("a", "failed", 1),
    one("b", "verified", 40),
    one("c", "verified", 41),
    one("d", "verified", 42),
  ];
  const gone = (limits: Parameters<typeof tooMany>[1]) => tooMany(all, limits, now).map(({ id }) => id);
  expect(gone({ keepLast: null, keepDays: null })).toEqual([]);
  expect(gone({ keepLast: 2, keepDays: null })).toEqual(["d"]);
  expect(gone({ keepLast: 1, keepDays: null })).toEqual(["c", "d"]);
  expect(gone({ keepLast: null, keepDays: 30 })).toEqual(["c", "d"]);
});

test("a schedule queues what is due, once, and looks ahead", async () => {
  const { owner, project, first } = await givenInstalled();
  await db()
    .update(deployments)
    .set({ state: "ready", snapshot: { definition: project.definition } as never })
    .where(eq(deployments.id, first));
  const { id: destinationId } = await givenDestination(owner);
  const schedule = { destinationId, rhythm: "daily", hour: 3, timeZone: "UTC" } as const;
  const set = await setSchedule(owner, { projectId: project.id, schedule });
  expect(set.schedule).toMatchObject({ keepLast: 7, keepDays: null, weekday: null });
  expect(await queueWhatIsDue()).toEqual([]);
  await db()
    .update(backupSchedules)
    .set({ nextAt: new Date(0) });
  const both = await Promise.all([queueWhatIsDue(), queueWhatIsDue()]);
  expect(both.flat()).toEqual([project.id]);
  expect(await db().select().from(backups)).toMatchObject([
    { trigger: "schedule", state: "queued", destinationId },
  ]);
  expect((await showSchedule(owner, { projectId: project.id })).schedule?.nextAt).toBe(set.schedule?.nextAt);
  expect(await setSchedule(owner, { projectId: project.id, schedule: null })).toEqual({ schedule: null });
});

test("a schedule of another organization's place, or of no time zone, is refused", async () => {
  const { owner, project } = await givenInstalled();
  const { id: destinationId } = await givenDestination(await givenOwner());
  const schedule = { destinationId, rhythm: "daily", hour: 3 } as const;
  await expect(setSchedule(owner, { projectId: project.id, schedule })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  const nowhere = { ...schedule, timeZone: "Atlantis/Harbour" };
  await expect(setSchedule(owner, { projectId: project.id, schedule: nowhere })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
  });
});
