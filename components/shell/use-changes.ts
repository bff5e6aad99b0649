import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { useEventStream } from "@/components/logs/use-event-stream";
import type { ProjectChange } from "@/lib/projects/schema";

/**
 * Reads again what changed, as it changes, for as long as the page is looked at: one that is hidden holds no
 * connection, and reads all anew when it is shown.
 * @returns whether changes are heard; while not, somebody has to ask
 */
export function useChanges(): boolean {
  const queries = useQueryClient();
  const isShown = useSyncExternalStore(onVisibility, isVisible, () => false);
  const stream = useEventStream(
    isShown ? "/api/projects/changes" : null,
    {
      change: (data) => readAgain(queries, (data as ProjectChange).projectId),
    },
    () => false,
  );
  const isHeard = stream === "open";
  // What changed before the stream was open was told to nobody.
  useEffect(() => {
    if (isHeard) readAgain(queries, null);
  }, [isHeard, queries]);
  return isHeard;
}

function readAgain(queries: QueryClient, projectId: string | null): void {
  void queries.invalidateQueries({ queryKey: ["projects"] });
  void queries.invalidateQueries({ queryKey: projectId ? ["project", projectId] : ["project"] });
  void queries.invalidateQueries({ queryKey: ["deployments"] });
  // Not about one project: about the engine.
  if (!projectId) void queries.invalidateQueries({ queryKey: ["system"] });
}

function onVisibility(tell: () => void): () => void {
  document.addEventListener("visibilitychange", tell);
  return () => document.removeEventListener("visibilitychange", tell);
}

const isVisible = () => document.visibilityState === "visible";
