"use client";

import { TriangleAlert } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { useState } from "react";
import { AppTile } from "@/components/marks/app-tile";
import { listed } from "@/components/marks/words";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { ConnectionChoice, UsedSource } from "@/lib/projects/connections/schema";
import type { Project } from "@/lib/projects/schema";
import { ChangeSource } from "./change-source";
import { ModeBadge } from "./connections-table";

export type Reconnect = (
  connections: ConnectionChoice[],
) => Promise<{ ok: true } | { ok: false; message: string; issues?: { path: string; message: string }[] }>;

type ProjectConnectionsProps = { project: Project; reconnect: Reconnect };

/** What a project uses of others, and which others use it. */
export function ProjectConnections({ project, reconnect }: ProjectConnectionsProps) {
  const { uses, usedBy } = project;
  if (uses.length === 0 && usedBy.length === 0) return null;
  return (
    <Card id="connections" aria-labelledby="connections-heading" className="scroll-mt-20">
      <CardHeader>
        <h2 id="connections-heading">Connected projects</h2>
      </CardHeader>
      <CardBody className="grid gap-5">
        {uses.length > 0 && <Uses project={project} reconnect={reconnect} />}
        {usedBy.length > 0 && <UsedBy project={project} />}
      </CardBody>
    </Card>
  );
}

function Uses({ project, reconnect }: ProjectConnectionsProps) {
  const [changing, setChanging] = useState<string>();
  return (
    <section aria-labelledby="uses" className="grid gap-1">
      <h3 id="uses">Uses</h3>
      <ul className="divide-y divide-border-soft">
        {project.uses.map((used) => (
          <li key={used.requirementId} className="grid gap-3 py-2.5">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <UsedLine used={used} />
              {project.canWrite && changing !== used.requirementId && (
                <Button
                  size="sm"
                  aria-label={`Change what provides ${used.label}`}
                  onClick={() => setChanging(used.requirementId)}
                >
                  {used.project || used.mode ? "Change…" : "Connect…"}
                </Button>
              )}
            </div>
            {changing === used.requirementId && (
              <ChangeSource
                project={project}
                requirementId={used.requirementId}
                reconnect={reconnect}
                close={() => setChanging(undefined)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function UsedLine({ used: { label, project, mode, problem, variables } }: { used: UsedSource }) {
  const keys = (typed: boolean) => [
    ...new Set(variables.filter((one) => one.typed === typed).map(({ key }) => key)),
  ];
  const [given, typed] = [keys(false), keys(true)];
  return (
    <div className="grid min-w-0 flex-1 gap-1 text-sm">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-muted-foreground">{label}</span>
        {project ? (
          <ProjectLink project={project} />
        ) : (
          <span className="font-semibold">{mode ? "A project you may not see" : "Not connected"}</span>
        )}
        {mode && <ModeBadge mode={mode} />}
      </div>
      {given.length > 0 && <code className="break-words text-subtle-foreground">{given.join(", ")}</code>}
      {typed.length > 0 && (
        <span className="text-xs text-muted-foreground">
          {listed(typed)}: the value that was set here is used instead.
        </span>
      )}
      {problem && (
        <span className="flex items-start gap-1.5 text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {problem}
        </span>
      )}
    </div>
  );
}

function UsedBy({ project: { usedBy } }: { project: Project }) {
  const hidden = usedBy.filter((user) => user === null).length;
  return (
    <section aria-labelledby="used-by" className="grid gap-2">
      <h3 id="used-by">Used by</h3>
      <ul className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
        {usedBy.map((user) =>
          user ? (
            <li key={user.id}>
              <ProjectLink project={user} />
            </li>
          ) : null,
        )}
        {hidden > 0 && (
          <li className="text-muted-foreground">
            {hidden === 1 ? "A project you may not see" : `${hidden} projects you may not see`}
          </li>
        )}
      </ul>
    </section>
  );
}

function ProjectLink({
  project: { id, name, logo },
}: {
  project: { id: string; name: string; logo: string };
}) {
  return (
    <Link
      href={`/projects/${id}` as Route}
      className="link inline-flex min-w-0 items-center gap-2 font-semibold"
    >
      <AppTile logo={logo} name={name} size="xs" />
      <span className="truncate">{name}</span>
    </Link>
  );
}
