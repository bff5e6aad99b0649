import { RunCards } from "@/components/projects/run-cards";
import { Uninstall } from "@/components/projects/uninstall";
import { requireCaller } from "@/lib/auth/page-caller";
import { redeployAction, uninstallAction } from "../actions";
import { readProject } from "../read-project";

export default async function DangerPage({ params }: PageProps<"/projects/[projectId]/danger">) {
  const { projectId } = await params;
  await requireCaller(`/projects/${projectId}/danger`);
  const project = await readProject(projectId);
  return (
    <div className="grid max-w-[760px] gap-5">
      {project.status.state !== "draft" && project.canWrite && (
        <RunCards project={project} redeploy={redeployAction.bind(null, projectId)} />
      )}
      <Uninstall project={project} uninstall={uninstallAction.bind(null, projectId)} />
    </div>
  );
}
