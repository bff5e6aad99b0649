import { and, eq, inArray, isNotNull, isNull, notInArray } from "drizzle-orm";
import { db, type Transaction } from "@/lib/db/client";
import { ACTIVE_STATES } from "../machine";
import { deployments, volumeSnapshots } from "../table";

export type VolumeSnapshot = typeof volumeSnapshots.$inferSelect;

/** The copies that a deployment takes before it gives the volumes to another version. */
export async function copiesBy(deploymentId: string): Promise<VolumeSnapshot[]> {
  return await db()
    .select()
    .from(volumeSnapshots)
    .where(eq(volumeSnapshots.deploymentId, deploymentId))
    .orderBy(volumeSnapshots.volume);
}

/** The data as a deployment left it: the newest whole copy of each of its volumes. */
export async function dataOf(
  deploymentId: string,
  source: Pick<Transaction, "select"> = db(),
): Promise<VolumeSnapshot[]> {
  const copies = await source
    .select()
    .from(volumeSnapshots)
    .where(and(eq(volumeSnapshots.ofDeploymentId, deploymentId), isNotNull(volumeSnapshots.takenAt)))
    .orderBy(volumeSnapshots.createdAt);
  return [...new Map(copies.map((copy) => [copy.volume, copy])).values()];
}

/**
 * Copies that an earlier deployment of the project ought to have put back, and could not: they are the only way to
 * its data, and the next deployment begins with them.
 */
export async function copiesOwed(projectId: string): Promise<VolumeSnapshot[]> {
  const rows = await db()
    .select({ copy: volumeSnapshots })
    .from(volumeSnapshots)
    .innerJoin(deployments, eq(deployments.id, volumeSnapshots.deploymentId))
    .where(
      and(
        eq(volumeSnapshots.projectId, projectId),
        isNotNull(volumeSnapshots.usedAt),
        isNull(volumeSnapshots.restoredAt),
        notInArray(deployments.state, ["ready", "queued", ...ACTIVE_STATES]),
      ),
    );
  return rows.map(({ copy }) => copy);
}

/** Notes a moment of copies. */
export async function stamp(
  tx: Pick<Transaction, "update">,
  copies: readonly VolumeSnapshot[],
  what: Partial<Pick<VolumeSnapshot, "takenAt" | "usedAt" | "restoredAt" | "sizeBytes">>,
): Promise<void> {
  const ids = copies.map(({ id }) => id);
  await tx.update(volumeSnapshots).set(what).where(inArray(volumeSnapshots.id, ids));
}
