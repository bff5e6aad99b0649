import { eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { Destination, DestinationId } from "../schema";
import { backupDestinations } from "../table";
import { onDestination, readDestination } from "./on-destination";
import { toDestination } from "./row";
import { whyUnusable } from "./why-unusable";

export const checkDestination = operation({
  id: "backups.checkDestination",
  rest: "POST /api/backup-destinations/{destinationId}/check",
  summary: "Try a place for backups: write a small file there, read it back and remove it.",
  permission: "organization:admin",
  on: onDestination,
  input: z.object({ destinationId: DestinationId }),
  output: Destination,
  async run(caller, { destinationId }, signal) {
    const found = await readDestination(destinationId);
    const problem = await whyUnusable(found, signal);
    const told = { problem, checkedAt: new Date() };
    await db().update(backupDestinations).set(told).where(eq(backupDestinations.id, destinationId));
    return await toDestination(caller, { ...found, ...told });
  },
});
