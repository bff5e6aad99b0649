"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/components/shell/live";
import type { UpdateList } from "@/lib/updates/schema";

/** The list as it is now, and the way to have everything compared anew. A check under way is followed. */
export function useUpdates(initial: UpdateList) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { data } = useQuery({
    queryKey: ["updates"],
    queryFn: () => api.updates.list(),
    initialData: initial,
    refetchInterval: ({ state }) => (asking || state.data?.scan?.running ? 1_000 : 60_000),
  });
  async function check() {
    setFailure(undefined);
    setAsking(true);
    try {
      await api.updates.scan();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      // The counts beside the way here are under the same key.
      await queries.invalidateQueries({ queryKey: ["updates"] });
      setAsking(false);
    }
  }
  return { ...data, checking: asking || (data.scan?.running ?? false), failure, check };
}
