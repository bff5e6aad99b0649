import type { DeploymentState } from "./schema";

/** What can happen to a deployment. Pure: who writes the row asks here first. */
export const DEPLOYMENT_EVENTS = [
  "claim",
  "resume",
  "pulled",
  "succeed",
  "fail",
  "rollBack",
  "cancel",
] as const;
export type DeploymentEvent = (typeof DEPLOYMENT_EVENTS)[number];

export const FINAL_STATES = [
  "ready",
  "failed",
  "cancelled",
  "rolled_back",
] as const satisfies DeploymentState[];
export const ACTIVE_STATES = ["building", "deploying"] as const satisfies DeploymentState[];

const MOVES: Record<DeploymentState, Partial<Record<DeploymentEvent, DeploymentState>>> = {
  queued: { claim: "building", fail: "failed", cancel: "cancelled" },
  building: { resume: "building", pulled: "deploying", fail: "failed", cancel: "cancelled" },
  deploying: {
    resume: "deploying",
    succeed: "ready",
    fail: "failed",
    rollBack: "rolled_back",
    cancel: "cancelled",
  },
  ready: {},
  failed: {},
  cancelled: {},
  rolled_back: {},
};

/** The state after an event; undefined when the event cannot happen in that state. */
export function transition(state: DeploymentState, event: DeploymentEvent): DeploymentState | undefined {
  return MOVES[state][event];
}

/**
 * The same for who is certain that it can happen.
 * @throws Error when it cannot: a writer that got here has its facts wrong
 */
export function moved(state: DeploymentState, event: DeploymentEvent): DeploymentState {
  const next = transition(state, event);
  if (!next) throw new Error(`A deployment that is ${state} cannot ${event}.`);
  return next;
}

/** Whether nothing can happen to it any more. */
export function isFinal(state: DeploymentState): boolean {
  return Object.keys(MOVES[state]).length === 0;
}
