import { aliasedTable, and, desc, eq, getTableColumns, lt, or, type SQL, sql } from "drizzle-orm";
import { authorize, type Resource } from "@/lib/access/authorize";
import type { Caller } from "@/lib/access/caller";
import { allows } from "@/lib/access/permissions";
import { Refusal } from "@/lib/access/refusal";
import { users } from "@/lib/auth/table";
import { db } from "@/lib/db/client";
import { openSecret, sealSecret } from "@/lib/secrets";
import { PROPOSABLE, type Proposable } from "./proposable";
import type { ProposalRow } from "./schema";
import { proposals } from "./table";

export type ProposalRecord = typeof proposals.$inferSelect;
type Shown = ProposalRecord & { person: string; decider: string | null };

const deciders = aliasedTable(users, "deciders");

/** Proposals with the names of the people around them, newest first. */
export async function readProposals(which: SQL | undefined, limit: number): Promise<Shown[]> {
  await settleOverdue();
  return await db()
    .select({ ...getTableColumns(proposals), person: users.name, decider: deciders.name })
    .from(proposals)
    .innerJoin(users, eq(users.id, proposals.userId))
    .leftJoin(deciders, eq(deciders.id, proposals.decidedBy))
    .where(which)
    .orderBy(desc(proposals.createdAt), desc(proposals.id))
    .limit(limit);
}

/** A proposal that the caller may read. @throws Refusal NOT_FOUND */
export async function readProposal(caller: Caller, proposalId: string): Promise<Shown> {
  const [found] = await readProposals(eq(proposals.id, proposalId), 1);
  if (!found || !mayRead(caller, found)) throw new Refusal("NOT_FOUND");
  return found;
}

/**
 * Who may read a proposal: the client that made it, the person it was made for, and whoever may see what it is about.
 */
export function mayRead(caller: Caller, row: ProposalRecord): boolean {
  const own = row.userId === caller.userId && row.organizationId === caller.organizationId;
  if (caller.kind === "mcp") return own && row.clientId === caller.credential?.id;
  if (own && !caller.narrowed) return true;
  const { organizationId, resourceId } = row;
  const about = { type: "project" as const, id: resourceId ?? "*", organizationId };
  return allows(caller.grants, about, resourceId ? "read" : "write");
}

/** Whether the caller could do it themselves, and may speak for themselves. */
export function mayDecide(caller: Caller, row: ProposalRecord): boolean {
  const { organizationId, resourceId } = row;
  const about: Resource | undefined = resourceId
    ? { type: "project", id: resourceId, organizationId }
    : undefined;
  try {
    authorize(caller, "account", undefined, true);
    authorize({ ...caller, organizationId }, proposableOf(row).verb.permission, about, true);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** @throws Refusal PROPOSAL_STALE when there is no such verb any more */
export function proposableOf({ operation }: Pick<ProposalRecord, "operation">): Proposable {
  const found = PROPOSABLE.find(({ verb }) => verb.id === operation);
  // A newer version of Roadstead may not know what an older one proposed.
  if (!found) throw new Refusal("PROPOSAL_STALE");
  return found;
}

export function toRow(caller: Caller, row: Shown): ProposalRow {
  return {
    id: row.id,
    operation: row.operation,
    summary: row.summary,
    projectId: row.resourceId,
    client: row.clientName,
    person: row.person,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedBy: row.decidedBy && (row.decider ?? "Someone who is gone"),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    outcome: row.outcome,
    canDecide: row.state === "pending" && mayDecide(caller, row),
  };
}

const bindingOf = (id: string) => ({ projectId: id, service: "proposal", key: "input" });

export function sealInput(id: string, input: unknown): string {
  return sealSecret(JSON.stringify(input), bindingOf(id));
}

/** @throws Refusal SECRET_UNREADABLE */
export function openInput({ id, input }: Pick<ProposalRecord, "id" | "input">): unknown {
  return JSON.parse(openSecret(input, bindingOf(id)));
}

// Far longer than any verb takes. What runs for so long was left by a process that ended.
const GIVEN_UP = sql`now() - interval '1 hour'`;
const INTERRUPTED = {
  code: "INTERNAL",
  message: "Roadstead stopped while this was done. Look at the project before anything is done again.",
};

/** Ends what waited too long, and what nobody carries any more; the latter is never begun again. */
async function settleOverdue(): Promise<void> {
  const waited = and(eq(proposals.state, "pending"), lt(proposals.expiresAt, sql`now()`));
  const left = and(eq(proposals.state, "running"), lt(proposals.decidedAt, GIVEN_UP));
  await db()
    .update(proposals)
    .set({
      state: sql`CASE ${proposals.state} WHEN 'pending' THEN 'expired' ELSE 'failed' END`,
      outcome: sql`CASE ${proposals.state} WHEN 'pending' THEN NULL ELSE ${JSON.stringify(INTERRUPTED)}::jsonb END`,
    })
    .where(or(waited, left));
}
