import type { Serving } from "@/lib/deployments/serving";
import { readConnections } from "@/lib/projects/connections/stored";
import { projectRecord } from "@/lib/projects/on-project";
import { openVariable, readVariables } from "@/lib/projects/variables/stored";
import { FORMAT, type Manifest } from "../format/manifest";

/**
 * What a backup says of the project: the version that serves, whose data it holds, and the variables as they are now.
 * @throws Refusal SECRET_UNREADABLE: a backup without a secret would be worth nothing
 */
export async function describeProject(
  projectId: string,
  { snapshot }: Serving,
  backupId: string,
): Promise<Manifest> {
  const project = await projectRecord(projectId);
  const [rows, connections] = await Promise.all([readVariables(projectId), readConnections(projectId)]);
  const { id, name, slug, appId, preparedOnce } = project;
  return {
    ...{ format: FORMAT, backupId, createdAt: new Date().toISOString(), preparedOnce },
    project: { id, name, slug, appId },
    definition: snapshot.definition,
    ...{ exposures: snapshot.exposures, resources: snapshot.resources ?? {}, images: snapshot.images },
    variables: rows.map(openVariable),
    connections: connections.map(({ requirementId, sourceProjectId, provideId, mode }) => ({
      ...{ requirementId, sourceProjectId, provideId, mode },
    })),
  };
}
