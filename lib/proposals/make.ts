import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { recordAudit } from "@/lib/audit/record";
import { baseUrl } from "@/lib/auth/base-url";
import { db, type Transaction } from "@/lib/db/client";
import { newId } from "@/lib/db/columns";
import type { Operation } from "@/lib/operation/define";
import { noteFailed } from "@/lib/operation/note";
import { issuesOf } from "./proposable";
import { openInput, type ProposalRecord, proposableOf, sealInput } from "./row";
import type { Proposed } from "./schema";
import { proposals } from "./table";

const MOST_PENDING = 50;
const OPEN_FOR = sql`now() + interval '7 days'`;

/**
 * Puts what a client asked for before a person, instead of doing it. It is admitted and thought through as if it were
 * done, so that nobody is asked about what cannot be. Asked for again while it waits, it is the same proposal.
 * @throws Refusal as the verb would; TOO_MANY_PROPOSALS
 */
export async function makeProposal(
  caller: Caller,
  verb: Operation,
  sent: unknown,
): Promise<z.infer<typeof Proposed>> {
  const { input, resource } = await admitted(caller, verb, sent);
  const { summary, plan, fingerprint } = await proposableOf({ operation: verb.id }).think(
    caller,
    input as never,
  );
  const issues = issuesOf(plan);
  if (issues.length > 0) throw new Refusal("VALIDATION_ERROR", { issues });
  const resourceId = resource?.id ?? null;
  const row = await db().transaction(async (tx) => {
    const pending = await lockPending(tx, caller);
    const same = pending.find((one) => isSame(one, verb, input, fingerprint));
    if (same) return same;
    if (pending.length >= MOST_PENDING) throw new Refusal("TOO_MANY_PROPOSALS");
    return await store(tx, caller, { operation: verb.id, resourceId, summary, fingerprint }, input);
  });
  await recordAudit(caller, { operation: "proposals.make", resourceId: row.id, outcome: "done" });
  return {
    proposalId: row.id,
    state: row.state,
    summary: row.summary,
    url: `${baseUrl()}/proposals/${row.id}`,
    expiresAt: row.expiresAt.toISOString(),
    next: "Nothing was done yet. Ask a person to decide at this address, then read the outcome with proposals_show.",
  };
}

/** Being refused is written down as it is for a call. */
async function admitted(caller: Caller, verb: Operation, sent: unknown) {
  try {
    return await verb.admit({ ...caller, propose: false }, sent);
  } catch (error) {
    const isAuthority = error instanceof Refusal && error.code !== "VALIDATION_ERROR";
    if (isAuthority)
      await noteFailed(caller, { operation: verb.id, resource: undefined, input: sent }, error);
    throw error;
  }
}

/** The client's open proposals; until the transaction ends, it makes no other one. */
async function lockPending(tx: Transaction, { credential, userId }: Caller): Promise<ProposalRecord[]> {
  const clientId = credential?.id ?? "";
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`proposals ${clientId} ${userId}`}, 0))`,
  );
  return await tx
    .select()
    .from(proposals)
    .where(
      and(
        eq(proposals.clientId, clientId),
        eq(proposals.userId, userId),
        eq(proposals.state, "pending"),
        sql`${proposals.expiresAt} > now()`,
      ),
    );
}

function isSame(one: ProposalRecord, verb: Operation, input: unknown, fingerprint: string | null): boolean {
  if (one.operation !== verb.id || one.fingerprint !== fingerprint) return false;
  return JSON.stringify(openInput(one)) === JSON.stringify(input);
}

async function store(
  tx: Transaction,
  { organizationId, userId, credential }: Caller,
  about: Pick<ProposalRecord, "operation" | "resourceId" | "summary" | "fingerprint">,
  input: unknown,
): Promise<ProposalRecord> {
  const id = newId("prp");
  const client = { clientId: credential?.id ?? "", clientName: credential?.name ?? "" };
  const [row] = await tx
    .insert(proposals)
    .values({
      id,
      organizationId,
      userId,
      ...client,
      ...about,
      input: sealInput(id, input),
      expiresAt: OPEN_FOR,
    })
    .returning();
  if (!row) throw new Error("an insert returned no row");
  return row;
}
