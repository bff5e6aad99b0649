import { z } from "zod";
import { operation } from "@/lib/operation/define";
import { onProject } from "./on-project";
import { actOnContainers, RunState, startAll } from "./running/lifecycle";
import { ProjectId } from "./schema";

export const startProject = operation({
  id: "projects.start",
  rest: "POST /api/projects/{projectId}/start",
  summary: "Start a project's containers in their order.",
  mcp: {
    title: "Start a project",
    about: "Starts a stopped project's containers in order.",
    idempotent: true,
  },
  permission: "project:write",
  on: onProject,
  input: z.object({ projectId: ProjectId }),
  output: RunState,
  run: (_caller, { projectId }) => actOnContainers(projectId, startAll, null),
});
