import { Anchor } from "lucide-react";
import Link from "next/link";
import { Suspense } from "react";
import { ProjectConnections } from "@/components/connections/project-connections";
import { DomainsCard } from "@/components/domains/domains-card";
import { ConnectionCard } from "@/components/projects/connection-card";
import { DriftCard } from "@/components/projects/drift-card";
import { SettingsCard } from "@/components/projects/settings-card";
import { ServicesCard } from "@/components/services/services-card";
import { Button } from "@/components/ui/button";
import { Card, CardBody } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { Caller } from "@/lib/access/caller";
import { requireCaller } from "@/lib/auth/page-caller";
import { listDomains } from "@/lib/domains";
import { showConnection, showSettings } from "@/lib/projects";
import type { Project } from "@/lib/projects/schema";
import { changeSettingsAction, reconnectAction, repairAction } from "./actions";
import { addDomainAction, checkDomainAction, removeDomainAction } from "./domain-actions";
import { readProject } from "./read-project";

export default async function ProjectPage({ params }: PageProps<"/projects/[projectId]">) {
  const { projectId } = await params;
  const caller = await requireCaller(`/projects/${projectId}`);
  const project = await readProject(projectId);
  if (project.status.state === "draft") return <DraftCard project={project} />;
  return (
    <div className="grid gap-5">
      <DriftCard project={project} repair={repairAction.bind(null, project.id)} />
      {project.canWrite && (
        <Suspense fallback={<Skeleton className="h-[280px] rounded-lg" />}>
          <Connecting caller={caller} projectId={projectId} />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton className="h-[170px] rounded-lg" />}>
        <Domains caller={caller} project={project} />
      </Suspense>
      <ProjectConnections project={project} reconnect={reconnectAction.bind(null, project.id)} />
      <Suspense fallback={<Skeleton className="h-[220px] rounded-lg" />}>
        <Settings caller={caller} project={project} />
      </Suspense>
      <ServicesCard project={project} />
    </div>
  );
}

async function Connecting({ caller, projectId }: { caller: Caller; projectId: string }) {
  return <ConnectionCard connection={await showConnection(caller, { projectId })} />;
}

async function Domains({ caller, project }: { caller: Caller; project: Project }) {
  const { data } = await listDomains(caller, { projectId: project.id });
  const actions = {
    add: addDomainAction.bind(null, project.id),
    check: checkDomainAction.bind(null, project.id),
    remove: removeDomainAction.bind(null, project.id),
  };
  return <DomainsCard project={project} domains={data} actions={actions} />;
}

async function Settings({ caller, project }: { caller: Caller; project: Project }) {
  const { groups, undeployed } = await showSettings(caller, { projectId: project.id });
  if (groups.length === 0 && undeployed.length === 0) return null;
  return (
    <SettingsCard
      projectId={project.id}
      groups={groups}
      undeployed={undeployed}
      canWrite={project.canWrite}
      save={changeSettingsAction.bind(null, project.id)}
    />
  );
}

function DraftCard({ project }: { project: Project }) {
  return (
    <Card>
      <CardBody className="grid justify-items-center gap-2 py-11 text-center">
        <Anchor aria-hidden className="size-6 text-primary" />
        <h2>A draft, not installed yet</h2>
        <p className="max-w-[48ch] text-muted-foreground">
          Nothing runs. What you answered so far is kept; go on where you stopped, or delete it under Danger.
        </p>
        <Button asChild variant="primary" className="mt-2">
          <Link href={`/apps/${project.appId}/install?draft=${project.id}`}>Continue the draft</Link>
        </Button>
      </CardBody>
    </Card>
  );
}
