import { eq, sql } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import type { Grant } from "@/lib/access/permissions";
import { Refusal } from "@/lib/access/refusal";
import { grants } from "@/lib/access/table";
import { db } from "@/lib/db/client";
import { authSecret } from "@/lib/secrets/auth-secret";
import { readSessionToken } from "./cookie";
import { members, sessions, users } from "./table";

/**
 * Who a request comes from, by exactly one proof of identity.
 * @throws Refusal UNAUTHORIZED without a valid session, INVALID_TOKEN with a bearer token that is none of ours,
 * AUTH_UNAVAILABLE when the session cannot be checked: that never falls back to anything
 */
export async function callerOf(headers: Headers): Promise<Caller> {
  if (headers.has("authorization")) throw new Refusal("INVALID_TOKEN");
  let caller: Caller | undefined;
  try {
    const token = readSessionToken(headers.get("cookie"), authSecret());
    caller = token ? await sessionCaller(token, headers.get("x-organization-id")) : undefined;
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    console.error("a session could not be checked:", cause);
    throw new Refusal("AUTH_UNAVAILABLE", { cause });
  }
  if (!caller) throw new Refusal("UNAUTHORIZED");
  return caller;
}

/** One query: the session, its person, that person's organizations and grants. */
async function sessionCaller(token: string, wanted: string | null): Promise<Caller | undefined> {
  const [row] = await db()
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      instanceAdmin: users.instanceAdmin,
      active: sessions.activeOrganizationId,
      sessionId: sessions.id,
      unseen: sql<boolean>`${sessions.updatedAt} < now() - interval '5 minutes'`,
      organizations: sql<
        string[] | null
      >`(SELECT array_agg(${members.organizationId} ORDER BY ${members.createdAt}) FROM ${members} WHERE ${members.userId} = ${users.id})`,
      grants: sql<
        Grant[] | null
      >`(SELECT json_agg(json_build_object('organizationId', ${grants.organizationId}, 'resourceType', ${grants.resourceType}, 'resourceId', ${grants.resourceId}, 'permission', ${grants.permission})) FROM ${grants} WHERE ${grants.userId} = ${users.id})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(sql`${sessions.token} = ${token} AND ${sessions.expiresAt} > now() AND ${users.bannedAt} IS NULL`)
    .limit(1);
  if (!row) return undefined;
  if (row.unseen) noteUse(row.sessionId);
  const organizations = row.organizations ?? [];
  // An organization that the person left, or never was in, is not theirs to choose.
  const organizationId =
    [wanted, row.active].find((id) => id && organizations.includes(id)) ?? organizations[0] ?? "";
  if (wanted && organizationId !== wanted) throw new Refusal("NOT_FOUND");
  return {
    kind: "session",
    userId: row.userId,
    name: row.name,
    email: row.email,
    organizationId,
    instanceAdmin: row.instanceAdmin,
    readOnly: false,
    grants: (row.grants ?? []).filter((grant) => organizations.includes(grant.organizationId)),
  };
}

/** Keeps the last use for the list of sessions. Nobody waits for it, and losing one does no harm. */
function noteUse(sessionId: string): void {
  const seen = db().update(sessions).set({ updatedAt: sql`now()` }).where(eq(sessions.id, sessionId));
  seen.catch((cause) => console.error("the last use of a session could not be noted:", cause));
}
