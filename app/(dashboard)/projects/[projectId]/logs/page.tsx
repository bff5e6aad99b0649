import { ProjectLogs } from "@/components/projects/project-logs";
import { requireCaller } from "@/lib/auth/page-caller";
import { readProject } from "../read-project";

export default async function LogsPage({ params }: PageProps<"/projects/[projectId]/logs">) {
  const { projectId } = await params;
  await requireCaller(`/projects/${projectId}/logs`);
  const project = await readProject(projectId);
  return (
    <ProjectLogs
      projectId={project.id}
      projectName={project.slug}
      services={project.services.map((service) => service.name)}
    />
  );
}
