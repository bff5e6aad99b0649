import { z } from "zod";
import { subscription } from "@/lib/operation/define";
import { measure } from "@/lib/services/measure";
import { onProject } from "./on-project";
import { createMerged } from "./running/merged";
import type { ServiceContainer, ServingNow } from "./running/serving-containers";
import { watchContainers } from "./running/watch-containers";
import { ProjectId, ServiceSample } from "./schema";

export const followStats = subscription({
  id: "projects.stats",
  rest: "GET /api/projects/{projectId}/stats",
  summary: "Follow what each running service of a project uses, about once a second.",
  permission: "project:read",
  on: onProject,
  input: z.object({ projectId: ProjectId, lastEventId: z.string().optional() }),
  output: ServiceSample,
  run: (_caller, { projectId }, signal) => follow(projectId, signal),
});

type Sample = z.infer<typeof ServiceSample>;

async function* follow(projectId: string, request: AbortSignal) {
  if (request.aborted) return;
  const over = new AbortController();
  const signal = AbortSignal.any([request, over.signal]);
  const merged = createMerged<Sample | undefined>(signal, { holds: 200, onLost: () => undefined });

  async function attend({ service, container }: ServiceContainer, _serving: ServingNow, until: AbortSignal) {
    for await (const { at, ...figures } of measure(container.id, until)) {
      merged.push({ service, at: at.toISOString(), ...figures });
    }
  }

  const watching = watchContainers(projectId, signal, attend);
  try {
    for await (const data of merged.read()) if (data) yield { event: "stats", data };
  } finally {
    over.abort();
    await watching;
  }
}
