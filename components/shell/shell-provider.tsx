"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { LogoProvider } from "@/components/marks/app-tile";
import type { MyOrganization } from "@/lib/members/schema";
import type { ProjectRow } from "@/lib/projects/schema";
import type { ProposalRow } from "@/lib/proposals/schema";
import type { SystemInfo } from "@/lib/system/schema";
import { useChanges } from "./use-changes";

export type Outcome = { ok: true } | { ok: false; message: string; requestId: string };

/** What the frame around every page knows, read once on the server. */
export type ShellData = {
  user: { name: string; email: string };
  organizations: readonly MyOrganization[];
  /** The one that is shown. */
  organizationId: string;
  logos: Readonly<Record<string, string>>;
  projects: ProjectRow[];
  pendingProposals: ProposalRow[];
  system: SystemInfo;
  runProject: (projectId: string, action: "start" | "stop" | "restart") => Promise<Outcome>;
  signOut: () => Promise<void>;
  switchOrganization: (organizationId: string) => Promise<{ ok: true } | { ok: false; message: string }>;
};

type Shell = ShellData & {
  /** Whether changes are told as they happen; while not, whoever shows them has to ask. */
  live: boolean;
  commandsOpen: boolean;
  setCommandsOpen: (open: boolean) => void;
};

const ShellContext = createContext<Shell | null>(null);

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (!shell) throw new Error("useShell is used outside of ShellProvider.");
  return shell;
}

export function ShellProvider({ children, ...data }: ShellData & { children: ReactNode }) {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: 2_000, retry: 1 } } }),
  );
  const [commandsOpen, setCommandsOpen] = useState(false);
  // What the server read for this page is newer than what the browser remembers.
  useEffect(() => {
    client.setQueryData(["projects"], data.projects);
    client.setQueryData(["system"], data.system);
    client.setQueryData(["proposals", "pending"], data.pendingProposals);
  }, [client, data.projects, data.system, data.pendingProposals]);
  return (
    <QueryClientProvider client={client}>
      <LogoProvider value={data.logos}>
        <Live data={{ ...data, commandsOpen, setCommandsOpen }}>{children}</Live>
      </LogoProvider>
    </QueryClientProvider>
  );
}

function Live({ data, children }: { data: Omit<Shell, "live">; children: ReactNode }) {
  const live = useChanges();
  return <ShellContext value={{ ...data, live }}>{children}</ShellContext>;
}
