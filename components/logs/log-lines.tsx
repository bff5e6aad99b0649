"use client";

import { ChevronDown } from "lucide-react";
import { type RefObject, useMemo } from "react";
import { useTimeZone } from "@/components/marks/use-now";
import { counted } from "@/components/marks/words";
import { cn } from "@/components/ui/cn";
import type { ViewLine } from "./line";
import { LogRow } from "./log-row";

const HUES = ["var(--log-svc-1)", "var(--log-svc-2)", "var(--log-svc-3)", "var(--log-svc-4)"];

type LogLinesProps = {
  box: RefObject<HTMLDivElement | null>;
  label: string;
  lines: readonly ViewLine[];
  /** All services of the app in their order, which gives each its colour. */
  services: readonly string[];
  wrap: boolean;
  needle: string;
  current?: { seq: number; ordinal: number };
  empty: string;
  behind: number;
  follow: () => void;
};

/** The scrolling part of a log. */
export function LogLines({
  box,
  label,
  lines,
  services,
  wrap,
  needle,
  current,
  empty,
  behind,
  follow,
}: LogLinesProps) {
  const timeZone = useTimeZone();
  const time = useMemo(() => {
    const format = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone });
    return (at: string) => format.format(new Date(at));
  }, [timeZone]);
  const hue = (service: string | null) => {
    const index = service === null ? -1 : services.indexOf(service);
    return index < 0 ? "var(--log-dim)" : (HUES[index % HUES.length] ?? "var(--log-text)");
  };
  return (
    <>
      <div
        ref={box}
        role="log"
        aria-label={label}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        onKeyDown={(event) => event.key === "End" && follow()}
        className={cn(
          "min-h-0 flex-1 [overflow-anchor:none] overflow-auto overscroll-contain py-2 font-mono text-[12px] leading-5 focus-visible:-outline-offset-2",
          behind > 0 && "pb-11",
        )}
      >
        <div>
          {lines.length === 0 && <p className="px-3.5 text-log-dim">{empty}</p>}
          {lines.map((line) => (
            <LogRow
              key={line.seq}
              line={line}
              time={time(line.at)}
              hue={hue(line.service)}
              wrap={wrap}
              needle={needle}
              current={current?.seq === line.seq ? current.ordinal : undefined}
            />
          ))}
        </div>
      </div>
      {behind > 0 && (
        <button
          type="button"
          onClick={follow}
          className="absolute bottom-12 left-1/2 flex h-7 -translate-x-1/2 items-center gap-1.5 rounded-full bg-primary px-3 text-xs font-semibold text-primary-foreground shadow-(--shadow-pop)"
        >
          <ChevronDown aria-hidden className="size-3.5" />
          {counted(behind, "new line")}
        </button>
      )}
    </>
  );
}
