import { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { operation } from "@/lib/operation/define";
import { openInput, type ProposalRecord, proposableOf, readProposal, toRow } from "./row";
import { Proposal, ProposalId, type ProposedPlan } from "./schema";

export const showProposal = operation({
  id: "proposals.show",
  rest: "GET /api/proposals/{proposalId}",
  summary: "Show one proposal of an AI client; while it waits, with what approving would do.",
  mcp: {
    title: "Show a proposal",
    about:
      "A change that this client proposed, and what came of it: pending until a person decides, then done, failed or declined. `outcome` names the deployment to follow, or why nothing was done.",
  },
  permission: "member",
  input: z.object({ proposalId: ProposalId }),
  output: Proposal,
  async run(caller, { proposalId }) {
    const record = await readProposal(caller, proposalId);
    const row = toRow(caller, record);
    return { ...row, plan: row.canDecide ? await planOf(caller, record) : null };
  },
});

/** What approving would do now; when that cannot be told, why. */
async function planOf(caller: Caller, record: ProposalRecord): Promise<ProposedPlan> {
  try {
    const here = { ...caller, organizationId: record.organizationId };
    return (await proposableOf(record).think(here, openInput(record) as never)).plan;
  } catch (error) {
    if (error instanceof Refusal) return { kind: "none", reason: error.message };
    throw error;
  }
}
