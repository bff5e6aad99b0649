import { z } from "zod";
import { subscription } from "@/lib/operation/define";
import { createBell } from "./log/bell";
import { linesAfter } from "./log/lines";
import { isFinal } from "./machine";
import { listen } from "./notices";
import { onDeployment, readDeployment } from "./row";
import { Deployment, DeploymentId, LogLine } from "./schema";

export const followDeployment = subscription({
  id: "deployments.follow",
  rest: "GET /api/deployments/{deploymentId}/logs",
  summary:
    "Follow a deployment: its lines after `Last-Event-ID` and, whenever it changes, itself. Ends when it ends.",
  permission: "project:read",
  on: onDeployment,
  input: z.object({
    deploymentId: DeploymentId,
    lastEventId: z.coerce.number().int().min(0).catch(0).default(0),
  }),
  output: z.union([LogLine, Deployment]),
  run: (_caller, { deploymentId, lastEventId }, signal) => follow(deploymentId, lastEventId, signal),
});

type Event =
  | { id?: string; event: "line"; data: LogLine }
  | { id?: string; event: "deployment"; data: Deployment };

const PAGE = 500;
// Notices may get lost with a connection; this is how late news can be then.
const LOOK_ANYWAY_MS = 15_000;
async function* follow(
  deploymentId: string,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<Event, void, undefined> {
  if (signal.aborted) return;
  const bell = createBell(signal);
  const stopListening = await listen((notice) => {
    if (notice === "reconnected" || notice.deploymentId === deploymentId) bell.ring();
  });
  try {
    let seq = from;
    let told = "";
    while (!signal.aborted) {
      // The row first: whatever was written before it became final is among the lines read after it.
      const deployment = await readDeployment(deploymentId);
      if (!deployment) return;
      for (
        let page = await linesAfter(deploymentId, seq, PAGE);
        page.length > 0;
        page = await linesAfter(deploymentId, seq, PAGE)
      ) {
        for (const data of page) {
          seq = data.seq;
          yield { id: String(seq), event: "line", data };
        }
        if (page.length < PAGE || signal.aborted) break;
      }
      const now = JSON.stringify(deployment);
      if (now !== told) yield { event: "deployment", data: deployment };
      told = now;
      if (isFinal(deployment.state)) return;
      await bell.heard(LOOK_ANYWAY_MS);
    }
  } finally {
    stopListening();
  }
}
