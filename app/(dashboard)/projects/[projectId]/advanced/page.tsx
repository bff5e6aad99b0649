import { EnvCard } from "@/components/projects/env-card";
import { ExposureCard } from "@/components/projects/exposure-card";
import { LimitsCard } from "@/components/projects/limits-card";
import { UpdatesCard } from "@/components/projects/updates-card";
import { VolumesCard } from "@/components/projects/volumes-card";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { endpointsOf } from "@/lib/app-definition/endpoints";
import { showApp } from "@/lib/apps";
import { requireCaller } from "@/lib/auth/page-caller";
import { showEnv, showResources } from "@/lib/projects";
import {
  changeExposureAction,
  changeResourcesAction,
  changeUpdatesAction,
  replaceEnvAction,
} from "../actions";
import { readProject } from "../read-project";

export default async function AdvancedPage({ params }: PageProps<"/projects/[projectId]/advanced">) {
  const { projectId } = await params;
  const caller = await requireCaller(`/projects/${projectId}/advanced`);
  const [project, env, resources] = await Promise.all([
    readProject(projectId),
    showEnv(caller, { projectId }),
    showResources(caller, { projectId }),
  ]);
  const endpoints = await endpointsOfApp(caller, project.appId);
  return (
    <div className="grid gap-5">
      {endpoints.length > 0 && (
        <ExposureCard
          key={JSON.stringify(project.addresses)}
          projectId={projectId}
          endpoints={endpoints}
          addresses={project.addresses}
          canWrite={project.canWrite}
          save={changeExposureAction.bind(null, projectId)}
        />
      )}
      <LimitsCard
        key={JSON.stringify(resources.data)}
        projectId={projectId}
        resources={resources}
        canWrite={project.canWrite}
        save={changeResourcesAction.bind(null, projectId)}
      />
      <EnvCard
        key={JSON.stringify(env.data)}
        projectId={projectId}
        entries={env.data}
        services={project.services.map((service) => service.name)}
        canWrite={project.canWrite}
        save={replaceEnvAction.bind(null, projectId)}
      />
      <UpdatesCard project={project} save={changeUpdatesAction.bind(null, projectId)} />
      <VolumesCard volumes={project.volumes} />
    </div>
  );
}

/** What the app offers to expose; nothing when it has left the catalog. */
async function endpointsOfApp(caller: Caller, appId: string) {
  try {
    return endpointsOf((await showApp(caller, { appId })).definition);
  } catch (error) {
    if (error instanceof Refusal && error.code === "NOT_FOUND") return [];
    throw error;
  }
}
