import { and, eq, sql } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { updateScans } from "../table";

export type ScanRow = typeof updateScans.$inferSelect;

const LEASE_SECONDS = 60;
const lease = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** Takes an organization's comparison for this worker, unless another has it and is heard of. */
export async function claimScan(organizationId: string, worker: string): Promise<boolean> {
  const fresh = { startedAt: new Date(), worker, leaseUntil: lease, done: 0, total: 0 };
  const taken = await db()
    .insert(updateScans)
    .values({ organizationId, ...fresh })
    .onConflictDoUpdate({
      target: updateScans.organizationId,
      set: fresh,
      setWhere: sql`${updateScans.leaseUntil} IS NULL OR ${updateScans.leaseUntil} < now()`,
    })
    .returning({ id: updateScans.organizationId });
  return taken.length > 0;
}

/** Says how far it is, and that somebody still carries it. @returns false when another worker has taken it over */
export async function tellProgress(
  organizationId: string,
  worker: string,
  { done, total }: { done: number; total: number },
): Promise<boolean> {
  const kept = await db()
    .update(updateScans)
    .set({ done, total, leaseUntil: lease })
    .where(held(organizationId, worker))
    .returning({ id: updateScans.organizationId });
  return kept.length > 0;
}

/** Ends it; without a result it has not finished, and the next may begin at once. */
export async function endScan(
  organizationId: string,
  worker: string,
  result: { scanned: number; supported: number; done: number; nextAt: Date | null } | undefined,
): Promise<void> {
  const over = { worker: null, leaseUntil: null };
  await db()
    .update(updateScans)
    .set(result ? { ...over, ...result, finishedAt: new Date() } : over)
    .where(held(organizationId, worker));
}

export async function readScan(
  organizationId: string,
): Promise<(ScanRow & { running: boolean }) | undefined> {
  const [row] = await db()
    .select({ row: updateScans, running: sql<boolean>`coalesce(${updateScans.leaseUntil} > now(), false)` })
    .from(updateScans)
    .where(eq(updateScans.organizationId, organizationId));
  return row && { ...row.row, running: row.running };
}

function held(organizationId: string, worker: string) {
  return and(eq(updateScans.organizationId, organizationId), eq(updateScans.worker, worker));
}
