import type { ReactNode } from "react";
import { CommandPalette } from "@/components/shell/command-palette";
import { ShellProvider } from "@/components/shell/shell-provider";
import { Sidebar } from "@/components/shell/sidebar";
import { TabBar } from "@/components/shell/tab-bar";
import { knownLogos } from "@/lib/apps";
import { listProjects } from "@/lib/projects";
import { showSystemInfo } from "@/lib/system";
import { runProjectAction, signOutAction } from "./actions";
import { signedIn } from "./signed-in";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const caller = await signedIn();
  if (!caller) return children;
  const [projects, system] = await Promise.all([listProjects(caller, {}), showSystemInfo(caller, {})]);
  return (
    <ShellProvider
      user={{ name: caller.name, email: caller.email }}
      logos={knownLogos()}
      projects={projects.data}
      system={system}
      runProject={runProjectAction}
      signOut={signOutAction}
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
