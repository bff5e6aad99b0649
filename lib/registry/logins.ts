import { eq } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { openSecret, type SecretBinding } from "@/lib/secrets";
import type { Login } from "./access";
import { registryCredentials } from "./table";

/** The place a registry's password is sealed for. */
export function loginBinding(organizationId: string, host: string): SecretBinding {
  return { projectId: organizationId, service: host, key: "registry password" };
}

/**
 * How an organization signs in to registries, by host.
 * @throws Refusal SECRET_UNREADABLE
 */
export async function readLogins(organizationId: string): Promise<ReadonlyMap<string, Login>> {
  const rows = await db()
    .select()
    .from(registryCredentials)
    .where(eq(registryCredentials.organizationId, organizationId));
  return new Map(
    rows.map(({ id, host, username, secret }) => [
      host,
      { id, username, password: openSecret(secret, loginBinding(organizationId, host)) },
    ]),
  );
}
