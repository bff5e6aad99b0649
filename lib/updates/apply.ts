import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { SettingAnswers } from "@/lib/apps/schema";
import { queueUpdate } from "@/lib/deployments/change/queue-update";
import { operation } from "@/lib/operation/define";
import { onProject, projectRecord } from "@/lib/projects/on-project";
import { ProjectId } from "@/lib/projects/schema";
import { proposedUpdate } from "./proposed-update";

export const applyUpdate = operation({
  id: "updates.apply",
  rest: "POST /api/updates/{projectId}/apply",
  summary:
    "Update a project to what the last comparison found. Follow the deployment to its end: a version that does not work is taken back by itself, with the data.",
  mcp: {
    title: "Apply an update",
    about:
      "Queues the deployment of the newer version that updates_list names, and answers its id: follow it with deployments_show. It ends ready, or rolled_back with project and data as they were.",
    destructive: true,
  },
  permission: "project:write",
  on: onProject,
  input: z.object({
    projectId: ProjectId,
    settings: SettingAnswers.optional().meta({
      description: "Answers to settings that the new version asks for and the project does not have.",
    }),
  }),
  output: z.object({ deployment_id: z.string(), project_id: z.string() }),
  status: 201,
  async run(caller, { projectId, settings }) {
    const project = await projectRecord(projectId);
    const { target, comparison } = (await proposedUpdate(projectId)) ?? {};
    if (!target) {
      const message = comparison?.reason ?? comparison?.note;
      throw new Refusal("NOTHING_TO_UPDATE", { message });
    }
    const { definition, digests } = target;
    const { id } = await queueUpdate(caller, project, { definition, digests, answers: settings });
    return { deployment_id: id, project_id: projectId };
  },
});
