"use client";

import {
  CircleArrowUp,
  Ellipsis,
  ExternalLink,
  Play,
  RefreshCw,
  RotateCw,
  Square,
  Trash2,
} from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useCallback, useTransition } from "react";
import { toast } from "sonner";
import { AppTile } from "@/components/marks/app-tile";
import { StatusMark } from "@/components/marks/status-mark";
import { TimeAgo } from "@/components/marks/time-ago";
import { useSystem } from "@/components/shell/live";
import type { Outcome } from "@/components/shell/shell-provider";
import { useRunProject } from "@/components/shell/use-run-project";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { Project } from "@/lib/projects/schema";
import { hasContainers, isReachable, projectWords } from "./status-words";
import { useLiveProject } from "./use-live-project";

type ProjectHeadProps = {
  project: Project;
  redeploy: () => Promise<Outcome>;
  /** The version that it could be updated to, empty when that has no name of its own; null: none is known. */
  newer: string | null;
};

/** A project's name, how it is and why, and what is done most. */
export function ProjectHead({ project: initial, redeploy, newer }: ProjectHeadProps) {
  const router = useRouter();
  const project = useLiveProject(
    initial,
    useCallback(() => router.refresh(), [router]),
  );
  const { engine } = useSystem().data;
  const { status } = project;
  return (
    <div className="mb-[18px] flex items-center gap-x-4 gap-y-3 max-md:flex-wrap max-md:items-start">
      <AppTile logo={project.logo} name={project.appName} size="l" />
      <div className="min-w-0 flex-1">
        <h1>{project.name}</h1>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-3.5 gap-y-0.5 text-sm text-muted-foreground">
          <span aria-live="polite">
            <StatusMark {...projectWords(status)} />
          </span>
          <span>
            {status.reason.replace(/\.$/, "")}
            {status.state === "unknown" && (
              <>
                , last read <TimeAgo at={status.readAt} everyMs={1_000} />
              </>
            )}
          </span>
          <span>
            {project.appName} {project.version}
            {engine.hostname ? ` on ${engine.hostname}` : ""}
          </span>
          {newer !== null && (
            <Link href={`/updates?project=${project.id}`} className="rounded-sm">
              <Badge variant="primary">
                <CircleArrowUp aria-hidden />
                Update available{newer && `: ${newer}`}
              </Badge>
            </Link>
          )}
        </div>
      </div>
      <Acts project={project} redeploy={redeploy} />
    </div>
  );
}

function Acts({ project, redeploy }: Omit<ProjectHeadProps, "newer">) {
  const run = useRunProject();
  const router = useRouter();
  const [busy, start] = useTransition();
  const { state } = project.status;
  if (state === "draft") {
    return (
      <Button asChild variant="primary">
        <Link href={`/apps/${project.appId}/install?draft=${project.id}`}>Continue the draft</Link>
      </Button>
    );
  }
  const act = (action: "start" | "stop" | "restart") =>
    start(async () => {
      await run(project, action);
      router.refresh();
    });
  const deployAgain = () =>
    start(async () => {
      const outcome = await redeploy();
      if (outcome && !outcome.ok)
        toast.error(`${project.name} was not redeployed`, { description: outcome.message });
    });
  return (
    <div className="flex shrink-0 items-center gap-2 max-md:w-full">
      {project.openUrl && isReachable(project.status) && (
        <Button asChild variant="primary" className="max-md:flex-1">
          <a href={project.openUrl} target="_blank" rel="noreferrer">
            Open
            <ExternalLink aria-hidden />
          </a>
        </Button>
      )}
      {project.activeDeploymentId && (
        <Button asChild>
          <Link href={`/deployments/${project.activeDeploymentId}`}>Follow the deployment</Link>
        </Button>
      )}
      {state === "failed" && !project.activeDeploymentId && project.lastDeploymentId && (
        <Button asChild>
          <Link href={`/deployments/${project.lastDeploymentId}`}>See what failed</Link>
        </Button>
      )}
      {project.canWrite && !project.activeDeploymentId && (
        <>
          {state === "stopped" ? (
            <Button variant="primary" disabled={busy} onClick={() => act("start")} className="max-md:flex-1">
              <Play aria-hidden />
              Start
            </Button>
          ) : hasContainers(project) ? (
            <Button disabled={busy} onClick={() => act("restart")}>
              <RotateCw aria-hidden />
              Restart
            </Button>
          ) : (
            <Button variant="primary" disabled={busy} onClick={deployAgain}>
              <RefreshCw aria-hidden />
              Redeploy
            </Button>
          )}
          <More project={project} busy={busy} stop={() => act("stop")} deployAgain={deployAgain} />
        </>
      )}
    </div>
  );
}

type MoreProps = { project: Project; busy: boolean; stop: () => void; deployAgain: () => void };

function More({ project, busy, stop, deployAgain }: MoreProps) {
  const router = useRouter();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="icon" aria-label="More actions" disabled={busy}>
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={deployAgain}>
          <RefreshCw aria-hidden />
          Redeploy
        </DropdownMenuItem>
        {project.status.state !== "stopped" && hasContainers(project) && (
          <DropdownMenuItem onSelect={stop}>
            <Square aria-hidden />
            Stop
          </DropdownMenuItem>
        )}
        <DropdownMenuSeparator />
        <DropdownMenuItem
          className="text-fail"
          onSelect={() => router.push(`/projects/${project.id}/danger` as Route)}
        >
          <Trash2 aria-hidden />
          Uninstall…
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
