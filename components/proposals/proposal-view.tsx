"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { HostFitBars } from "@/components/apps/host-fit-bars";
import { FailAlert } from "@/components/marks/fail-alert";
import { ChangePlanTables } from "@/components/projects/change-plan-tables";
import { api } from "@/components/shell/live";
import { PageHead } from "@/components/shell/page";
import { Alert } from "@/components/ui/alert";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { Proposal, ProposedPlan } from "@/lib/proposals/schema";
import { DecisionCard } from "./decision-card";
import { InstallPlanTables } from "./install-plan-tables";
import { endInWords } from "./words";

export type DecideOutcome = { ok: true } | { ok: false; message: string };
type ProposalViewProps = {
  initial: Proposal;
  decide: (choice: "approve" | "decline") => Promise<DecideOutcome>;
};

/** One proposal: what was asked, what would happen, and the decision. */
export function ProposalView({ initial, decide }: ProposalViewProps) {
  const queries = useQueryClient();
  const { data: proposal } = useQuery({
    queryKey: ["proposal", initial.id],
    queryFn: () => api.proposals.show(initial.id),
    initialData: initial,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : 5_000),
  });
  async function decided(choice: "approve" | "decline") {
    const outcome = await decide(choice).catch(() => ({
      ok: false as const,
      message: "The server did not answer. Look again in a moment: it may have been done.",
    }));
    await Promise.all([
      queries.invalidateQueries({ queryKey: ["proposal", initial.id] }),
      queries.invalidateQueries({ queryKey: ["proposals"] }),
      queries.invalidateQueries({ queryKey: ["projects"] }),
    ]);
    return outcome;
  }
  return (
    <>
      <PageHead
        title={proposal.summary}
        lead={
          <>
            Proposed by <b className="text-foreground">{proposal.client}</b>, an AI client that acts for{" "}
            {proposal.person}.
          </>
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="order-2 grid min-w-0 gap-4 lg:order-none">
          {proposal.plan ? <Plan plan={proposal.plan} /> : <Ended proposal={proposal} />}
        </div>
        <div className="grid min-w-0 gap-4 lg:sticky lg:top-[calc(var(--topbar-height)+20px)]">
          <DecisionCard proposal={proposal} decide={decided} />
        </div>
      </div>
    </>
  );
}

function isOver(proposal: Proposal | undefined): boolean {
  return proposal !== undefined && !["pending", "running"].includes(proposal.state);
}

function Plan({ plan }: { plan: ProposedPlan }) {
  if (plan.kind === "change") return <ChangePlanTables plan={plan.plan} />;
  if (plan.kind === "none") {
    return (
      <Alert variant="primary">
        <Info aria-hidden />
        <div>{plan.reason ?? "Nothing has been done yet."}</div>
      </Alert>
    );
  }
  const { issues } = plan.plan;
  return (
    <>
      {issues.length > 0 && (
        <FailAlert standing>
          <b>It cannot be done as it stands:</b> {issues.map(({ message }) => message).join(" ")}
        </FailAlert>
      )}
      <Alert variant="primary">
        <Info aria-hidden />
        <div>Nothing has been made yet. This is everything that approving will make, and nothing else.</div>
      </Alert>
      <InstallPlanTables plan={plan.plan} />
      <Card aria-labelledby="fit">
        <CardHeader>
          <h2 id="fit">Fit on this machine</h2>
        </CardHeader>
        <CardBody>
          <HostFitBars fit={plan.plan.fit} appName={plan.appName} />
        </CardBody>
      </Card>
    </>
  );
}

function Ended({ proposal }: { proposal: Proposal }) {
  if (proposal.state === "failed") return <FailAlert standing>{endInWords(proposal)}</FailAlert>;
  const words =
    proposal.state === "pending"
      ? "You may see this, but not decide on it. Who may do it themselves can."
      : endInWords(proposal);
  return (
    <Alert variant={proposal.state === "done" ? "ok" : "primary"} role="status">
      <Info aria-hidden />
      <div>{words}</div>
    </Alert>
  );
}
