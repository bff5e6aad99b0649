import { eq, sql } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import type { Grant } from "@/lib/access/permissions";
import { Refusal } from "@/lib/access/refusal";
import { grants } from "@/lib/access/table";
import { db } from "@/lib/db/client";
import { authSecret } from "@/lib/secrets/auth-secret";
import { readSessionToken } from "./cookie";
import { members, sessions, users } from "./table";
import { admitsZeroAuth } from "./zero-auth/admits";
import { LOCAL_ADMIN, provisionLocalAdmin } from "./zero-auth/local-admin";

/**
 * Who a request comes from, by exactly one proof of identity: bearer token, then session cookie, then, where the
 * instance asks for no sign-in, coming from this machine.
 * @throws Refusal UNAUTHORIZED without a valid session, INVALID_TOKEN with a bearer token that is none of ours,
 * AUTH_UNAVAILABLE when the session cannot be checked: that never falls back to anything
 */
export async function callerOf(headers: Headers): Promise<Caller> {
  if (headers.has("authorization")) throw new Refusal("INVALID_TOKEN");
  let caller: Caller | undefined;
  try {
    const token = readSessionToken(headers.get("cookie"), authSecret());
    const wanted = headers.get("x-organization-id");
    caller = token ? await sessionCaller(token, wanted) : undefined;
    // A cookie that is no session of ours may be another instance's: browsers keep one jar for all ports.
    if (!caller && admitsZeroAuth(headers)) caller = await loopbackCaller(wanted);
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    console.error("a session could not be checked:", cause);
    throw new Refusal("AUTH_UNAVAILABLE", { cause });
  }
  if (!caller) throw new Refusal("UNAUTHORIZED");
  return caller;
}

// Named by hand: without a join the query builder leaves the table's name out, and `id` would be the member's.
const PERSON = {
  userId: users.id,
  name: users.name,
  email: users.email,
  instanceAdmin: users.instanceAdmin,
  organizations: sql<
    string[] | null
  >`(SELECT array_agg(m.organization_id ORDER BY m.created_at) FROM ${members} m WHERE m.user_id = ${users}.id)`,
  grants: sql<
    Grant[] | null
  >`(SELECT json_agg(json_build_object('organizationId', g.organization_id, 'resourceType', g.resource_type, 'resourceId', g.resource_id, 'permission', g.permission)) FROM ${grants} g WHERE g.user_id = ${users}.id)`,
};

type Person = Pick<Caller, "userId" | "name" | "email" | "instanceAdmin"> & {
  organizations: string[] | null;
  grants: Grant[] | null;
};

/** One query: the session, its person, that person's organizations and grants. */
async function sessionCaller(token: string, wanted: string | null): Promise<Caller | undefined> {
  const [row] = await db()
    .select({
      ...PERSON,
      active: sessions.activeOrganizationId,
      sessionId: sessions.id,
      unseen: sql<boolean>`${sessions.updatedAt} < now() - interval '5 minutes'`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(sql`${sessions.token} = ${token} AND ${sessions.expiresAt} > now() AND ${users.bannedAt} IS NULL`)
    .limit(1);
  if (!row) return undefined;
  if (row.unseen) noteUse(row.sessionId);
  return callerFor(row, "session", wanted, row.active);
}

/** The local admin, who is made by the first request. */
async function loopbackCaller(wanted: string | null): Promise<Caller | undefined> {
  const person = (await localAdmin()) ?? (await provisionLocalAdmin().then(localAdmin));
  return person && callerFor(person, "loopback", wanted, null);
}

async function localAdmin(): Promise<Person | undefined> {
  const [row] = await db()
    .select(PERSON)
    .from(users)
    .where(sql`${users.id} = ${LOCAL_ADMIN} AND ${users.bannedAt} IS NULL`);
  return row;
}

function callerFor(
  row: Person,
  kind: "session" | "loopback",
  wanted: string | null,
  active: string | null,
): Caller {
  const organizations = row.organizations ?? [];
  // An organization that the person left, or never was in, is not theirs to choose.
  const organizationId =
    [wanted, active].find((id) => id && organizations.includes(id)) ?? organizations[0] ?? "";
  if (wanted && organizationId !== wanted) throw new Refusal("NOT_FOUND");
  return {
    kind,
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
