import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { operation } from "@/lib/operation/define";
import { mayRead, readProposals, toRow } from "./row";
import { ProposalRow, ProposalState } from "./schema";
import { proposals } from "./table";

// What may be read is told by grants that a query cannot weigh; beyond these, somebody has stopped deciding.
const LOOKED_AT = 1_000;

export const listProposals = operation({
  id: "proposals.list",
  rest: "GET /api/proposals",
  summary: "List what AI clients have proposed, newest first.",
  permission: "member",
  input: z.object({
    state: ProposalState.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  output: z.object({ data: z.array(ProposalRow) }),
  async run(caller, { state, limit }) {
    const here = eq(proposals.organizationId, caller.organizationId);
    const rows = await readProposals(and(here, state && eq(proposals.state, state)), LOOKED_AT);
    const readable = rows.filter((row) => mayRead(caller, row)).slice(0, limit);
    return { data: readable.map((row) => toRow(caller, row)) };
  },
});
