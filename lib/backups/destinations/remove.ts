import { count, eq } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { DestinationId } from "../schema";
import { backupDestinations, backupSchedules, backups } from "../table";
import { onDestination } from "./on-destination";

export const removeDestination = operation({
  id: "backups.removeDestination",
  rest: "DELETE /api/backup-destinations/{destinationId}",
  summary: "Forget a place for backups that no backup and no schedule uses any more.",
  permission: "organization:admin",
  on: onDestination,
  input: z.object({ destinationId: DestinationId }),
  output: z.void(),
  status: 204,
  async run(_caller, { destinationId }) {
    await db().transaction(async (tx) => {
      const its = eq(backupDestinations.id, destinationId);
      const [held] = await tx.select().from(backupDestinations).where(its).for("update");
      if (!held) throw new Refusal("NOT_FOUND");
      const [files] = await tx
        .select({ all: count() })
        .from(backups)
        .where(eq(backups.destinationId, destinationId));
      const [plans] = await tx
        .select({ all: count() })
        .from(backupSchedules)
        .where(eq(backupSchedules.destinationId, destinationId));
      if ((files?.all ?? 0) + (plans?.all ?? 0) > 0) throw new Refusal("STORAGE_IN_USE");
      await tx.delete(backupDestinations).where(its);
    });
  },
});
