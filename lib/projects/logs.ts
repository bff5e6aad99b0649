import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import type { Mask } from "@/lib/deployments/log/mask";
import { operation, subscription } from "@/lib/operation/define";
import { engine } from "@/lib/servers";
import { onProject } from "./on-project";
import { logText, MOST_MEGABYTES } from "./running/log-text";
import { createMerged } from "./running/merged";
import { maskOf, recentLines, shownLine } from "./running/recent-lines";
import type { ServiceContainer, ServingNow } from "./running/serving-containers";
import { watchContainers } from "./running/watch-containers";
import { ProjectId, RuntimeLine } from "./schema";

const Input = z.object({
  projectId: ProjectId,
  service: z.string().max(63).optional(),
  tail: z.coerce
    .number()
    .int()
    .min(0)
    .max(5_000)
    .default(200)
    .meta({ description: "Lines of each service to begin with." }),
  since: z.iso
    .datetime()
    .optional()
    .meta({ description: "Begin with what was written from then on, instead of with the last lines." }),
  lastEventId: z.iso.datetime().optional().catch(undefined),
});

export const followLogs = subscription({
  id: "projects.logs",
  rest: "GET /api/projects/{projectId}/logs",
  summary:
    "Follow what the services of a project write, secrets hidden. Resumes after the time in `Last-Event-ID`.",
  permission: "project:read",
  on: onProject,
  input: Input,
  output: RuntimeLine,
  run: (_caller, input, signal) => follow(input, signal),
});

export const downloadLogs = subscription({
  id: "projects.downloadLogs",
  rest: "GET /api/projects/{projectId}/logs/download",
  summary:
    "Download the end of what the services of a project wrote, as text, secrets hidden. What the engine keeps of their present containers is all there is.",
  permission: "project:read",
  on: onProject,
  input: z.object({
    projectId: ProjectId,
    service: z.string().max(63).optional(),
    since: z.iso.datetime().optional().meta({ description: "Nothing that was written earlier." }),
    megabytes: z.coerce
      .number()
      .int()
      .min(1)
      .max(MOST_MEGABYTES)
      .default(5)
      .meta({ description: "How much at most, of all services together; the newest." }),
    format: z.enum(["text"]).default("text"),
  }),
  output: z.string(),
  download: { name: "logs", types: { text: "text/plain; charset=utf-8" } },
  run: (_caller, { projectId, ...wanted }, signal) => logText(projectId, wanted, signal),
});

export const listRecentLogs = operation({
  id: "projects.recentLogs",
  rest: "GET /api/projects/{projectId}/logs/recent",
  summary: "Read the last lines that the services of a project wrote, oldest first, secrets hidden.",
  mcp: {
    title: "Read a project's log",
    about:
      "The last lines that the running services of a project wrote, oldest first. What a deployment wrote is in deployments_logs.",
  },
  permission: "project:read",
  on: onProject,
  input: z.object({
    projectId: ProjectId,
    service: z.string().max(63).optional(),
    lines: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000)
      .default(100)
      .meta({ description: "How many at most, of all services together." }),
  }),
  output: z.object({ data: z.array(RuntimeLine) }),
  run: async (_caller, { projectId, ...wanted }, signal) => ({
    data: await recentLines(projectId, wanted, signal),
  }),
});

type Line = z.infer<typeof RuntimeLine>;

// What a browser that lags behind may miss before it is told that it did.
const HOLDS = 2_000;

async function* follow(
  { projectId, service, tail, since: from, lastEventId }: z.output<typeof Input>,
  request: AbortSignal,
) {
  if (request.aborted) return;
  const over = new AbortController();
  const signal = AbortSignal.any([request, over.signal]);
  const own = (text: string): Line => ({
    at: new Date().toISOString(),
    service: null,
    stream: "stdout",
    level: "warn",
    text,
  });
  const merged = createMerged<Line>(signal, {
    holds: HOLDS,
    onLost: (count) => own(`${count} lines came faster than they could be sent, and are left out here.`),
  });
  // Where each service's log was left, so that a container that starts again is not told from its beginning.
  const positions = new Map<string, Date>();
  const masks = new Map<string, Mask>();
  const resumeAt = lastEventId ? new Date(lastEventId) : undefined;

  /** Without the secrets nobody knows what to hide, and nothing is shown. */
  function maskFor(serving: ServingNow): Mask | undefined {
    try {
      const mask = masks.get(serving.deploymentId) ?? maskOf(projectId, serving);
      masks.set(serving.deploymentId, mask);
      return mask;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      merged.push(own(`The log is not shown: ${error.message}`));
      return undefined;
    }
  }

  async function attend(
    { service: name, container }: ServiceContainer,
    serving: ServingNow,
    until: AbortSignal,
  ) {
    if (service !== undefined && name !== service) return until.aborted ? undefined : await never(until);
    const mask = maskFor(serving);
    if (!mask) return await never(until);
    const left = positions.get(container.id) ?? resumeAt;
    const since = left ?? (from ? new Date(from) : undefined);
    const there = await engine();
    for await (const line of there.logs(container.id, {
      follow: true,
      ...(since ? { since } : { tail }),
      signal: until,
    })) {
      if (left && line.at <= left) continue;
      positions.set(container.id, line.at);
      merged.push(shownLine(name, line, mask));
    }
  }

  const watching = watchContainers(projectId, signal, attend, (reason) =>
    merged.push(own(reason ?? "The container engine answers again.")),
  );
  try {
    for await (const data of merged.read()) yield { id: data.at, event: "line", data };
  } finally {
    over.abort();
    await watching;
  }
}

function never(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
