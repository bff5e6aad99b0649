import { eq, lt } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { isDraft } from "@/lib/projects/draft-state";
import { projectRecord } from "@/lib/projects/on-project";
import { queueBackup } from "../queue";
import { backupSchedules } from "../table";
import { nextTime } from "./next-time";

/**
 * Queues what schedules say is due; what was due while nobody was there, once. Several processes may look at once.
 * @returns the ids of the projects
 */
export async function queueWhatIsDue(now = new Date()): Promise<string[]> {
  const queued: string[] = [];
  for (;;) {
    const projectId = await db().transaction(async (tx) => {
      const [due] = await tx
        .select()
        .from(backupSchedules)
        .where(lt(backupSchedules.nextAt, now))
        .orderBy(backupSchedules.nextAt)
        .limit(1)
        .for("update", { skipLocked: true });
      if (!due) return undefined;
      const { projectId: id, destinationId, createdBy } = due;
      await tx
        .update(backupSchedules)
        .set({ nextAt: nextTime(due, now) })
        .where(eq(backupSchedules.projectId, id));
      if (!(await isDraft(tx, id))) {
        const project = await projectRecord(id, tx);
        await queueBackup(tx, project, { destinationId, createdBy, trigger: "schedule" });
      }
      return id;
    });
    if (!projectId) return queued;
    queued.push(projectId);
  }
}
