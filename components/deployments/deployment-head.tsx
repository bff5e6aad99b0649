"use client";

import { ExternalLink, Package, Plug } from "lucide-react";
import Link from "next/link";
import { useTransition } from "react";
import { toast } from "sonner";
import { AppTile } from "@/components/marks/app-tile";
import { StatusMark } from "@/components/marks/status-mark";
import { TimeAgo } from "@/components/marks/time-ago";
import { took } from "@/components/marks/words";
import { PageHead } from "@/components/shell/page";
import type { Outcome } from "@/components/shell/shell-provider";
import { Button } from "@/components/ui/button";
import type { Deployment } from "@/lib/deployments/schema";
import { progressWords } from "./progress-words";
import { RollBack } from "./roll-back";
import { deploymentTitle, deploymentWords, isOver, whoAsked } from "./words";

export type DeploymentActions = {
  cancel: () => Promise<Outcome>;
  /** Goes on to the new deployment when it could be queued. */
  retry: () => Promise<Outcome>;
  /** The same, back to this one. */
  rollBack: (restoreData: boolean) => Promise<Outcome>;
};

type DeploymentHeadProps = {
  deployment: Deployment;
  openUrl: string | null;
  canWrite: boolean;
  actions: DeploymentActions;
};

export function DeploymentHead({ deployment, openUrl, canWrite, actions }: DeploymentHeadProps) {
  const ready = deployment.state === "ready";
  return (
    <PageHead
      tile={<AppTile logo={deployment.logo} name={deployment.appName} size="l" />}
      title={deploymentTitle(deployment)}
      lead={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm">
          <span aria-live="polite">
            <StatusMark
              tone={deploymentWords(deployment.state).tone}
              word={progressWords(deployment)}
              className="whitespace-normal"
            />
          </span>
          <Times deployment={deployment} />
        </div>
      }
    >
      {ready && openUrl && (
        <Button asChild variant="primary" className="max-md:flex-1">
          <a href={openUrl} target="_blank" rel="noreferrer">
            Open {deployment.projectName}
            <ExternalLink aria-hidden />
          </a>
        </Button>
      )}
      {ready ? (
        <Button asChild variant={openUrl ? "outline" : "primary"} className="max-md:flex-1">
          <Link href={`/projects/${deployment.projectId}#connection`}>
            <Plug aria-hidden />
            Connection
          </Link>
        </Button>
      ) : (
        <Button asChild>
          <Link href={`/projects/${deployment.projectId}`}>
            <Package aria-hidden />
            Open project
          </Link>
        </Button>
      )}
      {canWrite && deployment.wayBack && <RollBack deployment={deployment} rollBack={actions.rollBack} />}
      {canWrite && !isOver(deployment.state) && <Cancel deployment={deployment} cancel={actions.cancel} />}
    </PageHead>
  );
}

function Times({
  deployment: { state, startedAt, createdAt, finishedAt, createdBy, through },
}: {
  deployment: Deployment;
}) {
  if (!isOver(state) || !finishedAt) {
    return (
      <span className="text-muted-foreground">
        Began <TimeAgo at={startedAt ?? createdAt} everyMs={1_000} /> by {whoAsked({ createdBy, through })}
      </span>
    );
  }
  return (
    <span className="text-muted-foreground">
      Ended <TimeAgo at={finishedAt} /> after{" "}
      {took(Date.parse(finishedAt) - Date.parse(startedAt ?? createdAt))}, started by{" "}
      {whoAsked({ createdBy, through })}
    </span>
  );
}

function Cancel({ deployment, cancel }: { deployment: Deployment; cancel: () => Promise<Outcome> }) {
  const [busy, start] = useTransition();
  const waiting = busy || deployment.cancelRequested;
  return (
    <Button
      variant="danger-ghost"
      disabled={waiting}
      onClick={() =>
        start(async () => {
          const outcome = await cancel();
          if (!outcome.ok) toast.error("It was not cancelled", { description: outcome.message });
        })
      }
    >
      {waiting ? "Cancelling…" : "Cancel"}
    </Button>
  );
}
