"use client";

import { ArrowRight, ChevronRight, ExternalLink } from "lucide-react";
import Link from "next/link";
import { useId, useState } from "react";
import { AppTile } from "@/components/marks/app-tile";
import { useNow, useTimeZone } from "@/components/marks/use-now";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { UpdateEntry } from "@/lib/updates/schema";
import { type Apply, ApplyUpdate } from "./apply-update";
import { UpdatePlanLines } from "./plan-lines";
import { fromTo, opening } from "./words";

type BehindLineProps = { entry: UpdateEntry; opened: boolean; apply: Apply };

/** A project that is behind: from what to what, and behind a button all that an update would change. */
export function BehindLine({ entry, opened, apply }: BehindLineProps) {
  const [open, setOpen] = useState(opened);
  const plan = useId();
  const { from, to } = fromTo(entry);
  return (
    <li className="border-b border-border-soft px-5 py-3.5 last:border-b-0 max-md:px-4">
      <div className="grid grid-cols-[40px_minmax(0,1fr)_minmax(0,1.4fr)_auto] items-center gap-x-4 gap-y-2 max-md:grid-cols-[40px_minmax(0,1fr)]">
        <AppTile logo={entry.logo} name={entry.appName} className="max-md:row-span-2 max-md:self-start" />
        <div className="min-w-0">
          <Link href={`/projects/${entry.projectId}`} className="link block truncate font-semibold">
            {entry.name}
          </Link>
          <span className="block truncate text-xs text-muted-foreground">{entry.appName}</span>
        </div>
        <div className="min-w-0 text-sm">
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="text-muted-foreground">{from}</span>
            <ArrowRight aria-label="to" className="size-3.5 text-subtle-foreground" />
            <b className="font-semibold">{to}</b>
            {entry.pinned && <Badge variant="line">Pinned</Badge>}
          </span>
          {entry.releaseNotes && (
            <a
              href={entry.releaseNotes}
              target="_blank"
              rel="noreferrer"
              className="link mt-px inline-flex items-center gap-1 text-xs"
            >
              Release notes
              <ExternalLink aria-hidden className="size-3" />
              <span className="sr-only">of {entry.appName}</span>
            </a>
          )}
        </div>
        <div className="flex flex-wrap gap-2 max-md:col-span-full">
          <Button
            size="sm"
            aria-expanded={open}
            aria-controls={plan}
            aria-label={`What changes in ${entry.name}`}
            onClick={() => setOpen(!open)}
          >
            <ChevronRight aria-hidden className={cn("transition-transform", open && "rotate-90")} />
            What changes
          </Button>
          {!entry.pinned && <ApplyUpdate entry={entry} apply={apply} onQuestions={() => setOpen(true)} />}
        </div>
      </div>
      {(entry.reason || entry.note) && (
        <p className="mt-2 ml-14 text-xs text-muted-foreground max-md:ml-0">
          {[entry.reason, entry.note].filter(Boolean).join(" ")}
        </p>
      )}
      {entry.automatic && <ByItself automatic={entry.automatic} pinned={entry.pinned} />}
      <div id={plan} hidden={!open} className="mt-3 ml-14 max-md:ml-0">
        {open && <UpdatePlanLines projectId={entry.projectId} apply={entry.pinned ? undefined : apply} />}
      </div>
    </li>
  );
}

type ByItselfProps = { automatic: NonNullable<UpdateEntry["automatic"]>; pinned: boolean };

/** When it is updated by itself, or why it is not. */
function ByItself({ automatic: { next, held }, pinned }: ByItselfProps) {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  const isHeld = held !== null || pinned;
  const words = isHeld
    ? `Not updated by itself: ${held ?? "it is pinned to its version."}`
    : next && `Updated by itself ${opening(next, now, timeZone)}.`;
  return (
    <p suppressHydrationWarning className="mt-2 ml-14 text-xs text-muted-foreground max-md:ml-0">
      {words}
    </p>
  );
}
