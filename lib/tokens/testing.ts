import type { Caller } from "@/lib/access/caller";
import { callerOf } from "@/lib/auth/caller-of";
import { db } from "@/lib/db/client";
import { newToken } from "./secret";
import { accessTokens } from "./table";

/** A token of this person in their organization, as the table keeps it; it may hold more than they could give. */
export async function givenToken(
  { userId, organizationId }: Pick<Caller, "userId" | "organizationId">,
  more: Partial<typeof accessTokens.$inferInsert> = {},
) {
  const { token, hash, prefix } = newToken();
  const [row] = await db()
    .insert(accessTokens)
    .values({ hash, prefix, name: "Nightly export", organizationId, userId, ...more })
    .returning();
  if (!row) throw new Error("an insert returned no row");
  /** Who asks with it, as each request finds out anew. */
  const caller = (headers: Record<string, string> = {}) =>
    callerOf(new Headers({ authorization: `Bearer ${token}`, ...headers }));
  return { id: row.id, token, caller };
}
