import { sql } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { callerBy } from "@/lib/auth/caller/credential";
import { PERSON } from "@/lib/auth/caller/person";
import { users } from "@/lib/auth/table";
import { db } from "@/lib/db/client";
import { mcpBindings } from "@/lib/mcp-clients/table";
import type { ProposalRecord } from "./row";

/**
 * Who made a proposal, with what its person lets it do at this moment, and no longer bound to propose: it is asked
 * whether the thing itself is allowed. Undefined when the client was disconnected, or its person blocked or gone.
 */
export async function clientCaller(row: ProposalRecord): Promise<Caller | undefined> {
  const { clientId, userId, organizationId, readOnly, grants } = mcpBindings;
  const [found] = await db()
    .select({ person: PERSON, binding: { organizationId, readOnly, narrowing: grants } })
    .from(mcpBindings)
    .innerJoin(users, sql`${users.id} = ${userId}`)
    .where(sql`${clientId} = ${row.clientId} AND ${userId} = ${row.userId} AND ${users.bannedAt} IS NULL`);
  if (found?.binding.organizationId !== row.organizationId) return undefined;
  const client = { id: row.clientId, name: row.clientName, propose: false };
  return callerBy("mcp", found.person, { ...client, ...found.binding }, new Headers());
}
