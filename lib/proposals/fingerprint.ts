import { createHash } from "node:crypto";
import type { AppDefinition } from "@/lib/app-definition/schema";
import { readConnections } from "@/lib/projects/connections/stored";
import { projectRecord } from "@/lib/projects/on-project";
import { readVariables } from "@/lib/projects/variables/stored";

/** A project as people set it up, as one short text: it is another one after any change of it, and after no deployment. */
export async function projectFingerprint(projectId: string): Promise<string> {
  const [project, variables, connections] = await Promise.all([
    projectRecord(projectId),
    readVariables(projectId),
    readConnections(projectId),
  ]);
  const { name, appId, definition, exposures, resources, stoppedAt } = project;
  return digest([
    { name, appId, definition, exposures, resources, stoppedAt },
    variables.map(({ service, key, value, secret, source }) => [service, key, value, secret, source]).sort(),
    connections
      .map(({ requirementId, sourceProjectId, mode }) => [requirementId, sourceProjectId, mode])
      .sort(),
  ]);
}

/** The same of an app that is to be installed, and of the draft that the installation would continue. */
export async function appFingerprint(definition: AppDefinition, draftId: string | null): Promise<string> {
  return digest([definition, draftId && (await projectFingerprint(draftId))]);
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url");
}
