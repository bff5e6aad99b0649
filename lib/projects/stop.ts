import { z } from "zod";
import { operation } from "@/lib/operation/define";
import { onProject } from "./on-project";
import { actOnContainers, RunState, stopAll } from "./running/lifecycle";
import { ProjectId } from "./schema";

export const stopProject = operation({
  id: "projects.stop",
  rest: "POST /api/projects/{projectId}/stop",
  summary: "Stop a project's containers. They stay stopped until somebody starts them.",
  mcp: {
    title: "Stop a project",
    about:
      "Stops the project's containers. They stay stopped until somebody starts them; nothing stored is lost.",
    destructive: true,
    idempotent: true,
  },
  permission: "project:write",
  on: onProject,
  input: z.object({ projectId: ProjectId }),
  output: RunState,
  run: (_caller, { projectId }) => actOnContainers(projectId, stopAll, new Date()),
});
