import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { DEPLOYMENT_EVENTS, type DeploymentEvent, FINAL_STATES, isFinal, moved, transition } from "./machine";
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

/** From the state in front to the state above: by these events; `-` is never. */
const TABLE = `
  from \\ to    queued  building     deploying    ready    failed  cancelled  rolled_back
  queued       -       claim        -            -        fail    cancel     -
  building     -       resume       pulled       -        fail    cancel     -
  deploying    -       -            resume       succeed  fail    cancel     rollBack
  ready        -       -            -            -        -       -          -
  failed       -       -            -            -        -       -          -
  cancelled    -       -            -            -        -       -          -
  rolled_back  -       -            -            -        -       -          -
`;

const [above = [], ...rows] = TABLE.trim()
  .split("\n")
  .map((line) => line.trim().split(/\s{2,}/));

describe("every pair of states", () => {
  const cells = rows.flatMap(([from = "", ...cells]) =>
    cells.map((cell, at) => [from as DeploymentState, above[at + 1] as DeploymentState, cell] as const),
  );

  test("the table names each of them once", () => {
    expect(above.slice(1)).toEqual([...DEPLOYMENT_STATES]);
    expect(rows.map(([from]) => from)).toEqual([...DEPLOYMENT_STATES]);
    expect(cells).toHaveLength(DEPLOYMENT_STATES.length ** 2);
  });

  test.each(cells)("%s to %s: %s", (from, to, cell) => {
    const leading = DEPLOYMENT_EVENTS.filter((event) => transition(from, event) === to);
    expect(leading).toEqual(cell === "-" ? [] : [cell]);
  });
});

test("a writer that has its facts wrong is stopped", () => {
  expect(moved("queued", "claim")).toBe("building");
  expect(() => moved("ready", "cancel")).toThrow("A deployment that is ready cannot cancel.");
});

test("who writes a state asks the machine: no other code changes the row's state", () => {
  const files = readdirSync("lib", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/(\.test|testing)\.ts$/.test(file))
    .map((file) => ({ file, text: readFileSync(`lib/${file}`, "utf8") }));
  const writers = files.filter(({ text }) => /update\(deployments\)|UPDATE deployments/.test(text));
  expect(writers.map(({ file }) => file).sort()).toEqual([
    "deployments/cancel.ts",
    "deployments/run/lease.ts",
  ]);
  for (const { text } of writers) {
    expect(text).toMatch(/moved\(/);
    expect(text).not.toMatch(/\bstate: "/);
  }
});

test("a deployment that has ended can only stay as it is", () => {
  expect(DEPLOYMENT_STATES.filter(isFinal)).toEqual([...FINAL_STATES]);
});

test("from every state that is not final, cancel leads to an end", () => {
  for (const state of DEPLOYMENT_STATES.filter((state) => !isFinal(state))) {
    expect(transition(state, "cancel")).toBe("cancelled");
  }
});
