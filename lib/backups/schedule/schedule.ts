import { eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { onProject, projectRecord } from "@/lib/projects/on-project";
import { ProjectId } from "@/lib/projects/schema";
import { destinationOf } from "../destinations/on-destination";
import { NewSchedule, Schedule } from "../schema";
import { backupSchedules } from "../table";
import { nextTime } from "./next-time";

const Answer = z.object({ schedule: Schedule.nullable() });

export const showSchedule = operation({
  id: "backups.showSchedule",
  rest: "GET /api/projects/{projectId}/backup-schedule",
  summary: "Show when a project is backed up by itself, and what is kept.",
  permission: "project:read",
  on: onProject,
  input: z.object({ projectId: ProjectId }),
  output: Answer,
  run: (_caller, { projectId }) => readSchedule(projectId),
});

export const setSchedule = operation({
  id: "backups.setSchedule",
  rest: "PUT /api/projects/{projectId}/backup-schedule",
  summary: "Set when a project is backed up by itself and what is kept; null ends it.",
  permission: "project:write",
  on: onProject,
  input: z.object({ projectId: ProjectId, schedule: NewSchedule.nullable() }),
  output: Answer,
  async run(caller, { projectId, schedule }) {
    if (!schedule) {
      await db().delete(backupSchedules).where(eq(backupSchedules.projectId, projectId));
      return { schedule: null };
    }
    const { organizationId } = await projectRecord(projectId);
    await destinationOf(organizationId, schedule.destinationId);
    const weekday = schedule.rhythm === "weekly" ? (schedule.weekday ?? null) : null;
    const values = { ...schedule, weekday, createdBy: caller.userId };
    const row = { ...values, nextAt: nextTime(values, new Date()) };
    await db()
      .insert(backupSchedules)
      .values({ ...row, projectId })
      .onConflictDoUpdate({ target: backupSchedules.projectId, set: row });
    return await readSchedule(projectId);
  },
});

async function readSchedule(projectId: string): Promise<z.input<typeof Answer>> {
  const [row] = await db().select().from(backupSchedules).where(eq(backupSchedules.projectId, projectId));
  return { schedule: row ? { ...row, nextAt: row.nextAt.toISOString() } : null };
}
