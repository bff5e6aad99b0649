import { ProjectLine } from "@/components/projects/project-line";
import { Card, CardHeader } from "@/components/ui/card";
import type { Caller } from "@/lib/access/caller";
import { listProjects } from "@/lib/projects";
import { MOST_PROJECTS } from "@/lib/projects/schema";

/** What was made from this app already, drafts among it. */
export async function AppProjects({ caller, appId }: { caller: Caller; appId: string }) {
  const projects = (await listProjects(caller, { limit: MOST_PROJECTS })).data.filter(
    (project) => project.appId === appId,
  );
  if (projects.length === 0) return null;
  return (
    <Card aria-labelledby="made">
      <CardHeader>
        <h2 id="made">Your projects from it</h2>
      </CardHeader>
      <ul>
        {projects.map((project) => (
          <ProjectLine key={project.id} project={project} />
        ))}
      </ul>
    </Card>
  );
}
