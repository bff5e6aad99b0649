import { describe, expect, test } from "vitest";
import { DEPLOYMENT_EVENTS, type DeploymentEvent, FINAL_STATES, isFinal, transition } from "./machine";
import { DEPLOYMENT_STATES, type DeploymentState } from "./schema";

const ALLOWED: [DeploymentState, DeploymentEvent, DeploymentState][] = [
  ["queued", "claim", "building"],
  ["queued", "fail", "failed"],
  ["queued", "cancel", "cancelled"],
  ["building", "resume", "building"],
  ["building", "pulled", "deploying"],
  ["building", "fail", "failed"],
  ["building", "cancel", "cancelled"],
  ["deploying", "resume", "deploying"],
  ["deploying", "succeed", "ready"],
  ["deploying", "fail", "failed"],
  ["deploying", "rollBack", "rolled_back"],
  ["deploying", "cancel", "cancelled"],
];

const pairs = DEPLOYMENT_STATES.flatMap((state) => DEPLOYMENT_EVENTS.map((event) => [state, event] as const));

describe("every event in every state", () => {
  test.each(pairs)("%s, %s", (state, event) => {
    const expected = ALLOWED.find(([from, on]) => from === state && on === event)?.[2];
    expect(transition(state, event)).toBe(expected);
  });
});

test("a deployment that has ended can only stay as it is", () => {
  expect(DEPLOYMENT_STATES.filter(isFinal)).toEqual([...FINAL_STATES]);
});

test("from every state that is not final, cancel leads to an end", () => {
  for (const state of DEPLOYMENT_STATES.filter((state) => !isFinal(state))) {
    expect(transition(state, "cancel")).toBe("cancelled");
  }
});
