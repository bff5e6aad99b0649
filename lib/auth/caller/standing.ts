import { eq, sql } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { db } from "@/lib/db/client";
import { users } from "../table";
import { callerAs, PERSON } from "./person";

/**
 * The caller for what a person wished once and Roadstead does later, without a request: with what the person may do at
 * this moment, and not with what they could do then.
 * @param wish what speaks for them, as people read it in the audit log
 * @returns undefined when the person is blocked, gone, or not of this organization any more
 */
export async function standingCaller(
  wish: string,
  { userId, organizationId }: Pick<Caller, "userId" | "organizationId">,
): Promise<Caller | undefined> {
  const [person] = await db()
    .select(PERSON)
    .from(users)
    .where(sql`${eq(users.id, userId)} AND ${users.bannedAt} IS NULL`);
  if (!person?.organizations?.includes(organizationId)) return undefined;
  const caller = callerAs(person, "session", new Headers(), organizationId);
  const ofHere = caller.grants.filter((grant) => grant.organizationId === organizationId);
  return { ...caller, instanceAdmin: false, credential: { id: "", name: wish }, grants: ofHere };
}
