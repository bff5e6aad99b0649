"use client";

import { useQuery } from "@tanstack/react-query";
import { ListChecks, X } from "lucide-react";
import { useState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { api } from "@/components/shell/live";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle, DialogTrigger } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { Proposal } from "@/lib/projects/plan/schema";
import { ChangePlanTables } from "./change-plan-tables";

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
