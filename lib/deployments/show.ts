import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { operation } from "@/lib/operation/define";
import { onDeployment, readDeployment } from "./row";
import { Deployment, DeploymentId } from "./schema";

export const showDeployment = operation({
  id: "deployments.show",
  rest: "GET /api/deployments/{deploymentId}",
  summary: "Show one deployment with its steps.",
  mcp: {
    title: "Show a deployment",
    about:
      "One deployment: its state, each step, and when it failed the reason and what to do. States end in ready, failed, cancelled or rolled_back.",
  },
  permission: "project:read",
  on: onDeployment,
  input: z.object({ deploymentId: DeploymentId }),
  output: Deployment,
  async run(_caller, { deploymentId }) {
    const found = await readDeployment(deploymentId);
    if (!found) throw new Refusal("NOT_FOUND");
    return found;
  },
});
