import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ProposalView } from "@/components/proposals/proposal-view";
import { Page } from "@/components/shell/page";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { requireCaller } from "@/lib/auth/page-caller";
import { showProposal } from "@/lib/proposals";
import { decideAction } from "../actions";

export const metadata: Metadata = { title: "Proposal" };

export default async function ProposalPage({ params }: PageProps<"/proposals/[proposalId]">) {
  const { proposalId } = await params;
  const proposal = await read(await requireCaller(`/proposals/${proposalId}`), proposalId);
  return (
    <Page crumbs={[{ label: "Proposals", href: "/proposals" }, { label: proposal.summary }]}>
      <ProposalView key={proposal.id} initial={proposal} decide={decideAction.bind(null, proposal.id)} />
    </Page>
  );
}

async function read(caller: Caller, proposalId: string) {
  try {
    return await showProposal(caller, { proposalId });
  } catch (error) {
    if (error instanceof Refusal && (error.code === "NOT_FOUND" || error.code === "VALIDATION_ERROR"))
      notFound();
    throw error;
  }
}
