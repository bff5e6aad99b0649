"use client";

import type { Route } from "next";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { StatusMark } from "@/components/marks/status-mark";
import { TimeAgo } from "@/components/marks/time-ago";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { Proposal } from "@/lib/proposals/schema";
import type { DecideOutcome } from "./proposal-view";
import { proposalWords } from "./words";

type Choice = "approve" | "decline";
type DecisionCardProps = { proposal: Proposal; decide: (choice: Choice) => Promise<DecideOutcome> };

/** Who asked and when, the two buttons, and afterwards where to look. */
export function DecisionCard({ proposal, decide }: DecisionCardProps) {
  const [busy, setBusy] = useState<Choice>();
  const [failure, setFailure] = useState<string>();
  async function choose(choice: Choice) {
    setBusy(choice);
    setFailure(undefined);
    const outcome = await decide(choice);
    setBusy(undefined);
    if (!outcome.ok) setFailure(outcome.message);
  }
  return (
    <Card aria-labelledby="decision">
      <CardHeader>
        <h2 id="decision">Decision</h2>
        <StatusMark {...proposalWords(proposal)} />
      </CardHeader>
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Fact name="Asked by">{proposal.client}</Fact>
        <Fact name="For">{proposal.person}</Fact>
        <Fact name="Asked">
          <TimeAgo at={proposal.createdAt} />
        </Fact>
        {proposal.decidedBy && <Fact name="Decided by">{proposal.decidedBy}</Fact>}
        {failure && <FailAlert>{failure}</FailAlert>}
        {proposal.canDecide && <Buttons busy={busy} choose={choose} />}
        <WhereToLook proposal={proposal} />
      </CardBody>
    </Card>
  );
}

function Buttons({ busy, choose }: { busy: Choice | undefined; choose: (choice: Choice) => void }) {
  return (
    <>
      <Button
        variant="primary"
        size="lg"
        className="mt-1.5 w-full"
        disabled={busy !== undefined}
        onClick={() => choose("approve")}
      >
        {busy === "approve" ? "Approving…" : "Approve"}
      </Button>
      <Button
        variant="ghost"
        className="w-full"
        disabled={busy !== undefined}
        onClick={() => choose("decline")}
      >
        {busy === "decline" ? "Declining…" : "Decline"}
      </Button>
      <p className="text-center text-xs text-muted-foreground">
        Approving does this once, in your name. The client reads what came of it.
      </p>
    </>
  );
}

function WhereToLook({ proposal: { outcome, projectId } }: { proposal: Proposal }) {
  if (!outcome) return null;
  const project = outcome.projectId ?? projectId;
  return (
    <>
      {outcome.deploymentId && (
        <Button asChild variant="primary" className="w-full">
          <Link href={`/deployments/${outcome.deploymentId}` as Route}>Follow the deployment</Link>
        </Button>
      )}
      {project && (
        <Button asChild className="w-full">
          <Link href={`/projects/${project}` as Route}>Open the project</Link>
        </Button>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-3 text-sm">
      <span className="text-muted-foreground">{name}</span>
      <b className="truncate">{children}</b>
    </div>
  );
}
