import { operation } from "@/lib/operation/define";
import { onProject, projectRecord } from "../on-project";
import { ProjectId } from "../schema";
import { planOf } from "./plan-of";
import { ChangePlan, Proposal } from "./schema";

export const planChange = operation({
  id: "projects.plan",
  rest: "POST /api/projects/{projectId}/plan",
  summary:
    "Tell everything that the next deployment of a project would do, with changes that are not saved yet; touch nothing.",
  mcp: {
    title: "Plan a change",
    about:
      "Tells what the project's next deployment would change, with changes to settings, endpoints or limits that are not saved yet. Touches nothing.",
  },
  permission: "project:read",
  on: onProject,
  mutates: false,
  input: Proposal.extend({ projectId: ProjectId }),
  output: ChangePlan,
  async run(caller, { projectId, ...change }) {
    return await planOf(caller, await projectRecord(projectId), change);
  },
});
