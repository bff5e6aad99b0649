import { EnvCard } from "@/components/projects/env-card";
import { ExposureCard } from "@/components/projects/exposure-card";
import { VolumesCard } from "@/components/projects/volumes-card";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { endpointsOf } from "@/lib/app-definition/endpoints";
import { showApp } from "@/lib/apps";
import { requireCaller } from "@/lib/auth/page-caller";
import { showEnv } from "@/lib/projects";
import { changeExposureAction, replaceEnvAction } from "../actions";
import { readProject } from "../read-project";

export default async function AdvancedPage({ params }: PageProps<"/projects/[projectId]/advanced">) {
  const { projectId } = await params;
  const caller = await requireCaller(`/projects/${projectId}/advanced`);
  const [project, env] = await Promise.all([readProject(projectId), showEnv(caller, { projectId })]);
  const endpoints = await endpointsOfApp(caller, project.appId);
  return (
    <div className="grid gap-5">
      {endpoints.length > 0 && (
        <ExposureCard
          key={JSON.stringify(project.addresses)}
          endpoints={endpoints}
          addresses={project.addresses}
          canWrite={project.canWrite}
          save={changeExposureAction.bind(null, projectId)}
        />
      )}
      <EnvCard
        key={JSON.stringify(env.data)}
        entries={env.data}
        services={project.services.map((service) => service.name)}
        canWrite={project.canWrite}
        save={replaceEnvAction.bind(null, projectId)}
      />
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
