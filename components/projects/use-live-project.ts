"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api, useAskEvery } from "@/components/shell/live";
import type { Project } from "@/lib/projects/schema";

/** A project as it is now, from what the server drew; `onChange` when its state became another one. */
export function useLiveProject(initial: Project, onChange?: () => void): Project {
  const refetchInterval = useAskEvery();
  const { data } = useQuery({
    queryKey: ["project", initial.id],
    queryFn: () => api.projects.show(initial.id),
    initialData: initial,
    refetchInterval,
  });
  const last = useRef(initial.status.state);
  useEffect(() => {
    if (data.status.state === last.current) return;
    last.current = data.status.state;
    onChange?.();
  }, [data.status.state, onChange]);
  return data;
}
