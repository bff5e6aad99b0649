"use client";

import type { Route } from "next";
import { useState } from "react";
import type { ViewLine } from "@/components/logs/line";
import { LogViewer } from "@/components/logs/log-viewer";
import { useNow } from "@/components/marks/use-now";
import { clock } from "@/components/marks/words";
import { Card, CardFooter, CardHeader } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import type { Deployment } from "@/lib/deployments/schema";
import { type DeploymentActions, DeploymentHead } from "./deployment-head";
import { FailureCard } from "./failure-card";
import { LastLines } from "./last-lines";
import { nextWords } from "./progress-words";
import { Timeline } from "./timeline";
import { useDeployment } from "./use-deployment";
import { isOver } from "./words";

type DeploymentViewProps = {
  initial: Deployment;
  initialLines: ViewLine[];
  openUrl: string | null;
  editHref: Route;
  canWrite: boolean;
  actions: DeploymentActions;
};

/** A deployment as it happens: its steps beside its log. */
export function DeploymentView({
  initial,
  initialLines,
  openUrl,
  editHref,
  canWrite,
  actions,
}: DeploymentViewProps) {
  const { deployment, lines, dropped, stream } = useDeployment(initial, initialLines);
  const [whole, setWhole] = useState(false);
  const failed = deployment.state === "failed" || deployment.state === "rolled_back";
  const services = deployment.services.map(({ name }) => name);
  const focus = failed && !whole && deployment.failedService;
  return (
    <>
      <DeploymentHead deployment={deployment} openUrl={openUrl} canWrite={canWrite} actions={actions} />
      {failed && (
        <FailureCard deployment={deployment} canWrite={canWrite} editHref={editHref} retry={actions.retry} />
      )}
      <div
        className={cn(
          "grid gap-5 lg:grid-cols-[372px_minmax(0,1fr)]",
          !focus && "lg:h-[calc(100dvh-224px)] lg:min-h-[560px]",
        )}
      >
        <Steps deployment={deployment} />
        {focus ? (
          <LastLines lines={lines} service={focus} services={services} showAll={() => setWhole(true)} />
        ) : (
          <LogViewer
            lines={lines}
            services={services}
            live={!isOver(deployment.state)}
            dropped={dropped}
            notice={STREAM_WORDS[stream]}
            empty={isOver(deployment.state) ? "It wrote nothing." : "The first line is on its way."}
            fileName={`${deployment.projectName}-deployment-${deployment.number}.log`}
          />
        )}
      </div>
    </>
  );
}

const STREAM_WORDS: Record<ReturnType<typeof useDeployment>["stream"], string | undefined> = {
  connecting: undefined,
  open: undefined,
  ended: undefined,
  lost: "The connection was lost. Connecting again; no line will be missing.",
  refused: "The log cannot be followed any more. Load the page again.",
};

function Steps({ deployment }: { deployment: Deployment }) {
  const next = nextWords(deployment);
  return (
    <Card aria-label="Steps" className="flex min-h-0 flex-col">
      <CardHeader>
        <h2>Steps</h2>
        <Elapsed deployment={deployment} />
      </CardHeader>
      <div className="min-h-0 flex-1 lg:overflow-auto">
        <Timeline steps={deployment.steps} />
      </div>
      {next && (
        <CardFooter className="text-sm text-muted-foreground" aria-live="polite">
          Next: {next} You can leave this page.
        </CardFooter>
      )}
    </Card>
  );
}

function Elapsed({ deployment: { startedAt, finishedAt, createdAt } }: { deployment: Deployment }) {
  const now = useNow(1_000);
  const until = finishedAt ? Date.parse(finishedAt) : now;
  return (
    <span className="text-sm text-muted-foreground" suppressHydrationWarning>
      {clock(until - Date.parse(startedAt ?? createdAt))}
    </span>
  );
}
