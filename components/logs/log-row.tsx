import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { plainText, segmentsOf } from "./ansi";
import type { ViewLine } from "./line";
import { cutAtMatches, matchesIn } from "./search";

const LEVEL: Record<ViewLine["level"], string> = {
  debug: "text-log-debug",
  info: "",
  ok: "text-log-ok",
  warn: "text-log-warn",
  error: "text-log-error",
};

type LogRowProps = {
  line: ViewLine;
  time: string;
  /** CSS colour of the service's name. */
  hue: string;
  wrap: boolean;
  needle: string;
  /** Which match of this line is the current one; undefined: none of them. */
  current: number | undefined;
};

export const LogRow = memo(function LogRow({ line, time, hue, wrap, needle, current }: LogRowProps) {
  const starts = needle ? matchesIn(plainText(line.text), needle) : [];
  const pieces = cutAtMatches(segmentsOf(line.text), starts, needle.length);
  return (
    <div
      data-seq={line.seq}
      className={cn(
        "grid grid-cols-[70px_86px_minmax(0,1fr)] gap-2 px-3.5 hover:bg-[#10212a] max-md:grid-cols-[62px_minmax(0,1fr)] max-md:gap-y-0 max-md:px-3 max-md:py-0.5",
        line.level === "error" && "bg-[#231416] shadow-[inset_2px_0_0_#e3695e] hover:bg-[#2b181b]",
      )}
    >
      <time dateTime={line.at} className="text-log-dim">
        {time}
      </time>
      <span className="truncate" style={{ color: hue }} title={line.service ?? undefined}>
        {line.service ?? "roadstead"}
      </span>
      <span
        className={cn(
          "max-md:col-span-full",
          wrap ? "break-words whitespace-pre-wrap [overflow-wrap:anywhere]" : "whitespace-pre",
          LEVEL[line.level],
        )}
      >
        {pieces.map((piece, index) => {
          const style = {
            color: piece.color,
            fontWeight: piece.bold ? 600 : undefined,
            opacity: piece.dim ? 0.75 : undefined,
          };
          const key = `${index}`;
          if (piece.match === undefined) {
            return (
              <span key={key} style={style}>
                {piece.text}
              </span>
            );
          }
          const isCurrent = piece.match === current;
          return (
            <mark
              key={key}
              className={cn(
                "rounded-[2px]",
                isCurrent ? "bg-[#e8b964] text-[#1c1503]" : "bg-log-match text-log-match-text",
              )}
            >
              {piece.text}
            </mark>
          );
        })}
      </span>
    </div>
  );
});
