import { and, eq, sql } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { callerBy } from "@/lib/auth/caller/credential";
import { PERSON } from "@/lib/auth/caller/person";
import { users } from "@/lib/auth/table";
import { db } from "@/lib/db/client";
import { hashOf } from "@/lib/tokens/secret";
import { mcpAddress } from "./address";
import { accessSecret } from "./credential";
import { mcpBindings, oauthAccessTokens, oauthClients } from "./table";

const UNSEEN = sql<boolean>`(${mcpBindings.lastUsedAt} IS NULL OR ${mcpBindings.lastUsedAt} < now() - interval '1 minute')`;

/**
 * The caller of an access token of `/api/mcp`, by one query on an index: the token, its person, and what the person
 * lets the client do at this moment.
 * @returns undefined when it is wrong, expired, revoked or for somewhere else, or its person is blocked
 * @throws Refusal MCP_CLIENT_UNBOUND when the person lets the client do nothing, TOKEN_ORG_SCOPE when X-Organization-Id
 * names another organization than theirs for it
 */
export async function mcpCaller(token: string, headers: Headers): Promise<Caller | undefined> {
  const secret = accessSecret(token);
  if (!secret) return undefined;
  const { organizationId, readOnly, propose, grants } = mcpBindings;
  const [row] = await db()
    .select({
      person: PERSON,
      client: { id: oauthClients.clientId, name: oauthClients.name },
      binding: { id: mcpBindings.id, organizationId, readOnly, propose, narrowing: grants },
      unseen: UNSEEN,
    })
    .from(oauthAccessTokens)
    .innerJoin(users, eq(users.id, oauthAccessTokens.userId))
    .innerJoin(oauthClients, eq(oauthClients.clientId, oauthAccessTokens.clientId))
    .leftJoin(
      mcpBindings,
      and(
        eq(mcpBindings.clientId, oauthAccessTokens.clientId),
        eq(mcpBindings.userId, oauthAccessTokens.userId),
      ),
    )
    .where(
      sql`${oauthAccessTokens.token} = ${hashOf(secret)} AND ${oauthAccessTokens.expiresAt} > now()
        AND ${oauthAccessTokens.revoked} IS NULL AND ${oauthAccessTokens.resources} = ARRAY[${mcpAddress()}]
        AND ${users.bannedAt} IS NULL`,
    );
  if (!row) return undefined;
  const { binding, client } = row;
  if (!binding) throw new Refusal("MCP_CLIENT_UNBOUND");
  const { id, ...limits } = binding;
  const credential = { id: client.id, name: client.name ?? client.id, ...limits };
  const caller = callerBy("mcp", row.person, credential, headers);
  if (row.unseen) noteUse(id);
  return caller;
}

/** Keeps the last use for the list of clients, once a minute. Nobody waits for it, and losing one does no harm. */
function noteUse(bindingId: string): void {
  const seen = db()
    .update(mcpBindings)
    .set({ lastUsedAt: sql`now()` })
    .where(sql`${mcpBindings.id} = ${bindingId} AND ${UNSEEN}`);
  seen.catch((cause) => console.error("the last use of an AI client could not be noted:", cause));
}
