import { z } from "zod";
import { operation } from "@/lib/operation/define";
import { inSpans } from "@/lib/services/rates";
import { DAY_MS, type Minutes, usageOf } from "@/lib/services/usage";
import { onProject, projectRecord } from "./on-project";
import { ProjectId, ServiceUsage } from "./schema";

export const showUsage = operation({
  id: "projects.usage",
  rest: "GET /api/projects/{projectId}/usage",
  summary: "What each service of a project used in the last 24 hours: CPU, memory, network and disk.",
  mcp: {
    title: "Show what a project used",
    about:
      "CPU (vCPU), memory (MB), network and disk (bytes a second) of each service over the last 24 hours, oldest first, with lowest and highest. null: not known, such as while it did not run.",
  },
  permission: "project:read",
  on: onProject,
  input: z.object({
    projectId: ProjectId,
    points: z.coerce
      .number()
      .int()
      .min(24)
      .max(1_440)
      .default(120)
      .meta({ description: "How many spans the day is told in; each is an average of its minutes." }),
  }),
  output: z.object({ data: z.array(ServiceUsage) }),
  async run(_caller, { projectId, points }) {
    const [{ definition }, usage] = await Promise.all([projectRecord(projectId), usageOf(projectId)]);
    return {
      data: definition.services.flatMap(({ name }) => {
        const minutes = usage.get(name);
        return minutes
          ? [{ service: name, spanSeconds: DAY_MS / 1_000 / points, ...inFigures(minutes, points) }]
          : [];
      }),
    };
  },
});

function inFigures(minutes: Minutes, points: number) {
  const figure = (all: readonly (number | null)[]) => {
    const known = all.filter((value) => value !== null);
    return {
      values: inSpans(all, points),
      lowest: known.length > 0 ? Math.min(...known) : null,
      highest: known.length > 0 ? Math.max(...known) : null,
    };
  };
  return {
    cpu: figure(minutes.cpu),
    memory: figure(minutes.memory),
    received: figure(minutes.received),
    sent: figure(minutes.sent),
    read: figure(minutes.read),
    written: figure(minutes.written),
  };
}
