import { and, asc, desc, eq } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { toGiven } from "@/lib/grants";
import type { McpClientRow } from "./schema";
import { mcpBindings, oauthClients } from "./table";

/** The clients that this person lets do something, the newest first; or the one of them. */
export async function clientRows(userId: string, clientId?: string): Promise<McpClientRow[]> {
  const own = eq(mcpBindings.userId, userId);
  const rows = await db()
    .select({ client: oauthClients, binding: mcpBindings })
    .from(mcpBindings)
    .innerJoin(oauthClients, eq(oauthClients.clientId, mcpBindings.clientId))
    .where(clientId === undefined ? own : and(own, eq(mcpBindings.clientId, clientId)))
    .orderBy(desc(mcpBindings.createdAt), asc(mcpBindings.id));
  return rows.map(toRow);
}

type Found = { client: typeof oauthClients.$inferSelect; binding: typeof mcpBindings.$inferSelect };

function toRow({ client, binding }: Found): McpClientRow {
  const { organizationId, readOnly, propose, grants } = binding;
  return {
    clientId: client.clientId,
    name: client.name ?? client.clientId,
    uri: client.uri,
    redirectHosts: [...new Set(client.redirectUris.map(placeOf))],
    binding: {
      organizationId,
      readOnly,
      propose,
      scoped: grants !== null,
      grants: grants?.map(toGiven) ?? null,
    },
    connectedAt: binding.createdAt.toISOString(),
    lastUsedAt: binding.lastUsedAt?.toISOString() ?? null,
  };
}

/** Where a redirect leads, as short as it can be told: a host, or the scheme of a program. */
export function placeOf(redirectUri: string): string {
  const { protocol, host, hostname } = new URL(redirectUri);
  if (protocol === "https:") return host;
  return protocol === "http:" ? hostname : protocol;
}
