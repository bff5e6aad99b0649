"use client";

import { RotateCw } from "lucide-react";
import Link from "next/link";
import { Anchorage } from "@/components/marks/anchorage";
import { FailAlert } from "@/components/marks/fail-alert";
import { TimeAgo } from "@/components/marks/time-ago";
import { PageHead } from "@/components/shell/page";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import type { ScanState, UpdateList, UpdateRound } from "@/lib/updates/schema";
import type { Apply } from "./apply-update";
import { BehindLine } from "./behind-line";
import { CheckProgress } from "./check-progress";
import { OtherLine } from "./other-line";
import { RoundCard, type StopRound } from "./round-card";
import { type ApplyAll, UpdateAll } from "./update-all";
import { useUpdates } from "./use-updates";
import { standingOf, summary } from "./words";

type UpdatesViewProps = {
  initial: UpdateList;
  canScan: boolean;
  /** The project whose plan is open when the page comes. */
  opened: string | null;
  apply: Apply;
  applyAll: ApplyAll;
  round: UpdateRound | null;
  stopRound: StopRound;
};

/** What is behind, from what to what, and what an update would change; then all others. */
export function UpdatesView(props: UpdatesViewProps) {
  const { initial, canScan, opened, apply } = props;
  const { data, scan, checking, failure, check } = useUpdates(initial);
  const behind = data.filter((entry) => standingOf(entry) === "behind");
  const others = data.filter((entry) => standingOf(entry) !== "behind");
  const free = behind.filter(({ pinned }) => !pinned);
  return (
    <>
      <PageHead
        title="Updates"
        lead={
          <>
            {summary(data)} <LastCheck scan={scan} />
          </>
        }
      >
        {canScan && data.length > 0 && (
          <Button onClick={check} disabled={checking}>
            <RotateCw aria-hidden className={checking ? "animate-turn" : undefined} />
            {checking ? "Checking…" : "Check now"}
          </Button>
        )}
      </PageHead>
      {failure && <FailAlert className="mb-4">{failure}</FailAlert>}
      {checking && <CheckProgress scan={scan} />}
      <RoundCard initial={props.round} stop={props.stopRound} />
      {data.length === 0 && <Nothing />}
      {behind.length > 0 && (
        <Card aria-label="Behind" className="mb-5">
          <CardHeader>
            <h2>Behind</h2>
            {free.length > 1 && <UpdateAll entries={free} applyAll={props.applyAll} />}
          </CardHeader>
          <ul>
            {behind.map((entry) => (
              <BehindLine
                key={entry.projectId}
                entry={entry}
                opened={entry.projectId === opened}
                apply={apply}
              />
            ))}
          </ul>
        </Card>
      )}
      {others.length > 0 && (
        <Card aria-label="All others">
          <CardHeader>
            <h2>
              {others.every((entry) => standingOf(entry) === "current") ? "Current" : "Current and unknown"}
            </h2>
          </CardHeader>
          <ul>
            {others.map((entry) => (
              <OtherLine key={entry.projectId} entry={entry} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function LastCheck({ scan }: { scan: ScanState }) {
  if (!scan?.finishedAt) return <>Upstream has not been asked yet.</>;
  return (
    <>
      Compared <TimeAgo at={scan.finishedAt} />.
    </>
  );
}

function Nothing() {
  return (
    <Card className="grid justify-items-center gap-2 px-6 py-11 text-center">
      <Anchorage />
      <h2>Nothing to keep up to date yet</h2>
      <p className="max-w-[44ch] text-muted-foreground">
        Installed apps are compared with their registries and with the catalog. What is newer stands here,
        with all that an update would change.
      </p>
      <Button asChild variant="primary" className="mt-2">
        <Link href="/apps">Choose your first app</Link>
      </Button>
    </Card>
  );
}
