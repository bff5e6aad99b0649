"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

const TABS = [
  ["", "Overview"],
  ["/deployments", "Deployments"],
  ["/logs", "Logs"],
  ["/backups", "Backups"],
  ["/advanced", "Advanced"],
  ["/danger", "Danger"],
] as const;

/** The rooms of a project. A draft has nothing to log or deploy yet. */
export function ProjectTabs({ projectId, draft }: { projectId: string; draft: boolean }) {
  const pathname = usePathname();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the tabs scroll; the one that is open must be in sight.
    const current = nav.current?.querySelector(`[href="${pathname}"]`);
    current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  const tabs = draft ? TABS.filter(([path]) => path === "" || path === "/danger") : TABS;
  return (
    <nav
      ref={nav}
      aria-label="Project"
      className="mb-5 flex gap-1 overflow-x-auto border-b scrollbar-none max-md:-mx-4 max-md:px-4"
    >
      {tabs.map(([path, label]) => {
        const href = `/projects/${projectId}${path}`;
        return (
          <Link
            key={path}
            href={href as Route}
            aria-current={pathname === href ? "page" : undefined}
            className="-mb-px flex h-[38px] shrink-0 items-center border-b-2 border-transparent px-2.5 text-sm text-muted-foreground hover:text-foreground focus-visible:-outline-offset-2 aria-[current]:border-primary aria-[current]:font-semibold aria-[current]:text-foreground max-md:h-11"
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
