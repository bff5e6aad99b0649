import Link from "next/link";
import { StatusMark } from "@/components/marks/status-mark";
import { TimeAgo } from "@/components/marks/time-ago";
import type { ProjectRow } from "@/lib/projects/schema";
import { projectWords } from "./status-words";

/** A project in a short list: its name, and how it is. A draft leads back to its wizard. */
export function ProjectLine({ project }: { project: ProjectRow }) {
  const draft = project.status.state === "draft";
  return (
    <li className="flex items-center justify-between gap-3 border-b border-border-soft px-5 py-[11px] text-sm last:border-b-0 max-md:px-4">
      <span className="min-w-0">
        <Link
          className="link block truncate font-semibold"
          href={draft ? `/apps/${project.appId}/install?draft=${project.id}` : `/projects/${project.id}`}
        >
          {project.name}
        </Link>
        <span className="text-xs text-muted-foreground">
          {draft ? "Begun " : "Installed "}
          <TimeAgo at={project.installedAt ?? project.createdAt} />
        </span>
      </span>
      {draft ? (
        <span className="text-muted-foreground">Continue the draft</span>
      ) : (
        <StatusMark {...projectWords(project.status)} plain />
      )}
    </li>
  );
}
