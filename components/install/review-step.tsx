"use client";

import { Info } from "lucide-react";
import { fitWords, HostFitBars } from "@/components/apps/host-fit-bars";
import { ConnectionsTable } from "@/components/connections/connections-table";
import { FailAlert } from "@/components/marks/fail-alert";
import { StatusMark } from "@/components/marks/status-mark";
import { TimeAgo } from "@/components/marks/time-ago";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { InstallPlan } from "@/lib/apps/schema";
import { FilesTable, LimitsTable } from "./change-tables";
import { ContainersTable, PrepareTable, RoutesTable, SecretsTable, VolumesTable } from "./review-tables";
import type { StepId } from "./steps";

type ReviewStepProps = {
  appName: string;
  host: string;
  plan: InstallPlan;
  planCurrent: boolean;
  readAt: number;
  failure?: string;
  busy: boolean;
  canInstall: boolean;
  install: () => void;
  keep: () => void;
  go: (step: StepId) => void;
};

/** The last step: everything that Install will make, and nothing else. */
export function ReviewStep(props: ReviewStepProps) {
  const { plan, host, go, failure, readAt, appName } = props;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_340px]">
      <div className="grid min-w-0 gap-4">
        {failure && <FailAlert>{failure}</FailAlert>}
        <Issues issues={plan.issues} go={go} />
        <Alert variant="primary">
          <Info aria-hidden />
          <div>
            Nothing has been made yet. This is everything that Install will make on <b>{host}</b>, and nothing
            else.
          </div>
        </Alert>
        <ContainersTable services={plan.services} />
        <ConnectionsTable connections={plan.connections} change={() => go("connections")} />
        <RoutesTable routes={plan.routes} change={() => go("exposure")} />
        <VolumesTable volumes={plan.volumes} />
        <SecretsTable secrets={plan.secrets} />
        <PrepareTable prepare={plan.prepare} />
        <FilesTable files={plan.files} />
        <LimitsTable limits={plan.limits} />
      </div>
      <div className="grid min-w-0 gap-4 lg:sticky lg:top-[calc(var(--topbar-height)+20px)]">
        <Card aria-labelledby="fit">
          <CardHeader>
            <h2 id="fit">Fit on {host}</h2>
            <StatusMark {...fitWords(plan.fit)} />
          </CardHeader>
          <CardBody className="grid gap-3">
            <HostFitBars fit={plan.fit} appName={appName} />
            {readAt > 0 && (
              <p className="text-xs text-muted-foreground">
                Read <TimeAgo at={new Date(readAt).toISOString()} />
              </p>
            )}
          </CardBody>
        </Card>
        <Decision {...props} />
      </div>
    </div>
  );
}

function stepOf(path: string): StepId {
  if (path.startsWith("connections")) return "connections";
  return path.startsWith("endpoints") ? "exposure" : "settings";
}

function Issues({ issues, go }: { issues: InstallPlan["issues"]; go: (step: StepId) => void }) {
  if (issues.length === 0) return null;
  return (
    <FailAlert>
      <b>{issues.length === 1 ? "One thing stands" : `${issues.length} things stand`} in the way:</b>
      <ul className="mt-1 grid gap-1">
        {issues.map((issue) => (
          <li key={issue.path + issue.message}>
            {issue.message}{" "}
            <button type="button" className="link" onClick={() => go(stepOf(issue.path))}>
              Change it
            </button>
          </li>
        ))}
      </ul>
    </FailAlert>
  );
}

function Decision({ appName, host, plan, planCurrent, busy, canInstall, install, keep }: ReviewStepProps) {
  return (
    <Card aria-label="Install">
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Fact name="Project" value={plan.name} />
        <Fact name="Runs on" value={host} />
        <Button
          variant="primary"
          size="lg"
          className="mt-1.5 w-full"
          disabled={busy || !canInstall || !planCurrent || plan.issues.length > 0}
          onClick={install}
        >
          <span className="truncate">{busy ? "Installing…" : `Install ${appName}`}</span>
        </Button>
        <Button variant="ghost" className="w-full" disabled={busy} onClick={keep}>
          Keep as draft
        </Button>
        <p className="text-center text-xs text-muted-foreground">
          {canInstall
            ? "Next you see each step as it happens. You can leave that page, or cancel."
            : "Installing needs a container engine that answers."}
        </p>
      </CardBody>
    </Card>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-center justify-between gap-3 text-sm">
      <span className="text-muted-foreground">{name}</span>
      <b className="truncate" title={value}>
        {value}
      </b>
    </div>
  );
}
