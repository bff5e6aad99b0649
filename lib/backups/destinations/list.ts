import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { Destination } from "../schema";
import { backupDestinations } from "../table";
import { toDestination } from "./row";

export const listDestinations = operation({
  id: "backups.listDestinations",
  rest: "GET /api/backup-destinations",
  summary: "List the organization's places for backups. Secrets are never told.",
  permission: "member",
  input: z.object({}),
  output: z.object({ data: z.array(Destination) }),
  async run(caller) {
    // Who was given nothing here sees none of it.
    if (!caller.grants.some((grant) => grant.organizationId === caller.organizationId)) return { data: [] };
    const rows = await db()
      .select()
      .from(backupDestinations)
      .where(eq(backupDestinations.organizationId, caller.organizationId))
      .orderBy(asc(backupDestinations.name));
    return { data: await Promise.all(rows.map((row) => toDestination(caller, row))) };
  },
});
