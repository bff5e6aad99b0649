import { eq, sql } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { db } from "@/lib/db/client";
import { sessions, users } from "../table";
import { callerAs, PERSON } from "./person";

/** The caller of a session; undefined when there is none, or its person is blocked. One query. */
export async function sessionCaller(token: string, headers: Headers): Promise<Caller | undefined> {
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
  return callerAs(row, "session", headers, row.active);
}

/** Keeps the last use for the list of sessions. Nobody waits for it, and losing one does no harm. */
function noteUse(sessionId: string): void {
  const seen = db().update(sessions).set({ updatedAt: sql`now()` }).where(eq(sessions.id, sessionId));
  seen.catch((cause) => console.error("the last use of a session could not be noted:", cause));
}
