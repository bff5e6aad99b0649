import { isNotNull } from "drizzle-orm";
import { auditChains, auditEvents } from "@/lib/access/table";
import { db } from "@/lib/db/client";
import { dataKeys } from "@/lib/secrets/table";

/**
 * Begins every chain anew, for an instance whose secret is lost and with it the key of the log: what was written so
 * far stays readable, and counts as older than the chain, since nothing can verify it any more.
 */
export async function restartChains(): Promise<void> {
  await db().transaction(async (tx) => {
    await tx.delete(auditChains);
    await tx.delete(dataKeys);
    await tx.update(auditEvents).set({ hash: null, previousHash: null }).where(isNotNull(auditEvents.hash));
  });
}
