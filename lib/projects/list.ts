import { desc } from "drizzle-orm";
import { z } from "zod";
import { displayVersion } from "@/lib/app-definition/images";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { openUrl } from "./addresses";
import type { ProjectRecord } from "./on-project";
import { projectStatuses } from "./runtime";
import { ProjectRow, type ProjectStatus } from "./schema";
import { projects } from "./table";
import { visibleProjects } from "./visible";

export const listProjects = operation({
  id: "projects.list",
  rest: "GET /api/projects",
  summary: "List the projects that the caller may read, newest first.",
  mcp: {
    title: "List projects",
    about: "Every project that you may see, with its status and the address people open.",
  },
  permission: "member",
  input: z.object({}),
  output: z.object({ data: z.array(ProjectRow) }),
  async run(caller) {
    const rows = await db()
      .select()
      .from(projects)
      .where(visibleProjects(caller))
      .orderBy(desc(projects.createdAt), desc(projects.id));
    const statuses = await projectStatuses(rows);
    return { data: rows.map((row) => toProjectRow(row, statuses.get(row.id)?.status)) };
  },
});

/** A project as lists show it. */
export function toProjectRow(row: ProjectRecord, status: ProjectStatus | undefined) {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    appId: row.appId,
    appName: row.definition.name,
    logo: row.definition.logo,
    version: displayVersion(row.definition),
    isApp: row.isApp,
    status: status ?? {
      state: "unknown" as const,
      reason: "Its state could not be read.",
      readAt: new Date().toISOString(),
    },
    openUrl: openUrl(row.exposures),
    createdAt: row.createdAt.toISOString(),
    installedAt: row.installedAt?.toISOString() ?? null,
  };
}
