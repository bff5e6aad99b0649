import { eq } from "drizzle-orm";
import type { Resource } from "@/lib/access/authorize";
import type { Caller } from "@/lib/access/caller";
import { db } from "@/lib/db/client";
import { registryCredentials } from "@/lib/registry/table";
import type { RegistryRow } from "./schema";

/** The organization that a caller has open, as the resource of its sign-ins. */
export function onOrganization(_input: unknown, { organizationId }: Caller): Resource {
  return { type: "organization", id: organizationId, organizationId };
}

/** The organization that a sign-in belongs to; undefined when there is none. */
export async function onRegistry({ registryId }: { registryId: string }): Promise<Resource | undefined> {
  const [found] = await db()
    .select({ organizationId: registryCredentials.organizationId })
    .from(registryCredentials)
    .where(eq(registryCredentials.id, registryId));
  return found && { type: "organization", id: found.organizationId, organizationId: found.organizationId };
}

/** What is told of a sign-in; the password stays here. */
export function toRegistryRow({
  id,
  host,
  username,
  updatedAt,
}: typeof registryCredentials.$inferSelect): RegistryRow {
  return { id, host, username, updatedAt: updatedAt.toISOString() };
}
