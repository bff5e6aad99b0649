import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import { allows } from "@/lib/access/permissions";
import { db } from "@/lib/db/client";
import { deployments } from "@/lib/deployments/table";
import { workingAddresses } from "@/lib/domains/working";
import { operation } from "@/lib/operation/define";
import { toAddress } from "./addresses";
import { usedSources, usersOf } from "./connections/shown";
import { toProjectRow } from "./list";
import { onProject, projectRecord } from "./on-project";
import { driftOf } from "./running/drift";
import { projectStatuses } from "./runtime";
import { Project, ProjectId } from "./schema";
import { mountedVolumes } from "./volumes";

const ACTIVE = ["queued", "building", "deploying"];

export const showProject = operation({
  id: "projects.show",
  rest: "GET /api/projects/{projectId}",
  summary: "Show one project with its services, addresses and volumes.",
  mcp: {
    title: "Show a project",
    about:
      "One project: its services and their state, addresses, volumes, connections and newest deployment.",
  },
  permission: "project:read",
  on: onProject,
  input: z.object({ projectId: ProjectId }),
  output: Project,
  run: (caller, { projectId }) => readProject(caller, projectId),
});

/** A project as its page shows it. Whoever calls has been authorized. */
export async function readProject(caller: Caller, projectId: string): Promise<Project> {
  const row = await projectRecord(projectId);
  const [statuses, recent, uses, usedBy, drift, open] = await Promise.all([
    projectStatuses([row]),
    recentDeployments(projectId),
    usedSources(caller, row),
    usersOf(caller, projectId),
    driftOf(row),
    workingAddresses([row]),
  ]);
  const active = recent.find(({ state }) => ACTIVE.includes(state))?.id ?? null;
  const resource = { type: "project" as const, id: row.id, organizationId: row.organizationId };
  return {
    ...toProjectRow(row, statuses.get(row.id)?.status, open.get(row.id)),
    description: row.definition.description,
    organizationId: row.organizationId,
    services: statuses.get(row.id)?.services ?? [],
    addresses: row.exposures.map(toAddress),
    volumes: mountedVolumes(row).map(({ name, service, target }) => ({ name, service, target })),
    // A deployment under way is about to put everything right.
    drift: active ? [] : drift,
    activeDeploymentId: active,
    lastDeploymentId: recent[0]?.id ?? null,
    ...{ uses, usedBy },
    pinned: row.pinnedAt !== null,
    updateWindow: row.automaticUpdates?.window ?? null,
    canWrite: !caller.readOnly && allows(caller.grants, resource, "write"),
    canAdmin: !caller.readOnly && allows(caller.grants, resource, "admin"),
  };
}

async function recentDeployments(projectId: string) {
  return await db()
    .select({ id: deployments.id, state: deployments.state })
    .from(deployments)
    .where(eq(deployments.projectId, projectId))
    .orderBy(desc(deployments.number))
    .limit(20);
}
