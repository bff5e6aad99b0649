"use client";

import { Copy, ScrollText } from "lucide-react";
import { useRef } from "react";
import { toast } from "sonner";
import { asText } from "@/components/logs/download-text";
import type { ViewLine } from "@/components/logs/line";
import { LOG_BUTTON, LogBarFrame } from "@/components/logs/log-bar";
import { LogLines } from "@/components/logs/log-lines";
import { LOG_PANEL } from "@/components/logs/log-viewer";
import { useFollow } from "@/components/logs/use-follow";
import { copyText } from "@/components/marks/copy-text";
import { useTimeZone } from "@/components/marks/use-now";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

const MOST = 60;

type LastLinesProps = {
  lines: readonly ViewLine[];
  service: string;
  services: readonly string[];
  showAll: () => void;
};

/** The end of what the service that failed had to say, with what Roadstead said about it. */
export function LastLines({ lines, service, services, showAll }: LastLinesProps) {
  const box = useRef<HTMLDivElement>(null);
  const timeZone = useTimeZone();
  const last = lines
    .filter((line) => line.service === service || (line.service === null && line.text.includes(service)))
    .slice(-MOST);
  const { follow } = useFollow(box, last, 0);
  async function copy() {
    if (await copyText(asText(last))) toast.success("Copied");
    else toast.error("The browser did not allow copying");
  }
  return (
    <section
      aria-label={`Last lines of ${service}`}
      className={cn(LOG_PANEL, "max-h-[640px] md:min-h-[320px] max-md:h-auto")}
    >
      <LogBarFrame>
        <b className="flex-1 truncate px-1.5 text-sm">Last lines of {service}</b>
        <Button size="sm" className={LOG_BUTTON} onClick={copy}>
          <Copy aria-hidden className="size-3.5" />
          Copy
        </Button>
        <Button size="sm" className={LOG_BUTTON} onClick={showAll}>
          <ScrollText aria-hidden className="size-3.5" />
          Whole log
        </Button>
      </LogBarFrame>
      <LogLines
        box={box}
        label={`Last lines of ${service}`}
        lines={last}
        services={services}
        wrap
        needle=""
        empty={`${service} wrote nothing.`}
        behind={0}
        follow={follow}
      />
      <div className="flex items-center justify-between gap-3 border-t border-[#1d2c34] px-3.5 py-2 text-xs text-log-dim">
        <span>
          {last.length} of {lines.length} lines
        </span>
        <span>Times in {timeZone}</span>
      </div>
    </section>
  );
}
