"use client";

import { ExternalLink } from "lucide-react";
import Link from "next/link";
import { AppTile } from "@/components/marks/app-tile";
import { FilteredList } from "@/components/marks/filtered-list";
import { StatusMark } from "@/components/marks/status-mark";
import { TimeAgo } from "@/components/marks/time-ago";
import { useProjects } from "@/components/shell/live";
import { Button } from "@/components/ui/button";
import type { CatalogEntry } from "@/lib/apps/schema";
import { MOST_PROJECTS, type ProjectRow } from "@/lib/projects/schema";
import { NoProjects } from "./no-projects";
import { isReachable, projectWords } from "./status-words";

/** The organization's projects as they are now; `oftenFirst` is offered while there is none. */
export function ProjectList({ oftenFirst }: { oftenFirst: readonly CatalogEntry[] }) {
  const projects = useProjects();
  if (projects.length === 0) return <NoProjects apps={oftenFirst} />;
  return (
    <>
      <FilteredList
        one="project"
        many="projects"
        by="name, app, state or address"
        entries={projects}
        textOf={({ name, appName, status, openUrl }) =>
          `${name} ${appName} ${projectWords(status).word} ${openUrl ?? ""}`
        }
      >
        {(project) => <Row key={project.id} project={project} />}
      </FilteredList>
      {projects.length >= MOST_PROJECTS && (
        <p className="mt-3 text-xs text-muted-foreground">
          These are the newest {MOST_PROJECTS}. The API lists the others, page by page.
        </p>
      )}
    </>
  );
}

function Row({ project }: { project: ProjectRow }) {
  const { status } = project;
  const draft = status.state === "draft";
  return (
    <li className="relative grid grid-cols-[40px_minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1fr)] items-center gap-x-4 border-b border-border-soft px-5 py-[11px] text-sm last:border-b-0 hover:bg-hover max-md:grid-cols-[40px_minmax(0,1fr)] max-md:gap-y-1.5 max-md:px-4 max-md:py-3">
      <AppTile logo={project.logo} name={project.appName} className="max-md:row-span-3 max-md:self-start" />
      <span className="min-w-0">
        <Link
          href={draft ? `/apps/${project.appId}/install?draft=${project.id}` : `/projects/${project.id}`}
          className="block truncate font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
        >
          {project.name}
        </Link>
        <span className="block truncate text-xs text-muted-foreground">
          {project.appName} {project.version}
        </span>
      </span>
      <span className="min-w-0">
        <StatusMark {...projectWords(status)} plain />
        <span className="block truncate text-xs text-muted-foreground" title={status.reason}>
          {status.reason}
        </span>
      </span>
      <span className="min-w-0 md:text-right">
        {draft ? (
          <span className="text-muted-foreground">
            Begun <TimeAgo at={project.createdAt} />
          </span>
        ) : project.openUrl && isReachable(status) ? (
          <Button asChild size="sm" className="relative max-w-full">
            <a
              href={project.openUrl}
              target="_blank"
              rel="noreferrer"
              aria-label={`Open ${project.name} in a new tab`}
            >
              <span className="truncate">{project.openUrl.replace(/^https?:\/\//, "")}</span>
              <ExternalLink aria-hidden className="size-3.5" />
            </a>
          </Button>
        ) : (
          <span className="text-xs text-subtle-foreground">
            {project.openUrl ? "Not open now" : "No public page"}
          </span>
        )}
      </span>
    </li>
  );
}
