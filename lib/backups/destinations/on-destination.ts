import { eq } from "drizzle-orm";
import type { Resource } from "@/lib/access/authorize";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import type { Destination as DestinationRecord } from "../storage/open";
import { backupDestinations } from "../table";

/** The organization that a destination belongs to, for `on:`; undefined when there is none. */
export async function onDestination({
  destinationId,
}: {
  destinationId: string;
}): Promise<Resource | undefined> {
  const [found] = await db()
    .select({ organizationId: backupDestinations.organizationId })
    .from(backupDestinations)
    .where(eq(backupDestinations.id, destinationId));
  const organizationId = found?.organizationId;
  return organizationId ? { type: "organization", id: organizationId, organizationId } : undefined;
}

/** The caller's own organization. */
export function onOrganization(_input: unknown, { organizationId }: Caller): Resource {
  return { type: "organization", id: organizationId, organizationId };
}

/**
 * A destination of this organization. One of another organization is not there.
 * @throws Refusal NOT_FOUND
 */
export async function destinationOf(
  organizationId: string,
  destinationId: string,
): Promise<DestinationRecord> {
  const found = await readDestination(destinationId);
  if (found.organizationId === organizationId) return found;
  throw new Refusal("NOT_FOUND", { message: "There is no such backup storage in this organization." });
}

/** A destination, of whichever organization. Whoever calls has been authorized. @throws Refusal NOT_FOUND */
export async function readDestination(destinationId: string): Promise<DestinationRecord> {
  const [found] = await db()
    .select()
    .from(backupDestinations)
    .where(eq(backupDestinations.id, destinationId));
  if (!found) throw new Refusal("NOT_FOUND");
  return found;
}
