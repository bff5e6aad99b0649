import { and, eq, gte, ilike, inArray, lt, notInArray, or, type SQL, sql } from "drizzle-orm";
import { auditEvents } from "@/lib/access/table";
import { users } from "@/lib/auth/table";
import { db } from "@/lib/db/client";
import { INSTANCE_CHAIN } from "./chain/entry";
import { ofChain } from "./chain/head";
import { AUDIT_WORDS, wasDone } from "./rules";
import type { AuditEvent, AuditFilter } from "./schema";

// Of what has a name now; the log itself keeps ids only.
const credentialName = sql<string | null>`coalesce(
  (SELECT name FROM access_tokens WHERE id = ${auditEvents.credentialId}),
  (SELECT name FROM oauth_clients WHERE client_id = ${auditEvents.credentialId}))`;
const resourceName = sql<string | null>`coalesce(
  (SELECT name FROM projects WHERE id = ${auditEvents.resourceId}),
  (SELECT name FROM users WHERE id = ${auditEvents.resourceId}),
  (SELECT name FROM organizations WHERE id = ${auditEvents.resourceId}),
  (SELECT users.name FROM members JOIN users ON users.id = members.user_id WHERE members.id = ${auditEvents.resourceId}),
  (SELECT name FROM access_tokens WHERE id = ${auditEvents.resourceId}))`;

/** The log of the organization, or of the instance. */
export const chainAsked = ({ of }: AuditFilter, organizationId: string) =>
  of === "instance" ? INSTANCE_CHAIN : organizationId;

/** Rows of one chain that a filter lets through, newest first. @param before only those with a smaller number */
export async function readRows(
  chain: string,
  filter: AuditFilter,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<AuditEvent[]> {
  const rows = await db()
    .select({
      event: auditEvents,
      name: users.name,
      email: users.email,
      credentialName,
      resourceName,
    })
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.userId))
    .where(
      and(ofChain(chain), before === undefined ? undefined : lt(auditEvents.seq, before), ...wanted(filter)),
    )
    .orderBy(sql`${auditEvents.seq} DESC`)
    .limit(limit);
  return rows.map(({ event, name, email, ...names }) => ({
    seq: event.seq,
    at: event.at.toISOString(),
    operation: event.operation,
    outcome: event.outcome,
    user: event.userId ? { id: event.userId, name, email } : null,
    callerKind: event.callerKind,
    credential: event.credentialId ? { id: event.credentialId, name: names.credentialName } : null,
    address: event.address,
    resource: event.resourceId ? { id: event.resourceId, name: names.resourceName } : null,
    details: event.details ?? {},
    hash: event.hash,
  }));
}

const FINE = ["done", "SECOND_FACTOR_ASKED"].filter(wasDone);

function wanted({ user, operation, resource, outcome, from, to, q }: AuditFilter): (SQL | undefined)[] {
  return [
    user ? eq(auditEvents.userId, user) : undefined,
    operation ? eq(auditEvents.operation, operation) : undefined,
    resource ? eq(auditEvents.resourceId, resource) : undefined,
    ofOutcome(outcome),
    from ? gte(auditEvents.at, new Date(from)) : undefined,
    to ? lt(auditEvents.at, endOf(to)) : undefined,
    q ? inWords(q) : undefined,
  ];
}

function ofOutcome(outcome: string | undefined): SQL | undefined {
  if (!outcome) return undefined;
  if (outcome === "refused") return notInArray(auditEvents.outcome, FINE);
  return eq(auditEvents.outcome, outcome);
}

/** A day is meant with all its hours, a time with its own second. */
function endOf(to: string): Date {
  const end = new Date(to);
  end.setTime(end.getTime() + (/^\d{4}-\d\d-\d\d$/.test(to) ? 24 * 3600_000 : 1000));
  return end;
}

/** Operations that are called so, by their id or by our words for them. */
function inWords(q: string): SQL | undefined {
  const words = q.toLowerCase();
  const named = Object.keys(AUDIT_WORDS).filter((id) => AUDIT_WORDS[id]?.toLowerCase().includes(words));
  const pattern = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  return or(
    ilike(auditEvents.operation, pattern),
    inArray(auditEvents.operation, named.length > 0 ? named : [""]),
  );
}
