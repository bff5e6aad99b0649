import { and, desc, sql } from "drizzle-orm";
import { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import { displayVersion } from "@/lib/app-definition/images";
import { db } from "@/lib/db/client";
import { workingAddresses } from "@/lib/domains/working";
import { operation } from "@/lib/operation/define";
import { openUrl } from "./addresses";
import type { ProjectRecord } from "./on-project";
import { projectStatuses } from "./runtime";
import { MOST_PROJECTS, ProjectId, ProjectRow, type ProjectStatus } from "./schema";
import { projects } from "./table";
import { visibleProjects } from "./visible";

export const listProjects = operation({
  id: "projects.list",
  rest: "GET /api/projects",
  summary: "List the projects that the caller may read, newest first.",
  mcp: {
    title: "List projects",
    about: "Projects that you may see, newest first, each with its status and the address people open.",
  },
  permission: "member",
  input: z.object({
    limit: z.coerce.number().int().min(1).max(MOST_PROJECTS).default(100),
    cursor: ProjectId.optional().meta({ description: "`nextCursor` of the page before." }),
  }),
  output: z.object({ data: z.array(ProjectRow), nextCursor: ProjectId.optional() }),
  async run(caller, { limit, cursor }) {
    const rows = await db()
      .select()
      .from(projects)
      .where(and(visibleProjects(caller), cursor ? olderThan(cursor, caller) : undefined))
      .orderBy(desc(projects.createdAt), desc(projects.id))
      .limit(limit + 1);
    const page = rows.slice(0, limit);
    const [statuses, open] = await Promise.all([projectStatuses(page), workingAddresses(page)]);
    return {
      data: page.map((row) => toProjectRow(row, statuses.get(row.id)?.status, open.get(row.id))),
      nextCursor: rows.length > limit ? page.at(-1)?.id : undefined,
    };
  },
});

/** What stands after this project in the list. One that was removed meanwhile has nothing after it. */
function olderThan(projectId: string, { organizationId }: Caller) {
  return sql`(${projects.createdAt}, ${projects.id}) < (
    SELECT p.created_at, p.id FROM ${projects} p WHERE p.id = ${projectId} AND p.organization_id = ${organizationId})`;
}

/** A project as lists show it; `domain` is the address of one that works. */
export function toProjectRow(
  row: ProjectRecord,
  status: ProjectStatus | undefined,
  domain: string | undefined,
) {
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
    openUrl: domain ?? openUrl(row.exposures),
    createdAt: row.createdAt.toISOString(),
    installedAt: row.installedAt?.toISOString() ?? null,
  };
}
