"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { AppTile } from "@/components/marks/app-tile";
import { Sign } from "@/components/marks/sign";
import { StatusMark } from "@/components/marks/status-mark";
import { projectWords } from "@/components/projects/status-words";
import type { ProjectRow } from "@/lib/projects/schema";
import { BehindCount } from "./behind-count";
import { EngineBox } from "./engine-box";
import { useProjects } from "./live";
import { PendingCount } from "./pending-count";
import { isWithin, PLACES, PROPOSALS, SETTINGS } from "./places";
import { UserMenu } from "./user-menu";

const ITEM =
  "flex h-8 items-center gap-[9px] rounded-md px-2 text-sm text-muted-foreground hover:bg-hover hover:text-foreground focus-visible:-outline-offset-2 aria-[current]:bg-hover aria-[current]:font-semibold aria-[current]:text-foreground aria-[current]:[&>.lucide]:text-primary";

export function Sidebar() {
  const pathname = usePathname();
  // An installed app has its own line below, and that is where one is then.
  const own = useProjects().some(
    (project) => isInstalled(project) && isWithin(pathname, `/projects/${project.id}`),
  );
  return (
    <aside
      aria-label="Main"
      className="sticky top-0 flex h-dvh flex-col overflow-auto border-r px-3 pb-3 max-md:hidden"
    >
      <Link
        href="/apps"
        className="flex h-(--topbar-height) shrink-0 items-center gap-[9px] px-2 text-[15px] font-semibold tracking-[-0.01em] focus-visible:-outline-offset-2"
      >
        <Sign />
        Roadstead
      </Link>
      <nav aria-label="Rooms" className="grid gap-px">
        {[...PLACES, PROPOSALS, SETTINGS].map(({ href, label, Icon }) => (
          <Link
            key={href}
            href={href}
            className={ITEM}
            aria-current={isWithin(pathname, href) && !own ? "page" : undefined}
          >
            <Icon aria-hidden />
            <span className="min-w-0 flex-1 truncate">{label}</span>
            {href === "/updates" && <BehindCount />}
            {href === PROPOSALS.href && <PendingCount />}
          </Link>
        ))}
      </nav>
      <InstalledApps pathname={pathname} />
      <div className="mt-auto grid gap-2.5 pt-3">
        <EngineBox />
        <UserMenu />
      </div>
    </aside>
  );
}

function InstalledApps({ pathname }: { pathname: string }) {
  const installed = useProjects().filter(isInstalled);
  if (installed.length === 0) return null;
  return (
    <>
      <div className="px-2 pt-4 pb-1.5 text-xs text-subtle-foreground">Installed</div>
      <nav aria-label="Installed apps" className="grid gap-px">
        {installed.map((project) => {
          const { tone, word } = projectWords(project.status);
          return (
            <Link
              key={project.id}
              href={`/projects/${project.id}`}
              className={ITEM}
              aria-current={isWithin(pathname, `/projects/${project.id}`) ? "page" : undefined}
            >
              <AppTile logo={project.logo} name={project.appName} size="xs" />
              <span className="min-w-0 flex-1 truncate">{project.name}</span>
              <StatusMark tone={tone} word={word} hideWord plain />
            </Link>
          );
        })}
      </nav>
    </>
  );
}

function isInstalled(project: ProjectRow): boolean {
  return project.status.state !== "draft";
}
