import { z } from "zod";
import { Draft } from "@/lib/apps/schema";
import { operation } from "@/lib/operation/define";
import { readConnections } from "./connections/stored";
import { onProject, projectRecord } from "./on-project";
import { ProjectId } from "./schema";
import { isAt, storedSettings } from "./variables/settle";
import { readVariables } from "./variables/stored";

export const showDraft = operation({
  id: "projects.showDraft",
  rest: "GET /api/projects/{projectId}/draft",
  summary: "Show what was chosen for a project, so that its installation can be continued.",
  permission: "project:read",
  on: onProject,
  input: z.object({ projectId: ProjectId }),
  output: Draft,
  async run(_caller, { projectId }) {
    const { name, definition, exposures, updatedAt } = await projectRecord(projectId);
    const [rows, connections] = await Promise.all([readVariables(projectId), readConnections(projectId)]);
    const fields = definition.settings.flatMap((group) => group.fields);
    const secrets = rows.filter((row) => row.secret !== null && fields.some((field) => isAt(field, row)));
    return {
      projectId,
      name,
      settings: storedSettings(definition, rows).stored,
      secretsSet: secrets.map(({ service, key }) => ({ service, key })),
      endpoints: exposures.map(({ service, port, mode, domain, hostPort }) => ({
        service,
        port,
        mode,
        domain,
        hostPort,
      })),
      connections: connections.flatMap(({ requirementId, sourceProjectId, mode }) =>
        sourceProjectId ? [{ requirementId, projectId: sourceProjectId, mode }] : [],
      ),
      savedAt: updatedAt.toISOString(),
    };
  },
});
