"use client";

import { useRef } from "react";
import { LogViewer } from "@/components/logs/log-viewer";
import { type StreamState, useEventStream } from "@/components/logs/use-event-stream";
import { useLineBuffer } from "@/components/logs/use-line-buffer";
import type { RuntimeLine } from "@/lib/projects/schema";

const NOTICES: Record<StreamState, string | undefined> = {
  connecting: undefined,
  open: undefined,
  ended: undefined,
  lost: "The connection was lost. Connecting again; no line will be missing.",
  refused: "The log cannot be followed any more. Load the page again.",
};

type ProjectLogsProps = { projectId: string; projectName: string; services: string[] };

/** What the services write, as they write it. */
export function ProjectLogs({ projectId, projectName, services }: ProjectLogsProps) {
  const { lines, dropped, push } = useLineBuffer([]);
  const count = useRef(0);
  const stream = useEventStream(
    `/api/projects/${encodeURIComponent(projectId)}/logs?tail=500`,
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
      className="md:h-[calc(100dvh-276px)] md:min-h-[420px]"
    />
  );
}
