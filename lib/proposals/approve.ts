import { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import { REFUSALS, Refusal } from "@/lib/access/refusal";
import { operation } from "@/lib/operation/define";
import { clientCaller } from "./client-caller";
import { claim, finish } from "./decide";
import type { Proposable } from "./proposable";
import { openInput, type ProposalRecord, proposableOf, readProposal, toRow } from "./row";
import { ProposalId, ProposalOutcome, ProposalRow } from "./schema";

export const approveProposal = operation({
  id: "proposals.approve",
  rest: "POST /api/proposals/{proposalId}/approve",
  summary:
    "Approve a proposal: it is done once, by whoever approves, if the client that asked may still do it. Tells what came of it.",
  permission: "account",
  input: z.object({ proposalId: ProposalId }),
  output: ProposalRow,
  async run(caller, { proposalId }) {
    const row = await readProposal(caller, proposalId);
    const { verb, think } = proposableOf(row);
    // It belongs to the organization it was made in, whichever one the person has open.
    const here = { ...caller, organizationId: row.organizationId };
    const input = openInput(row);
    await verb.admit(here, input);
    await refuseGone(row, verb, input);
    await claim(row, caller, "running");
    await refuseStale(here, row, think, input);
    await carryOut(here, row, verb, input);
    return toRow(caller, await readProposal(caller, proposalId));
  },
});

async function refuseGone(row: ProposalRecord, verb: Proposable["verb"], input: unknown): Promise<void> {
  const client = await clientCaller(row);
  if (!client) throw new Refusal("PROPOSAL_CLIENT_GONE");
  try {
    await verb.admit(client, input);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    throw new Refusal("PROPOSAL_CLIENT_GONE", { cause });
  }
}

/** @throws Refusal PROPOSAL_STALE, and the proposal has ended */
async function refuseStale(
  caller: Caller,
  row: ProposalRecord,
  think: Proposable["think"],
  input: unknown,
): Promise<void> {
  let now: string | null | undefined;
  try {
    now = (await think(caller, input as never)).fingerprint;
  } catch (error) {
    await finish(row, { state: "failed", outcome: told(error) });
    throw error;
  }
  if (now === row.fingerprint) return;
  const stale = new Refusal("PROPOSAL_STALE");
  await finish(row, { state: "expired", outcome: told(stale) });
  throw stale;
}

/** Does it. A closed tab does not end what a person has approved. */
async function carryOut(
  caller: Caller,
  row: ProposalRecord,
  verb: Proposable["verb"],
  input: unknown,
): Promise<void> {
  try {
    await finish(row, { state: "done", outcome: toOutcome(await verb(caller, input as never)) });
  } catch (error) {
    await finish(row, { state: "failed", outcome: told(error) });
    if (!(error instanceof Refusal)) throw error;
  }
}

/** What a verb's answer says of where to look; updates name their deployment as the interface writes it. */
function toOutcome(result: unknown): ProposalOutcome {
  const { deployment_id: deploymentId, project_id: projectId, ...rest } = Object(result);
  return ProposalOutcome.safeParse({ deploymentId, projectId, ...rest }).data ?? {};
}

function told(error: unknown): ProposalOutcome {
  if (error instanceof Refusal) return { code: error.code, message: error.message };
  return { code: "INTERNAL", message: REFUSALS.INTERNAL[1] };
}
