import { and, eq } from "drizzle-orm";
import { parseImage } from "@/lib/app-definition/images";
import { db } from "@/lib/db/client";
import type { RegistryLogin } from "@/lib/engine/engine";
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

/**
 * The same, for an engine that builds: base images may come from any of them.
 * @throws Refusal SECRET_UNREADABLE
 */
export async function loginsForBuilds(organizationId: string): Promise<RegistryLogin[]> {
  const logins = await readLogins(organizationId);
  return [...logins].map(([registry, { username, password }]) => ({ registry, username, password }));
}

/**
 * How an organization signs in where an image comes from; undefined: it does not.
 * @throws Refusal SECRET_UNREADABLE
 */
export async function loginForImage(
  organizationId: string,
  reference: string,
): Promise<RegistryLogin | undefined> {
  const registry = parseImage(reference)?.registry;
  if (registry === undefined) return undefined;
  const [row] = await db()
    .select()
    .from(registryCredentials)
    .where(
      and(eq(registryCredentials.organizationId, organizationId), eq(registryCredentials.host, registry)),
    );
  if (!row) return undefined;
  const password = openSecret(row.secret, loginBinding(organizationId, registry));
  return { registry, username: row.username, password };
}
