import { counted } from "@/components/marks/words";
import type { Deployment, Step } from "@/lib/deployments/schema";
import { deploymentWords, isOver } from "./words";

/** What is going on now, with how far it is: `Starting services, 2 of 4`. */
export function progressWords(deployment: Deployment): string {
  if (isOver(deployment.state)) return deploymentWords(deployment.state).word;
  if (deployment.cancelRequested) return "Cancelling";
  const step = deployment.steps.find(({ state }) => state === "running");
  if (!step) return deploymentWords(deployment.state).word;
  const items = step.items ?? [];
  const done = items.filter(({ state }) => state === "done" || state === "skipped").length;
  return `${DOING[step.name]}${items.length > 1 ? `, ${done} of ${items.length}` : ""}`;
}

const DOING: Record<Step["name"], string> = {
  freeze: "Freezing the plan",
  pull: "Pulling images",
  build: "Building images",
  network: "Making network and volumes",
  data: "Copying the data",
  start: "Starting services",
  health: "Waiting until every service is healthy",
  prepare: "Preparing",
  routes: "Opening addresses",
  watch: "Watching whether it stays up",
};

const TO_COME: Record<Step["name"], string> = {
  freeze: "the plan is frozen",
  pull: "the images are pulled",
  build: "images are built",
  network: "network and volumes are made",
  data: "what runs now stops, and its data is copied",
  start: "the services start in their order",
  health: "every service must be healthy",
  prepare: "the app's own first steps run",
  routes: "its addresses are opened",
  watch: "it has to stay up for a while",
};

/** What comes next, as a sentence; undefined when it is over. */
export function nextWords(deployment: Deployment): string | undefined {
  if (isOver(deployment.state)) return undefined;
  if (deployment.cancelRequested) return "what was made so far is taken away again.";
  if (deployment.state === "queued") return "it begins as soon as the deployment before it has ended.";
  const running = deployment.steps.find(({ state }) => state === "running");
  const waiting = running?.items?.find(({ state }) => state === "waiting");
  if (running?.name === "start" && waiting) {
    return waiting.detail ? `${waiting.name} starts; it ${waiting.detail}.` : `${waiting.name} starts.`;
  }
  const next = deployment.steps.find(({ state }) => state === "waiting");
  return next ? `${TO_COME[next.name]}.` : "the last checks, then it is ready.";
}

/** How many of its parts a step has, for one that has not begun. */
export function stepHint(step: Step): string | undefined {
  if (step.detail) return step.detail;
  if (step.state === "skipped") return "Nothing to do";
  const count = step.items?.length ?? 0;
  if (step.state !== "waiting" || count === 0) return undefined;
  if (step.name === "prepare") return counted(count, "step");
  return step.name === "pull" || step.name === "build" ? counted(count, "image") : counted(count, "service");
}
