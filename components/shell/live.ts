"use client";

import { useQuery } from "@tanstack/react-query";
import { MOST_PROJECTS } from "@/lib/projects/schema";
import { createClient } from "@/lib/sdk/client";
import { useShell } from "./shell-provider";

export const api = createClient();

const ASK_EVERY_MS = 10_000;
// What time alone changes, such as a service that has calmed down after a crash, is told by nobody.
const LOOK_ANYWAY_MS = 60_000;

/** How often to ask for what changes, in milliseconds: hardly ever while changes are told as they happen. */
export function useAskEvery(): number {
  return useShell().live ? LOOK_ANYWAY_MS : ASK_EVERY_MS;
}

/** The organization's projects as they are now. */
export function useProjects() {
  const { projects } = useShell();
  const refetchInterval = useAskEvery();
  const query = useQuery({
    queryKey: ["projects"],
    queryFn: async () => (await api.projects.list({ limit: MOST_PROJECTS })).data,
    initialData: projects,
    refetchInterval,
  });
  return query.data;
}

/** The apps that can be installed; asked for when the first part of the page wants them. */
export function useCatalog() {
  const query = useQuery({
    queryKey: ["catalog"],
    queryFn: async () => (await api.apps.list()).data,
    staleTime: 60_000,
  });
  return query.data;
}

/** What AI clients have proposed and nobody has decided on. */
export function usePendingProposals() {
  const { pendingProposals } = useShell();
  const query = useQuery({
    queryKey: ["proposals", "pending"],
    queryFn: async () => (await api.proposals.list({ state: "pending" })).data,
    initialData: pendingProposals,
    refetchInterval: 10_000,
  });
  return query.data;
}

/** How many projects are behind; 0 until that is known. */
export function useBehind(): number {
  const query = useQuery({
    queryKey: ["updates", "behind"],
    queryFn: async () => (await api.updates.list({ behindOnly: true })).data.length,
    staleTime: 60_000,
    refetchInterval: 120_000,
  });
  return query.data ?? 0;
}

/** What the engine says of itself; asked more often while it does not answer. */
export function useSystem() {
  const { system } = useShell();
  const askEveryMs = useAskEvery();
  return useQuery({
    queryKey: ["system"],
    queryFn: () => api.system.info(),
    initialData: system,
    refetchInterval: ({ state }) => (state.data?.engine.state === "ready" ? askEveryMs : 5_000),
  });
}
