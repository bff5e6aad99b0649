"use client";

import { Download } from "lucide-react";
import { useRef, useState } from "react";
import { LogViewer } from "@/components/logs/log-viewer";
import { type StreamState, useEventStream } from "@/components/logs/use-event-stream";
import { useLineBuffer } from "@/components/logs/use-line-buffer";
import { Button } from "@/components/ui/button";
import { ToggleGroup } from "@/components/ui/toggle-group";
import type { RuntimeLine } from "@/lib/projects/schema";

const NOTICES: Record<StreamState, string | undefined> = {
  connecting: undefined,
  open: undefined,
  ended: undefined,
  lost: "The connection was lost. Connecting again; no line will be missing.",
  refused: "The log cannot be followed any more. Load the page again.",
};

/** From when on the log is shown, in minutes; null: the last lines, whenever they were written. */
const SPANS = {
  last: { label: "Last lines", minutes: null },
  quarter: { label: "15 minutes", minutes: 15 },
  hour: { label: "1 hour", minutes: 60 },
  day: { label: "24 hours", minutes: 1_440 },
} as const;
type Span = keyof typeof SPANS;
const CHOICES = (Object.keys(SPANS) as Span[]).map((value) => ({ value, label: SPANS[value].label }));

type ProjectLogsProps = { projectId: string; projectName: string; services: string[] };

/** What the services write, as they write it, from a moment on that is chosen. */
export function ProjectLogs(props: ProjectLogsProps) {
  const [from, setFrom] = useState<{ span: Span; since: string | null }>({ span: "last", since: null });
  const choose = (span: Span) => {
    const { minutes } = SPANS[span];
    setFrom({ span, since: minutes === null ? null : new Date(Date.now() - minutes * 60_000).toISOString() });
  };
  const address = `/api/projects/${encodeURIComponent(props.projectId)}/logs`;
  const whole = from.since ? `?since=${from.since}` : "";
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
        <ToggleGroup label="From" value={from.span} choices={CHOICES} onChange={choose} />
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted-foreground">
          The engine keeps the log of a container until a deployment replaces it.
          <Button asChild size="sm">
            <a href={`${address}/download${whole}`} download>
              <Download aria-hidden className="size-3.5" />
              Download
            </a>
          </Button>
        </span>
      </div>
      <Log key={from.since ?? "last"} {...props} address={`${address}${whole || "?tail=500"}`} />
    </div>
  );
}

function Log({ projectName, services, address }: ProjectLogsProps & { address: string }) {
  const { lines, dropped, push } = useLineBuffer([]);
  const count = useRef(0);
  const stream = useEventStream(
    address,
    {
      line: (data) => {
        const { at, service, level, text } = data as RuntimeLine;
        push({ seq: count.current++, at, service, level, text });
      },
    },
    () => false,
  );
  return (
    <LogViewer
      lines={lines}
      services={services}
      live
      dropped={dropped}
      notice={NOTICES[stream]}
      empty={stream === "connecting" ? "Reading the log." : "Nothing has been written yet."}
      fileName={`${projectName}.log`}
      className="md:h-[calc(100dvh-322px)] md:min-h-[420px]"
    />
  );
}
