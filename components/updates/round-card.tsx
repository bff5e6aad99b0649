"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { StatusMark, type Tone } from "@/components/marks/status-mark";
import { TimeAgo } from "@/components/marks/time-ago";
import { counted } from "@/components/marks/words";
import { api } from "@/components/shell/live";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import type { RoundEntry, UpdateRound } from "@/lib/updates/schema";
import type { Refused } from "./apply-update";

export type StopRound = () => Promise<{ ok: true } | Refused>;
type RoundCardProps = { initial: UpdateRound | null; stop: StopRound };

/** The round of updates under way, or how the last one went until the page is loaded again. */
export function RoundCard({ initial, stop }: RoundCardProps) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const { data: round } = useQuery({
    queryKey: ["updates", "round"],
    queryFn: async () => (await api.updates.round()).round,
    initialData: initial,
    refetchInterval: ({ state }) => (state.data?.state === "running" ? 2_000 : 60_000),
  });
  const isRunning = round?.state === "running";
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    // What is behind is something else now.
    if (wasRunning.current && !isRunning) void queries.invalidateQueries({ queryKey: ["updates"] });
    wasRunning.current = isRunning;
  }, [isRunning, queries]);
  if (!round || (!isRunning && initial?.id === round.id && initial.state !== "running")) return null;
  async function end() {
    setFailure(undefined);
    const outcome = await stop();
    if (!outcome.ok) setFailure(outcome.message);
    await queries.invalidateQueries({ queryKey: ["updates"] });
  }
  return (
    <Card aria-label="Round of updates" className="mb-5">
      <CardHeader>
        <div>
          <h2>{headline(round)}</h2>
          <p className="text-sm text-muted-foreground" role="status">
            {tally(round)}
            {round.finishedAt && (
              <>
                {" "}
                Ended <TimeAgo at={round.finishedAt} />.
              </>
            )}
          </p>
        </div>
        {round.canStop && <Button onClick={end}>Begin no more</Button>}
      </CardHeader>
      {failure && <FailAlert className="mx-5 my-3">{failure}</FailAlert>}
      <ol>
        {round.entries.map((entry) => (
          <EntryLine key={entry.projectId} entry={entry} />
        ))}
      </ol>
    </Card>
  );
}

const HEADLINES: Record<UpdateRound["state"], string> = {
  running: "Updating one after the other",
  done: "Updated one after the other",
  stopped: "Stopped: one did not work",
  cancelled: "Ended by hand",
};
const headline = ({ state }: UpdateRound) => HEADLINES[state];

function tally({ entries }: UpdateRound): string {
  const updated = entries.filter(({ state }) => state === "updated").length;
  return `${updated} of ${counted(entries.length, "project")} updated.`;
}

const MARKS: Record<RoundEntry["state"], { tone: Tone; word: string }> = {
  waiting: { tone: "off", word: "Waits" },
  running: { tone: "run", word: "Updating" },
  updated: { tone: "ok", word: "Updated" },
  rolled_back: { tone: "warn", word: "Taken back" },
  failed: { tone: "fail", word: "Failed" },
  left_out: { tone: "off", word: "Left out" },
};

function EntryLine({ entry: { name, state, deploymentId, reason } }: { entry: RoundEntry }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-border-soft px-5 py-2.5 last:border-b-0 max-md:px-4">
      <span className="min-w-0 truncate">
        {deploymentId ? (
          <Link className="link font-semibold" href={`/deployments/${deploymentId}`}>
            {name}
          </Link>
        ) : (
          <span className="font-semibold">{name}</span>
        )}
      </span>
      <StatusMark {...MARKS[state]} />
      {reason && <span className="col-span-full text-xs text-muted-foreground">{reason}</span>}
    </li>
  );
}
