import { z } from "zod";
import { operation } from "@/lib/operation/define";
import { onProject } from "./on-project";
import { actOnContainers, RunState, startAll, stopAll } from "./running/lifecycle";
import { ProjectId } from "./schema";

export const restartProject = operation({
  id: "projects.restart",
  rest: "POST /api/projects/{projectId}/restart",
  summary: "Stop a project's containers and start them again in their order.",
  mcp: {
    title: "Restart a project",
    about: "Stops the project's containers and starts them again in order. It does not answer meanwhile.",
    destructive: true,
  },
  permission: "project:write",
  on: onProject,
  input: z.object({ projectId: ProjectId }),
  output: RunState,
  run: (_caller, { projectId }) =>
    actOnContainers(
      projectId,
      async (running) => {
        await stopAll(running);
        await startAll(running);
      },
      null,
    ),
});
