import { and, desc, eq, inArray, isNull, or } from "drizzle-orm";
import { z } from "zod";
import { allows } from "@/lib/access/permissions";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { ProjectId } from "@/lib/projects/schema";
import { projects } from "@/lib/projects/table";
import { visibleProjects } from "@/lib/projects/visible";
import { selectBackups, toBackup } from "./row";
import { Backup } from "./schema";
import { backups } from "./table";

export const listBackups = operation({
  id: "backups.list",
  rest: "GET /api/backups",
  summary:
    "List backups of projects that the caller may read, newest first. Whoever may read the organization also sees those of projects that are gone.",
  mcp: {
    title: "List backups",
    about:
      "Backups of one project or of all, newest first, each with its state, size and when it was verified.",
  },
  permission: "member",
  input: z.object({
    projectId: ProjectId.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  output: z.object({ data: z.array(Backup) }),
  async run(caller, { projectId, limit }) {
    const { organizationId, grants } = caller;
    const whole = { organizationId, type: "organization" as const, id: organizationId };
    const visible = db().select({ id: projects.id }).from(projects).where(visibleProjects(caller));
    const orphaned = allows(grants, whole, "read") ? isNull(backups.projectId) : undefined;
    const rows = await selectBackups()
      .where(
        and(
          eq(backups.organizationId, organizationId),
          or(inArray(backups.projectId, visible), orphaned),
          projectId ? eq(backups.projectId, projectId) : undefined,
        ),
      )
      .orderBy(desc(backups.createdAt))
      .limit(limit);
    return { data: rows.map(toBackup) };
  },
});
