import { eq, sql } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { callerBy } from "@/lib/auth/caller/credential";
import { PERSON } from "@/lib/auth/caller/person";
import { users } from "@/lib/auth/table";
import { db } from "@/lib/db/client";
import { hashOf, isToken } from "./secret";
import { accessTokens } from "./table";

const UNSEEN = sql<boolean>`(${accessTokens.lastUsedAt} IS NULL OR ${accessTokens.lastUsedAt} < now() - interval '1 minute')`;

/**
 * The caller of a personal access token, by one query on an index. The database compares hashes, so how long it takes
 * says nothing about how much of a guess is right.
 * @returns undefined when it is wrong, expired or revoked, or its person is blocked or has left
 * @throws Refusal TOKEN_ORG_SCOPE when X-Organization-Id names another organization than the token's
 */
export async function tokenCaller(token: string, headers: Headers): Promise<Caller | undefined> {
  if (!isToken(token)) return undefined;
  const { id, name, organizationId, readOnly, grants, expiresAt, hash } = accessTokens;
  const [row] = await db()
    .select({
      person: PERSON,
      credential: { id, name, organizationId, readOnly, narrowing: grants },
      unseen: UNSEEN,
    })
    .from(accessTokens)
    .innerJoin(users, eq(users.id, accessTokens.userId))
    .where(
      sql`${hash} = ${hashOf(token)} AND (${expiresAt} IS NULL OR ${expiresAt} > now()) AND ${users.bannedAt} IS NULL`,
    );
  if (!row) return undefined;
  const caller = callerBy("token", row.person, { ...row.credential, propose: false }, headers);
  if (row.unseen) noteUse(row.credential.id);
  return caller;
}

/** Keeps the last use for the list of tokens, once a minute. Nobody waits for it, and losing one does no harm. */
function noteUse(tokenId: string): void {
  const seen = db()
    .update(accessTokens)
    .set({ lastUsedAt: sql`now()` })
    .where(sql`${accessTokens.id} = ${tokenId} AND ${UNSEEN}`);
  seen.catch((cause) => console.error("the last use of a token could not be noted:", cause));
}
