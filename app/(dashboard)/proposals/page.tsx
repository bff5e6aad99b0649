import type { Metadata } from "next";
import { Anchorage } from "@/components/marks/anchorage";
import { ProposalList } from "@/components/proposals/proposal-list";
import { Page, PageHead } from "@/components/shell/page";
import { Card } from "@/components/ui/card";
import { requireCaller } from "@/lib/auth/page-caller";
import { listProposals } from "@/lib/proposals";

export const metadata: Metadata = { title: "Proposals" };

export default async function ProposalsPage() {
  const { data } = await listProposals(await requireCaller("/proposals"), {});
  return (
    <Page crumbs={[{ label: "Proposals" }]}>
      <PageHead
        title="Proposals"
        lead="What AI clients want to change, for a person to approve or decline."
      />
      {data.length > 0 ? <ProposalList initial={data} /> : <Nothing />}
    </Page>
  );
}

function Nothing() {
  return (
    <Card className="grid justify-items-center gap-2 px-6 py-11 text-center">
      <Anchorage />
      <h2>Nobody has asked for anything</h2>
      <p className="max-w-[52ch] text-muted-foreground">
        When you connect an AI client and let it propose only, each change it wants to make waits here with
        its whole plan. Nothing is done before somebody approves it.
      </p>
    </Card>
  );
}
