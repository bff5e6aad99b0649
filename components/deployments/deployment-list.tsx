"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { AppTile } from "@/components/marks/app-tile";
import { FilteredList } from "@/components/marks/filtered-list";
import { StatusMark } from "@/components/marks/status-mark";
import { TimeAgo } from "@/components/marks/time-ago";
import { took } from "@/components/marks/words";
import { api, useAskEvery } from "@/components/shell/live";
import type { DeploymentRow } from "@/lib/deployments/schema";
import { deploymentWords, triggerNoun, whoAsked } from "./words";

type DeploymentListProps = { initial: DeploymentRow[]; projectId?: string };

/** Deployments, newest first, as they are now; of one project or of all. */
export function DeploymentList({ initial, projectId }: DeploymentListProps) {
  const refetchInterval = useAskEvery();
  const { data } = useQuery({
    queryKey: ["deployments", projectId ?? "all"],
    queryFn: async () => (await api.deployments.list({ projectId })).data,
    initialData: initial,
    refetchInterval,
  });
  return (
    <FilteredList
      one="deployment"
      many="deployments"
      by="project, kind, state or person"
      entries={data}
      textOf={({ projectName, appName, trigger, state, createdBy, through }) =>
        `${projectName} ${appName} ${triggerNoun(trigger)} ${deploymentWords(state).word} ${whoAsked({ createdBy, through })}`
      }
    >
      {(row) => <Row key={row.id} row={row} ofOne={projectId !== undefined} />}
    </FilteredList>
  );
}

function Row({ row, ofOne }: { row: DeploymentRow; ofOne: boolean }) {
  const { tone, word } = deploymentWords(row.state);
  return (
    <li className="border-b border-border-soft last:border-b-0">
      <Link
        href={`/deployments/${row.id}`}
        className="grid grid-cols-[28px_minmax(0,1.2fr)_minmax(0,1.4fr)_minmax(0,1fr)] items-center gap-x-4 px-5 py-[11px] text-sm hover:bg-hover focus-visible:-outline-offset-2 max-md:grid-cols-[28px_minmax(0,1fr)_auto] max-md:gap-y-1 max-md:px-4"
      >
        <AppTile logo={row.logo} name={row.appName} size="s" />
        <span className="min-w-0">
          <b className="block truncate">{ofOne ? triggerNoun(row.trigger) : row.projectName}</b>
          <span className="text-xs text-muted-foreground">
            {ofOne ? "" : `${triggerNoun(row.trigger)}, `}No. {row.number}
          </span>
        </span>
        <span className="min-w-0 max-md:order-last max-md:col-span-full">
          <StatusMark tone={tone} word={word} plain />
          {row.reason && row.state !== "ready" && (
            <span className="block truncate text-xs text-muted-foreground" title={row.reason}>
              {row.reason}
            </span>
          )}
        </span>
        <span className="text-right text-muted-foreground">
          <TimeAgo at={row.createdAt} />
          <span className="block text-xs">
            {row.startedAt && row.finishedAt
              ? `${took(Date.parse(row.finishedAt) - Date.parse(row.startedAt))}, `
              : ""}
            {whoAsked(row)}
          </span>
        </span>
      </Link>
    </li>
  );
}
