"use client";

import { useMemo, useRef, useState } from "react";
import { counted } from "@/components/marks/words";
import { cn } from "@/components/ui/cn";
import { downloadText } from "./download-text";
import { filterLines, type LineFilter, type ViewLine } from "./line";
import { LogBar } from "./log-bar";
import { LogLines } from "./log-lines";
import { useFollow } from "./use-follow";
import { useLogSearch } from "./use-log-search";

export const LOG_PANEL =
  "scheme-dark relative flex min-w-0 flex-col overflow-hidden rounded-lg border border-[#1b2b33] bg-log-ground text-log-text max-md:h-[560px]";

/** Nobody reads more of a log that runs by; the rest is drawn once it pauses. */
const MOST_FOLLOWED = 300;

type LogViewerProps = {
  lines: readonly ViewLine[];
  services: readonly string[];
  /** Whether more may come. */
  live: boolean;
  /** Lines that were there before the oldest one kept. */
  dropped?: number;
  /** Said at the foot instead of the usual: a lost connection, say. */
  notice?: string;
  empty: string;
  fileName: string;
  /** The service shown at first. */
  service?: string;
  className?: string;
};

/** A log as it grows: always dark, follows until one scrolls up, with search, filters, wrap and download. */
export function LogViewer({
  lines,
  services,
  live,
  dropped = 0,
  notice,
  empty,
  fileName,
  className,
  ...given
}: LogViewerProps) {
  const box = useRef<HTMLDivElement>(null);
  const [filter, setFilter] = useState<LineFilter>({ service: given.service ?? null, level: "all" });
  const [wrap, setWrap] = useState(true);
  const { following, follow, pause, behind, lines: kept } = useFollow(box, lines, dropped);
  const shown = useMemo(() => filterLines(kept, filter), [kept, filter]);
  const search = useLogSearch(box, shown);
  const move = (step: 1 | -1) => {
    pause();
    search.move(step);
  };
  const pausedWords = following || !live ? "" : "Paused because you scrolled up. Press End to follow.";
  return (
    <section aria-label="Live log" className={cn(LOG_PANEL, className)}>
      <LogBar
        search={{ ...search, move }}
        services={services}
        filter={filter}
        setFilter={setFilter}
        wrap={wrap}
        setWrap={setWrap}
        following={following}
        live={live}
        toggleFollow={following ? pause : follow}
        download={() => downloadText(fileName, shown)}
      />
      <LogLines
        box={box}
        label="Log lines"
        lines={live && following ? shown.slice(-MOST_FOLLOWED) : shown}
        services={services}
        wrap={wrap}
        needle={search.needle}
        current={search.current}
        empty={kept.length ? "No line fits the filter." : empty}
        behind={live ? behind : 0}
        follow={follow}
      />
      <div className="flex items-center justify-between gap-3 border-t border-[#1d2c34] px-3.5 py-2 text-xs text-log-dim">
        <span>
          {shown.length === kept.length
            ? counted(kept.length, "line")
            : `${shown.length} of ${kept.length} lines`}
          {dropped > 0 && `, ${dropped} older ones not shown`}
          {`, ${counted(services.length, "service")}`}
        </span>
        <span role="status" className={notice ? "text-log-warn" : "max-md:hidden"}>
          {notice ?? pausedWords}
        </span>
      </div>
    </section>
  );
}
