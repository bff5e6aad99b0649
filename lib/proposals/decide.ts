import { and, eq, sql } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import type { ProposalRecord } from "./row";
import { proposals } from "./table";

/**
 * Takes a waiting proposal, for one decision and for one only: of many who decide at once, the others are told.
 * @throws Refusal PROPOSAL_EXPIRED, PROPOSAL_DECIDED
 */
export async function claim(
  { id }: ProposalRecord,
  { userId }: Caller,
  state: "running" | "declined",
): Promise<void> {
  const open = and(eq(proposals.id, id), eq(proposals.state, "pending"), sql`${proposals.expiresAt} > now()`);
  const claimed = await db()
    .update(proposals)
    .set({ state, decidedBy: userId, decidedAt: sql`now()` })
    .where(open)
    .returning({ id: proposals.id });
  if (claimed.length === 0) throw await whyNot(id);
}

/** Why a proposal that cannot be claimed cannot. */
async function whyNot(id: string): Promise<Refusal> {
  const [row] = await db().select({ state: proposals.state }).from(proposals).where(eq(proposals.id, id));
  if (!row) return new Refusal("NOT_FOUND");
  return new Refusal(
    row.state === "pending" || row.state === "expired" ? "PROPOSAL_EXPIRED" : "PROPOSAL_DECIDED",
  );
}

/** Writes down what came of a claimed proposal. */
export async function finish(
  { id }: ProposalRecord,
  end: Pick<ProposalRecord, "state" | "outcome">,
): Promise<void> {
  await db()
    .update(proposals)
    .set(end)
    .where(and(eq(proposals.id, id), eq(proposals.state, "running")));
}
