"use client";

import { useQuery } from "@tanstack/react-query";
import type { Route } from "next";
import Link from "next/link";
import { StatusMark } from "@/components/marks/status-mark";
import { TimeAgo } from "@/components/marks/time-ago";
import { api } from "@/components/shell/live";
import { useUrlFilter } from "@/components/shell/use-url-filter";
import { Card, CardHeader } from "@/components/ui/card";
import { SearchBox } from "@/components/ui/search-box";
import type { ProposalRow } from "@/lib/proposals/schema";
import { proposalWords } from "./words";

/** What AI clients have proposed, as it is now: what waits first, then what was decided, newest first. */
export function ProposalList({ initial }: { initial: ProposalRow[] }) {
  const [text, setText] = useUrlFilter("q");
  const { data } = useQuery({
    queryKey: ["proposals", "all"],
    queryFn: async () => (await api.proposals.list()).data,
    initialData: initial,
    refetchInterval: 5_000,
  });
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = data.filter((row) => {
    const hay = `${row.summary} ${row.client} ${row.person} ${proposalWords(row).word}`.toLowerCase();
    return words.every((word) => hay.includes(word));
  });
  const isOpen = ({ state }: ProposalRow) => state === "pending" || state === "running";
  return (
    <div className="grid gap-4">
      <SearchBox
        label="Filter proposals"
        placeholder="Filter by change, client, person or state"
        value={text}
        onChange={setText}
      />
      <Rows title="Waiting" rows={shown.filter(isOpen)} none="Nothing waits for a decision." />
      <Rows title="Decided" rows={shown.filter((row) => !isOpen(row))} />
    </div>
  );
}

type RowsProps = { title: string; rows: ProposalRow[]; none?: string };

function Rows({ title, rows, none }: RowsProps) {
  if (rows.length === 0 && !none) return null;
  return (
    <Card aria-label={title} className="overflow-hidden">
      <CardHeader>
        <h2>{title}</h2>
      </CardHeader>
      <ul>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
      {rows.length === 0 && <p className="px-5 py-6 text-muted-foreground max-md:px-4">{none}</p>}
    </Card>
  );
}

function Row({ row }: { row: ProposalRow }) {
  return (
    <li className="border-b border-border-soft last:border-b-0">
      <Link
        href={`/proposals/${row.id}` as Route}
        className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)] items-center gap-x-4 gap-y-1 px-5 py-[11px] text-sm hover:bg-hover focus-visible:-outline-offset-2 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4"
      >
        <span className="min-w-0 max-md:col-span-full">
          <b className="block truncate" title={row.summary}>
            {row.summary}
          </b>
          <span className="block truncate text-xs text-muted-foreground">
            {row.client}, for {row.person}
          </span>
        </span>
        <StatusMark {...proposalWords(row)} plain />
        <span className="text-right text-muted-foreground">
          <TimeAgo at={row.decidedAt ?? row.createdAt} />
        </span>
      </Link>
    </li>
  );
}
