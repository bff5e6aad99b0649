import { eq } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { servingDeployment } from "@/lib/deployments/serving";
import { operation } from "@/lib/operation/define";
import { onProject, projectRecord } from "@/lib/projects/on-project";
import { ProjectId } from "@/lib/projects/schema";
import { destinationOf } from "./destinations/on-destination";
import { queueBackup } from "./queue";
import { readBackup, toBackup } from "./row";
import { Backup, DestinationId } from "./schema";
import { backupDestinations, backupSchedules } from "./table";

export const createBackup = operation({
  id: "backups.create",
  rest: "POST /api/projects/{projectId}/backups",
  summary:
    "Back a project up now: its definition, variables and data, encrypted, and read back before it counts. Services that write files stop while those are copied. One that is under way is answered instead of a second one.",
  permission: "project:write",
  on: onProject,
  input: z.object({
    projectId: ProjectId,
    destinationId: DestinationId.optional().meta({
      description: "Left out: where the project's schedule writes, or the only place there is.",
    }),
  }),
  output: Backup,
  status: 201,
  async run(caller, { projectId, destinationId: wanted }) {
    const project = await projectRecord(projectId);
    const destinationId = wanted ?? (await usualDestination(projectId, project.organizationId));
    // Of the project's own organization, whichever one the caller has open.
    await destinationOf(project.organizationId, destinationId);
    if (!(await servingDeployment(projectId))) throw new Refusal("PROJECT_NOT_DEPLOYED");
    const { id } = await db().transaction((tx) =>
      queueBackup(tx, project, { destinationId, createdBy: caller.userId, trigger: "manual" }),
    );
    return toBackup(await readBackup(id));
  },
});

async function usualDestination(projectId: string, organizationId: string): Promise<string> {
  const [schedule] = await db()
    .select()
    .from(backupSchedules)
    .where(eq(backupSchedules.projectId, projectId));
  if (schedule) return schedule.destinationId;
  const all = await db()
    .select({ id: backupDestinations.id })
    .from(backupDestinations)
    .where(eq(backupDestinations.organizationId, organizationId));
  const [only] = all;
  if (only && all.length === 1) return only.id;
  const message = only
    ? "Choose where the backup goes: there are several places."
    : "There is no place for backups yet. An admin adds one under Settings, Backup storage.";
  throw new Refusal("VALIDATION_ERROR", { message, issues: [{ path: "destinationId", message }] });
}
