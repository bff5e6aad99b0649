import { and, asc, desc, eq, gt, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { AppDefinition } from "@/lib/app-definition/schema";
import { db } from "@/lib/db/client";
import type { Snapshot } from "@/lib/deployments/snapshot";
import { deployments } from "@/lib/deployments/table";
import type { ProjectRecord } from "@/lib/projects/on-project";
import { projects } from "@/lib/projects/table";
import type { Running } from "./compare/compare";

/** A project, and what its serving deployment was made of; undefined while nothing was ever deployed with success. */
export type RunningProject = {
  project: Pick<
    ProjectRecord,
    "id" | "name" | "appId" | "definition" | "organizationId" | "pinnedAt" | "automaticUpdates"
  >;
  running: Running | undefined;
};

const BATCH = 100;

/** Installed projects in batches, so that a thousand of them are never held at once. Drafts are none of them. */
export async function* runningProjects(where: SQL | undefined): AsyncGenerator<RunningProject[]> {
  let last = "";
  for (;;) {
    const { id, name, appId, definition, organizationId, pinnedAt, automaticUpdates } = projects;
    const batch = await db()
      .select({ id, name, appId, definition, organizationId, pinnedAt, automaticUpdates })
      .from(projects)
      .where(and(where, isNotNull(projects.installedAt), gt(projects.id, last)))
      .orderBy(asc(projects.id))
      .limit(BATCH);
    if (batch.length > 0) {
      const serving = await servingOf(batch.map((project) => project.id));
      yield batch.map((project) => ({ project, running: serving.get(project.id) }));
    }
    if (batch.length < BATCH) return;
    last = batch.at(-1)?.id ?? "";
  }
}

/** Of the snapshots, which may be large, only what is compared. */
async function servingOf(projectIds: string[]): Promise<Map<string, Running>> {
  const rows = await db()
    .selectDistinctOn([deployments.projectId], {
      projectId: deployments.projectId,
      definition: sql<AppDefinition | null>`${deployments.snapshot}->'definition'`,
      images: sql<Snapshot["images"] | null>`${deployments.snapshot}->'images'`,
    })
    .from(deployments)
    .where(and(inArray(deployments.projectId, projectIds), eq(deployments.state, "ready")))
    .orderBy(deployments.projectId, desc(deployments.number));
  return new Map(
    rows.flatMap(({ projectId, definition, images }) =>
      definition ? [[projectId, { definition, images: images ?? {} }]] : [],
    ),
  );
}
