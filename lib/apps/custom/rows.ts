import { and, asc, desc, eq, inArray, type SQL } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { db } from "@/lib/db/client";
import { projects } from "@/lib/projects/table";
import { visibleProjects } from "@/lib/projects/visible";
import { curatedApp, toCatalogApp } from "../catalog";
import { installedCounts, toEntry } from "../list";
import { customApps } from "../table";
import type { CustomApp } from "./schema";
import { FACE, readsOwnApps } from "./stored";

/** The caller's own apps that `which` holds for, the last changed first, each with the projects made from it. */
export async function customAppRows(caller: Caller, which?: SQL): Promise<CustomApp[]> {
  if (!readsOwnApps(caller)) return [];
  const { appId, createdAt, updatedAt } = customApps;
  const rows = await db()
    .select({ appId, face: FACE, createdAt, updatedAt })
    .from(customApps)
    .where(and(eq(customApps.organizationId, caller.organizationId), which))
    .orderBy(desc(updatedAt), asc(appId));
  const made = await db()
    .select({ appId: projects.appId, id: projects.id, name: projects.name })
    .from(projects)
    .where(
      and(
        visibleProjects(caller),
        inArray(
          projects.appId,
          rows.map((row) => row.appId),
        ),
      ),
    )
    .orderBy(asc(projects.name));
  const installed = await installedCounts(caller);
  return rows.map((row) => {
    const shadowed = curatedApp(row.appId) !== undefined;
    const own = shadowed ? [] : made.filter((project) => project.appId === row.appId);
    return {
      entry: toEntry(toCatalogApp(row.face, true), installed),
      shadowed,
      projects: own.map(({ id, name }) => ({ id, name })),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    };
  });
}
