import type { Metadata, Route } from "next";
import { notFound } from "next/navigation";
import { DeploymentView } from "@/components/deployments/deployment-view";
import { Page } from "@/components/shell/page";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { requireCaller } from "@/lib/auth/page-caller";
import { listDeploymentLogs, showDeployment } from "@/lib/deployments";
import { showProject } from "@/lib/projects";
import type { Project } from "@/lib/projects/schema";
import { cancelAction, retryAction, rollBackAction } from "../actions";

export const metadata: Metadata = { title: "Deployment" };

const MOST_LINES = 5_000;

export default async function DeploymentPage({ params }: PageProps<"/deployments/[deploymentId]">) {
  const { deploymentId } = await params;
  const caller = await requireCaller(`/deployments/${deploymentId}`);
  const { deployment, lines, project } = await read(caller, deploymentId);
  return (
    <Page
      crumbs={[
        { label: deployment.projectName, href: `/projects/${deployment.projectId}` as Route },
        { label: "Deployments", href: `/projects/${deployment.projectId}/deployments` as Route },
        { label: `No. ${deployment.number}` },
      ]}
    >
      <DeploymentView
        key={deployment.id}
        initial={deployment}
        initialLines={lines}
        openUrl={project.openUrl}
        editHref={editHref(project)}
        canWrite={project.canWrite}
        actions={{
          cancel: cancelAction.bind(null, deployment.id),
          retry: retryAction.bind(null, deployment.projectId),
          rollBack: rollBackAction.bind(null, deployment.id),
        }}
      />
    </Page>
  );
}

/** Until it worked once, a project is continued in the wizard, where its ports can be chosen anew too. */
function editHref(project: Project): Route {
  const href = project.installedAt
    ? `/projects/${project.id}#settings`
    : `/apps/${project.appId}/install?draft=${project.id}`;
  return href as Route;
}

async function read(caller: Caller, deploymentId: string) {
  try {
    const deployment = await showDeployment(caller, { deploymentId });
    const [logs, project] = await Promise.all([
      listDeploymentLogs(caller, { deploymentId, limit: MOST_LINES }),
      showProject(caller, { projectId: deployment.projectId }),
    ]);
    return { deployment, lines: logs.data, project };
  } catch (error) {
    if (error instanceof Refusal && (error.code === "NOT_FOUND" || error.code === "VALIDATION_ERROR"))
      notFound();
    throw error;
  }
}
