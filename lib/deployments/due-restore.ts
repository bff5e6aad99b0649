import { and, desc, eq } from "drizzle-orm";
import type { Transaction } from "@/lib/db/client";
import type { Frozen } from "@/lib/projects/freeze";
import type { ProjectRecord } from "@/lib/projects/on-project";
import type { Change } from "./change/change";
import { servingDeployment } from "./serving";
import type { Snapshot } from "./snapshot";
import { deployments } from "./table";

/** What is deployed of a project in place of the project as it is. */
type DueRestore = { trigger: "restore"; change: Change; snapshot: Snapshot };

/**
 * A project that was made of a backup and never came up has no data yet: whatever it is deployed for, the data is
 * brought first. What was set in it since then holds.
 * @param frozen the project as it is now @returns undefined for every other project
 */
export async function dueRestore(
  tx: Transaction,
  { id, definition, exposures, resources }: ProjectRecord,
  frozen: Frozen,
): Promise<DueRestore | undefined> {
  const [last] = await tx
    .select({ change: deployments.change, snapshot: deployments.snapshot })
    .from(deployments)
    .where(and(eq(deployments.projectId, id), eq(deployments.trigger, "restore")))
    .orderBy(desc(deployments.number))
    .limit(1);
  const { restore, digests } = last?.change ?? {};
  if (!restore || (await servingDeployment(id, tx))) return undefined;
  const change: Change = {
    ...{ definition, exposures, resources, digests, writes: [], removals: [] },
    ...{ base: { exposures, resources }, restore: { backupId: restore.backupId } },
  };
  // Those that were built are built anew, of what is set now.
  const pulled = Object.entries(last?.snapshot?.images ?? {}).filter(([, { digest }]) => digest);
  return { trigger: "restore", change, snapshot: { ...frozen, images: Object.fromEntries(pulled) } };
}
