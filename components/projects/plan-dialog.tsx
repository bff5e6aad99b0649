"use client";

import { useQuery } from "@tanstack/react-query";
import { Info, ListChecks, X } from "lucide-react";
import { useState } from "react";
import { FilesTable, LimitsTable, LinksTable, VariablesTable } from "@/components/install/change-tables";
import {
  ContainersTable,
  PrepareTable,
  RoutesTable,
  SecretsTable,
  VolumesTable,
} from "@/components/install/review-tables";
import { FailAlert } from "@/components/marks/fail-alert";
import { counted, listed } from "@/components/marks/words";
import { api } from "@/components/shell/live";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle, DialogTrigger } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { ChangePlan, Proposal } from "@/lib/projects/plan/schema";

export type Planned = { projectId: string; proposal: () => Proposal };

/** Opens the plan of a project's next deployment, with the edits of this page. */
export function SeePlan({ projectId, proposal }: Planned) {
  const [asked, setAsked] = useState<Proposal>();
  return (
    <Dialog open={asked !== undefined} onOpenChange={(open) => setAsked(open ? proposal() : undefined)}>
      <DialogTrigger asChild>
        <Button variant="ghost">
          <ListChecks aria-hidden />
          See what will happen
        </Button>
      </DialogTrigger>
      <DialogContent className="top-1/2 flex max-h-[calc(100dvh-24px)] max-w-[960px] -translate-y-1/2 flex-col">
        <header className="flex items-start justify-between gap-3 border-b border-border-soft px-5 py-3.5 max-md:px-4">
          <div>
            <DialogTitle className="text-base font-semibold">What the next deployment will do</DialogTitle>
            <DialogDescription className="text-sm text-muted-foreground">
              Worked out by the code that deploys. Nothing has been changed yet.
            </DialogDescription>
          </div>
          <Button variant="ghost" size="icon-sm" aria-label="Close" onClick={() => setAsked(undefined)}>
            <X aria-hidden />
          </Button>
        </header>
        <section
          aria-label="The plan"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll from the keyboard
          tabIndex={0}
          className="grid min-h-0 gap-4 overflow-y-auto p-5 focus-visible:-outline-offset-2 max-md:p-3"
        >
          {asked && <PlanBody projectId={projectId} proposal={asked} />}
        </section>
      </DialogContent>
    </Dialog>
  );
}

function PlanBody({ projectId, proposal }: { projectId: string; proposal: Proposal }) {
  const query = useQuery({
    queryKey: ["change-plan", projectId, proposal],
    queryFn: ({ signal }) => api.projects.plan(projectId, proposal, signal),
    retry: false,
    gcTime: 0,
  });
  if (query.error) {
    return <FailAlert>{query.error.message}</FailAlert>;
  }
  if (!query.data) {
    return (
      <div role="status" className="grid gap-4">
        <p className="text-sm text-muted-foreground">Comparing with what runs now…</p>
        <Skeleton className="h-[220px] rounded-lg" />
        <Skeleton className="h-[140px] rounded-lg" />
      </div>
    );
  }
  return <ChangePlanTables plan={query.data} />;
}

function ChangePlanTables({ plan }: { plan: ChangePlan }) {
  const isMoved = plan.routes.some(({ change }) => change !== "same");
  return (
    <>
      {plan.issues.length > 0 && (
        <FailAlert>
          <b>
            {plan.issues.length === 1 ? "One thing stands" : `${plan.issues.length} things stand`} in the way:
          </b>
          <ul className="mt-1 grid gap-1">
            {plan.issues.map(({ path, message }) => (
              <li key={path + message}>{message}</li>
            ))}
          </ul>
        </FailAlert>
      )}
      <Alert variant="primary">
        <Info aria-hidden />
        <div className="min-w-0">{summary(plan)}</div>
      </Alert>
      <VariablesTable variables={plan.variables} />
      {isMoved && <RoutesTable routes={plan.routes} />}
      <LimitsTable limits={plan.limits} compared={plan.running !== null} />
      <FilesTable files={plan.files} />
      <LinksTable links={plan.links} />
      <SecretsTable secrets={plan.secrets} />
      <ContainersTable services={plan.services} />
      {!isMoved && <RoutesTable routes={plan.routes} />}
      <VolumesTable volumes={plan.volumes} />
      <PrepareTable prepare={plan.prepare} />
    </>
  );
}

function summary({ running, variables, routes, limits, files, services }: ChangePlan): string {
  const moved = routes.filter(({ change }) => change !== "same").length;
  const parts = [
    variables.length > 0 && counted(variables.length, "variable"),
    moved > 0 && counted(moved, "endpoint"),
    limits.length > 0 && counted(limits.length, "limit"),
    files.length > 0 && counted(files.length, "file"),
  ].filter((part) => typeof part === "string");
  const made = counted(services.filter(({ change }) => change !== "removed").length, "container");
  if (!running) return `Nothing runs yet. Deploying makes ${made}, and nothing but what is listed here.`;
  const since = `Compared with deployment ${running.number}, which runs now,`;
  const what =
    parts.length > 0 ? `${listed(parts)} ${total(variables, moved, limits, files)}` : "nothing changes";
  return `${since} ${what}. ${made} will be made anew in order; the old ones stop, and stay until the new ones work. No volume is removed.`;
}

function total(
  variables: readonly unknown[],
  moved: number,
  limits: readonly unknown[],
  files: readonly unknown[],
) {
  return variables.length + moved + limits.length + files.length === 1 ? "changes" : "change";
}
