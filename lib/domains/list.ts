import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/lib/db/client";
import { edgeProblem } from "@/lib/edge/state";
import { operation } from "@/lib/operation/define";
import { onProject, projectRecord } from "@/lib/projects/on-project";
import { ProjectId } from "@/lib/projects/schema";
import { Domain } from "./schema";
import { domains } from "./table";
import { toDomain } from "./words";

export const listDomains = operation({
  id: "domains.list",
  rest: "GET /api/projects/{projectId}/domains",
  summary: "List a project's domains: what each leads to, and what is missing before it works.",
  mcp: {
    title: "List a project's domains",
    about: "The domains of one project, each with the DNS records to set and the state of its certificate.",
  },
  permission: "project:read",
  on: onProject,
  input: z.object({ projectId: ProjectId }),
  output: z.object({ data: z.array(Domain) }),
  async run(_caller, { projectId }) {
    const [problem, project, rows] = await Promise.all([
      edgeProblem(),
      projectRecord(projectId),
      db().select().from(domains).where(eq(domains.projectId, projectId)).orderBy(asc(domains.createdAt)),
    ]);
    return { data: rows.map((row) => toDomain(row, project, problem)) };
  },
});
