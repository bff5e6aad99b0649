import { z } from "zod";
import { operation } from "@/lib/operation/define";
import { linesAfter } from "./log/lines";
import { onDeployment } from "./row";
import { DeploymentId, LogLine } from "./schema";

export const listDeploymentLogs = operation({
  id: "deployments.logs",
  rest: "GET /api/deployments/{deploymentId}/logs",
  summary: "Read a deployment's log from its beginning, or after the line that `cursor` names.",
  mcp: {
    title: "Read a deployment's log",
    about:
      "The log of one deployment from its beginning, or after the line that `cursor` names. Follow `nextCursor` for more.",
  },
  permission: "project:read",
  on: onDeployment,
  input: z.object({
    deploymentId: DeploymentId,
    cursor: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(5_000).default(1_000),
  }),
  output: z.object({ data: z.array(LogLine), nextCursor: z.string().optional() }),
  async run(_caller, { deploymentId, cursor, limit }) {
    const data = await linesAfter(deploymentId, cursor, limit);
    const last = data.at(-1);
    return { data, ...(last && data.length === limit && { nextCursor: String(last.seq) }) };
  },
});
