"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "@/components/shell/live";
import type { InstallInput, InstallPlan } from "@/lib/apps/schema";

const PAUSE_MS = 400;

/** What installing would make with these answers, thought through again whenever they rest for a moment. */
export function usePlan(input: InstallInput, initial: InstallPlan) {
  const key = JSON.stringify(input);
  const [settled, setSettled] = useState(key);
  const [first] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const query = useQuery({
    queryKey: ["plan", settled],
    queryFn: ({ signal }) => api.apps.plan(JSON.parse(settled) as InstallInput, signal),
    initialData: settled === first ? initial : undefined,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
  });
  return {
    plan: query.data ?? initial,
    /** Whether the plan is of the answers as they are now. */
    current: settled === key && !query.isFetching && !query.isPlaceholderData,
    failure: query.error?.message,
    readAt: query.dataUpdatedAt,
    refetch: query.refetch,
  };
}
