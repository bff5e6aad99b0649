import { sql } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { db } from "@/lib/db/client";
import { users } from "../table";
import { LOCAL_ADMIN, provisionLocalAdmin } from "../zero-auth/local-admin";
import { callerAs, PERSON, type Person } from "./person";

/** The local admin, who is made by the first request. */
export async function loopbackCaller(headers: Headers): Promise<Caller | undefined> {
  const person = (await localAdmin()) ?? (await provisionLocalAdmin().then(localAdmin));
  return person && callerAs(person, "loopback", headers, null);
}

async function localAdmin(): Promise<Person | undefined> {
  const [row] = await db()
    .select(PERSON)
    .from(users)
    .where(sql`${users.id} = ${LOCAL_ADMIN} AND ${users.bannedAt} IS NULL`);
  return row;
}
