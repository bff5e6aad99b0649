import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { Transaction } from "@/lib/db/client";
import type { Exposure } from "@/lib/projects/schema";
import { projects } from "@/lib/projects/table";
import { isAt } from "@/lib/projects/variables/settle";
import { readVariables, removeVariables, writeSealed } from "@/lib/projects/variables/stored";
import { lockProject } from "../queue";
import type { DeploymentRecord } from "../run/lease";
import type { Change } from "./change";

/**
 * Makes a deployment's change the project's own, in the transaction that makes the deployment ready. What people have
 * set since it was queued stays their word.
 */
export async function commitChange(
  tx: Transaction,
  { projectId, createdAt, change }: DeploymentRecord,
): Promise<void> {
  if (!change) return;
  const project = await lockProject(tx, projectId);
  const rows = await readVariables(projectId, tx);
  const isSince = (place: { service: string; key: string }) =>
    rows.some((row) => isAt(row, place) && row.updatedAt > createdAt);
  const gone = rows.filter((row) => change.removals.some((one) => isAt(one, row)) && !isSince(row));
  await removeVariables(tx, gone);
  await writeSealed(
    tx,
    projectId,
    change.writes.filter((one) => !isSince(one)),
  );
  await tx
    .update(projects)
    .set({
      definition: change.definition,
      exposures: change.exposures.map((one) => reachedAs(one, change.base.exposures, project.exposures)),
      resources: { ...change.resources, ...sinceThen(change.base.resources, project.resources) },
      preparedOnce: [...new Set([...project.preparedOnce, ...(change.once ?? [])])],
      updatedAt: new Date(),
    })
    .where(eq(projects.id, projectId));
}

/** How an endpoint is reached: as the change has it, unless people have chosen anew since. */
function reachedAs(wanted: Exposure, base: readonly Exposure[], now: readonly Exposure[]): Exposure {
  const isIt = ({ service, port }: Exposure) => service === wanted.service && port === wanted.port;
  const chosen = now.find(isIt);
  if (!chosen || isDeepStrictEqual(chosen, base.find(isIt))) return wanted;
  return { ...chosen, label: wanted.label, kind: wanted.kind };
}

/** The limits that people have changed since. */
function sinceThen(base: Change["resources"], now: Change["resources"]): Change["resources"] {
  return Object.fromEntries(
    Object.entries(now).filter(([service, limits]) => !isDeepStrictEqual(limits, base[service])),
  );
}
