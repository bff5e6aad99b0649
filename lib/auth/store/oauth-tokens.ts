import { sql } from "drizzle-orm";
import type { Transaction } from "@/lib/db/client";
import { mcpBindings, oauthRefreshTokens } from "@/lib/mcp-clients/table";
import { notOurs, oauthError } from "../mcp-oauth/token";
import { users } from "../table";

export type Issued = {
  clientId: string;
  userId?: string | null;
  resources?: string[] | null;
  /** The refresh token that it comes with. */
  refreshId?: string | null;
};

/** Whether this is a token of an AI client; a code is none, since it is worth nothing before it is exchanged. */
export function isIssued(model: string): boolean {
  return model === "oauthAccessToken" || model === "oauthRefreshToken";
}

/**
 * Lets a token be written only for the one resource, and only while its person lets the client do something. The binding
 * is held until the token is there: a disconnect comes before it or takes it along, never in between.
 * @throws APIError invalid_target, invalid_grant
 */
export async function admitIssuance(
  tx: Transaction,
  { clientId, userId, resources, refreshId }: Issued,
  resource: string,
): Promise<void> {
  if (resources?.length !== 1 || resources[0] !== resource) throw notOurs();
  const [bound] = await tx.execute(sql`
    SELECT b.id FROM ${mcpBindings} b JOIN ${users} u ON u.id = b.user_id AND u.banned_at IS NULL
    WHERE b.client_id = ${clientId} AND b.user_id = ${userId ?? null} FOR SHARE OF b`);
  if (!bound) throw oauthError("invalid_grant", "The person does not let this client do anything any more.");
  if (!refreshId) return;
  // Gone when its code or predecessor was used a second time at this moment.
  const [pair] = await tx.execute(
    sql`SELECT id FROM ${oauthRefreshTokens} WHERE id = ${refreshId} FOR KEY SHARE`,
  );
  if (!pair) throw oauthError("invalid_grant", "This was used more than once.");
}
