import type { Tone } from "@/components/marks/status-mark";
import type { DeploymentRow, DeploymentState, Step, Trigger } from "@/lib/deployments/schema";

const STATE: Record<DeploymentState, { tone: Tone; word: string }> = {
  queued: { tone: "run", word: "Waiting for its turn" },
  building: { tone: "run", word: "Getting images" },
  deploying: { tone: "run", word: "Starting services" },
  ready: { tone: "ok", word: "Ready" },
  failed: { tone: "fail", word: "Failed" },
  cancelled: { tone: "off", word: "Cancelled" },
  rolled_back: { tone: "warn", word: "Rolled back" },
};

export function deploymentWords(state: DeploymentState) {
  return STATE[state];
}

/** Whether nothing will happen any more. */
export function isOver(state: DeploymentState): boolean {
  return state === "ready" || state === "failed" || state === "cancelled" || state === "rolled_back";
}

const TRIGGER: Record<Trigger, { now: string; noun: string }> = {
  install: { now: "Installing", noun: "Installation" },
  manual: { now: "Redeploying", noun: "Redeployment" },
  settings: { now: "Changing settings of", noun: "Change of settings" },
  retry: { now: "Retrying", noun: "Retry" },
  update: { now: "Updating", noun: "Update" },
  rollback: { now: "Rolling back", noun: "Rollback" },
  restore: { now: "Restoring", noun: "Restore" },
};

export function triggerNoun(trigger: Trigger): string {
  return TRIGGER[trigger].noun;
}

/** The heading of a deployment: what is being done, or what it was. */
export function deploymentTitle({ trigger, state, projectName }: DeploymentRow): string {
  return isOver(state)
    ? `${TRIGGER[trigger].noun} of ${projectName}`
    : `${TRIGGER[trigger].now} ${projectName}`;
}

const STEP: Record<Step["name"], string> = {
  freeze: "Plan frozen",
  pull: "Pull images",
  build: "Build",
  network: "Network and volumes",
  data: "Copy the data",
  start: "Start services in order",
  health: "Health",
  prepare: "Prepare",
  routes: "Routes",
  watch: "Watch",
};

export function stepWords(name: Step["name"]): string {
  return STEP[name];
}

/** Who asked for it: `Maren`, or `Maren, through Update all`. */
export function whoAsked({ createdBy, through }: Pick<DeploymentRow, "createdBy" | "through">): string {
  return through === null ? createdBy : `${createdBy}, through ${through}`;
}
