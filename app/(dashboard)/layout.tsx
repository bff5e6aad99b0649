import type { ReactNode } from "react";
import { CommandPalette } from "@/components/shell/command-palette";
import { ShellProvider } from "@/components/shell/shell-provider";
import { Sidebar } from "@/components/shell/sidebar";
import { TabBar } from "@/components/shell/tab-bar";
import { knownLogos } from "@/lib/apps";
import { myOrganizations } from "@/lib/members";
import { listProjects } from "@/lib/projects";
import { MOST_PROJECTS } from "@/lib/projects/schema";
import { listProposals } from "@/lib/proposals";
import { showSystemInfo } from "@/lib/system";
import { runProjectAction, signOutAction, switchOrganizationAction } from "./actions";
import { signedIn } from "./signed-in";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const caller = await signedIn();
  if (!caller) return children;
  const [projects, system, organizations, proposals] = await Promise.all([
    listProjects(caller, { limit: MOST_PROJECTS }),
    showSystemInfo(caller, {}),
    myOrganizations(caller),
    listProposals(caller, { state: "pending" }),
  ]);
  return (
    <ShellProvider
      user={{ name: caller.name, email: caller.email }}
      organizations={organizations}
      organizationId={caller.organizationId}
      logos={knownLogos()}
      projects={projects.data}
      pendingProposals={proposals.data}
      system={system}
      runProject={runProjectAction}
      signOut={signOutAction}
      switchOrganization={switchOrganizationAction}
    >
      <div className="grid min-h-dvh md:grid-cols-[var(--sidebar-width)_minmax(0,1fr)] max-md:pb-14">
        <Sidebar />
        {children}
        <TabBar />
      </div>
      <CommandPalette />
    </ShellProvider>
  );
}
