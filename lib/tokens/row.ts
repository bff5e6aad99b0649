import { toGiven } from "@/lib/grants";
import type { TokenRow } from "./schema";
import type { accessTokens } from "./table";

/** What is told of a token; its hash stays here. */
export function toTokenRow(row: typeof accessTokens.$inferSelect): TokenRow {
  const { id, name, prefix, readOnly, grants, organizationId } = row;
  return {
    id,
    name,
    prefix,
    readOnly,
    scoped: grants !== null,
    grants: grants?.map(toGiven) ?? null,
    organizationId,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
