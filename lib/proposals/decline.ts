import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { operation } from "@/lib/operation/define";
import { claim } from "./decide";
import { mayDecide, readProposal, toRow } from "./row";
import { ProposalId, ProposalRow } from "./schema";

export const declineProposal = operation({
  id: "proposals.decline",
  rest: "POST /api/proposals/{proposalId}/decline",
  summary: "Decline a proposal: it is never done.",
  permission: "account",
  input: z.object({ proposalId: ProposalId }),
  output: ProposalRow,
  async run(caller, { proposalId }) {
    const row = await readProposal(caller, proposalId);
    if (!mayDecide(caller, row)) throw new Refusal("FORBIDDEN");
    await claim(row, caller, "declined");
    return toRow(caller, await readProposal(caller, proposalId));
  },
});
