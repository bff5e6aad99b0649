import { DeploymentList } from "@/components/deployments/deployment-list";
import { requireCaller } from "@/lib/auth/page-caller";
import { listDeployments } from "@/lib/deployments";

export default async function ProjectDeploymentsPage({
  params,
}: PageProps<"/projects/[projectId]/deployments">) {
  const { projectId } = await params;
  const caller = await requireCaller(`/projects/${projectId}/deployments`);
  const { data } = await listDeployments(caller, { projectId });
  return <DeploymentList initial={data} projectId={projectId} />;
}
