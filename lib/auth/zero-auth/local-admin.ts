import { desc, eq, sql } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { createFirstOrganization } from "../store/organizations";
import { sessions, users } from "../table";

/** The one person of an instance without sign-in. The primary key keeps it one, whoever provisions it. */
export const LOCAL_ADMIN = "usr_local";

// Browsers keep their session, but a program that asks anew each time must not fill the table.
const KEPT_SESSIONS = 50;

/** Makes the local admin, owner of a workspace of their own, unless there is one. Of two at once one makes it. */
export async function provisionLocalAdmin(): Promise<void> {
  await db().transaction(async (tx) => {
    const [made] = await tx
      .insert(users)
      .values({
        id: LOCAL_ADMIN,
        name: "Local admin",
        // No address: it has no dot, so no form takes it and no letter arrives.
        email: "local@localhost",
        emailVerified: true,
        instanceAdmin: true,
      })
      .onConflictDoNothing()
      .returning({ id: users.id, name: users.name });
    if (made) await createFirstOrganization(tx, made);
  });
}

/** Ends the local admin's oldest sessions, beyond the newest fifty. */
export async function forgetOldSessions(): Promise<void> {
  const kept = db()
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, LOCAL_ADMIN))
    .orderBy(desc(sessions.createdAt))
    .limit(KEPT_SESSIONS);
  await db()
    .delete(sessions)
    .where(sql`${sessions.userId} = ${LOCAL_ADMIN} AND ${sessions.id} NOT IN ${kept}`);
}

/** Ends every session of the local admin: an instance that asks for a sign-in honours none that began without. */
export async function endLocalSessions(): Promise<void> {
  await db().delete(sessions).where(eq(sessions.userId, LOCAL_ADMIN));
}
