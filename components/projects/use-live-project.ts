"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "@/components/shell/live";
import type { Project } from "@/lib/projects/schema";

/** A project as it is now, from what the server drew; `onChange` when its state became another one. */
export function useLiveProject(initial: Project, onChange?: () => void): Project {
  const { data } = useQuery({
    queryKey: ["project", initial.id],
    queryFn: () => api.projects.show(initial.id),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data?.status.state === "deploying" ? 2_000 : 5_000),
  });
  const last = useRef(initial.status.state);
  useEffect(() => {
    if (data.status.state === last.current) return;
    last.current = data.status.state;
    onChange?.();
  }, [data.status.state, onChange]);
  return data;
}
