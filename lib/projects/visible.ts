import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { allows } from "@/lib/access/permissions";
import { projects } from "./table";

/** The condition on `projects` that holds for exactly what the caller may read in its organization. */
export function visibleProjects({ organizationId, grants }: Caller): SQL | undefined {
  const here = eq(projects.organizationId, organizationId);
  if (allows(grants, { organizationId, type: "project", id: "*" }, "read")) return here;
  const ids = grants
    .filter((grant) => grant.organizationId === organizationId && grant.resourceType === "project")
    .map((grant) => grant.resourceId);
  return ids.length > 0 ? and(here, inArray(projects.id, ids)) : sql`false`;
}
