"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/shell/live";

/** The projects that could meet an app's requirements, read again when one comes back from starting one. */
export function useSources(appId: string, projectId?: string) {
  return useQuery({
    queryKey: ["sources", appId, projectId ?? null],
    queryFn: async () => (await api.apps.sources(appId, projectId)).data,
    refetchOnWindowFocus: "always",
    retry: 1,
  });
}
