import { count, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import { allows } from "@/lib/access/permissions";
import { db } from "@/lib/db/client";
import type { Destination } from "../schema";
import type { Destination as DestinationRecord } from "../storage/open";
import { backups } from "../table";

/** A destination as the API shows it to this caller. */
export async function toDestination(
  caller: Caller,
  row: DestinationRecord,
): Promise<z.input<typeof Destination>> {
  const { id, name, kind, organizationId, allowPrivate, checkedAt, problem } = row;
  const [held] = await db().select({ all: count() }).from(backups).where(eq(backups.destinationId, id));
  const administers = allows(
    caller.grants,
    { type: "organization", id: organizationId, organizationId },
    "admin",
  );
  const keyId = "keyId" in row.place ? row.place.keyId : null;
  return {
    ...{ id, name, kind, allowPrivate },
    where: administers ? placeInWords(row) : null,
    keyId: administers ? keyId : null,
    problem,
    checkedAt: checkedAt?.toISOString() ?? null,
    backups: held?.all ?? 0,
  };
}

function placeInWords({ place }: DestinationRecord): string {
  if ("folder" in place) return place.folder;
  return [place.endpoint, place.bucket, place.prefix].filter(Boolean).join("/");
}
