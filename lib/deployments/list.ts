import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { operation } from "@/lib/operation/define";
import { ProjectId } from "@/lib/projects/schema";
import { visibleProjects } from "@/lib/projects/visible";
import { selectRows, toRow } from "./row";
import { DeploymentRow } from "./schema";
import { deployments } from "./table";

export const listDeployments = operation({
  id: "deployments.list",
  rest: "GET /api/deployments",
  summary: "List deployments of the projects that the caller may read, newest first.",
  mcp: {
    title: "List deployments",
    about: "Deployments of one project or of all, newest first, with state and reason.",
  },
  permission: "member",
  input: z.object({
    projectId: ProjectId.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({ data: z.array(DeploymentRow) }),
  async run(caller, { projectId, limit }) {
    const ofProject = projectId && eq(deployments.projectId, projectId);
    const rows = await selectRows()
      .where(and(visibleProjects(caller), ofProject || undefined))
      .orderBy(desc(deployments.createdAt), desc(deployments.number))
      .limit(limit);
    return { data: rows.map(toRow) };
  },
});
