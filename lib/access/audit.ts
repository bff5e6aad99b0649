import { db } from "@/lib/db/client";
import type { Caller } from "./caller";
import { auditEvents } from "./table";

/** Records a change or a refused one. `resourceId` is an id, never a name or a value. */
export async function recordAudit(
  caller: Caller,
  event: { operation: string; resourceId?: string; outcome: string },
): Promise<void> {
  await db()
    .insert(auditEvents)
    .values({
      organizationId: caller.organizationId || null,
      userId: caller.userId || null,
      callerKind: caller.kind,
      ...event,
    });
}
