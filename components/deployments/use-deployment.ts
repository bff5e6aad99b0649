"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import type { ViewLine } from "@/components/logs/line";
import { useEventStream } from "@/components/logs/use-event-stream";
import { useLineBuffer } from "@/components/logs/use-line-buffer";
import type { Deployment, LogLine } from "@/lib/deployments/schema";
import { isOver } from "./words";

/**
 * A deployment and its log as they go on, from what the server drew. A page that was closed, or lost its
 * connection, goes on after the last line that it has.
 */
export function useDeployment(initial: Deployment, initialLines: readonly ViewLine[]) {
  const [deployment, setDeployment] = useState(initial);
  const buffer = useLineBuffer(initialLines);
  const over = useRef(isOver(initial.state));
  const router = useRouter();
  const queries = useQueryClient();
  const [address] = useState(() => {
    if (over.current) return null;
    return `/api/deployments/${initial.id}/logs?lastEventId=${initialLines.at(-1)?.seq ?? 0}`;
  });
  const stream = useEventStream(
    address,
    {
      line: (line) => buffer.push(line as LogLine),
      deployment: (now) => {
        const next = now as Deployment;
        over.current = isOver(next.state);
        setDeployment(next);
      },
    },
    () => over.current,
  );
  const ended = isOver(deployment.state);
  const wasOver = isOver(initial.state);
  // Once it has ended, the project's state and address are other than when this page was drawn.
  useEffect(() => {
    if (!ended || wasOver) return;
    void queries.invalidateQueries({ queryKey: ["projects"] });
    router.refresh();
  }, [ended, wasOver, queries, router]);
  return { deployment, lines: buffer.lines, dropped: buffer.dropped, stream };
}
