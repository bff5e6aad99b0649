import { expect, test } from "vitest";
import { cpuClock } from "../hostile/cpu-clock";
import { capturedPlaces, derivedFrom } from "./captured-places";
import { capturedValue } from "./captured-value";
import { namedSteps, stepsInOrder, stepTitle } from "./order";

const step = (service: string, capture: string, more = {}) => ({
  service,
  capture,
  command: "true",
  ...more,
});

test("steps go by service as they start, then by phase, then as they are written", () => {
  const services = [{ name: "web", dependsOn: ["db"] }, { name: "db" }];
  const prepare = [
    step("web", "one", { phase: "post-ready" }),
    step("web", "two"),
    step("db", "three", { phase: "post-ready" }),
    step("web", "never", { phase: "pre-deploy" }),
    step("web", "four", { phase: "post-start" }),
  ];
  expect(stepsInOrder({ services, prepare }).map(({ id }) => id)).toEqual([
    "db/three",
    "web/two",
    "web/four",
    "web/one",
  ]);
});

test("a step is known by service and capture, wherever it stands in the list", () => {
  const [one, two] = [step("web", "token"), step("db", "token")];
  expect(namedSteps({ prepare: [one, two] }).map(({ id }) => id)).toEqual(["web/token", "db/token"]);
  expect(namedSteps({ prepare: [two, one] }).map(({ id }) => id)).toEqual(["db/token", "web/token"]);
  expect(namedSteps({ prepare: [one, one] }).map(({ id }) => id)).toEqual(["web/token", "web/token#2"]);
});

test("a title is read in English, and what is captured stands in for none", () => {
  expect(stepTitle({ capture: "token", title: { de: "Schlüssel", en: "Key" } })).toBe("Key");
  expect(stepTitle({ capture: "token", title: " " })).toBe("token");
});

test.each([
  [undefined, "\n  abc def \n\n", { value: "abc def" }],
  [undefined, " \n", { wrong: "it printed nothing" }],
  ["token: (\\w+)", "a\ntoken: xyz\ntoken: other", { value: "xyz" }],
  ["[0-9]{3}", "port 123456", { value: "123" }],
  ["(?m)^key=(.*)$", "key=\nkey=2", { wrong: "what its pattern finds is empty" }],
  ["a(b)?", "xac", { value: "a" }],
  ["token", "nothing here", { wrong: "its output does not match the pattern" }],
  [undefined, "a\0b", { wrong: "its output holds a NUL character" }],
])("the pattern %j takes out of %j", (capturePattern, stdout, expected) => {
  expect(capturedValue({ capturePattern }, stdout)).toEqual(expected);
});

test("a pattern that would take a backtracking engine for ever takes no time", () => {
  const took = cpuClock();
  expect(capturedValue({ capturePattern: "(a+)+$" }, `${"a".repeat(60_000)}!`)).toHaveProperty("wrong");
  expect(took()).toBeLessThan(2_000);
});

test("texts that name a captured key are found through one another, and nothing else", () => {
  const prepare = [
    step("web", "token", { persistAs: { key: "TOKEN" } }),
    step("web", "never", { persistAs: { key: "NEVER" }, phase: "pre-deploy" }),
    step("web", "only told"),
  ];
  expect(capturedPlaces({ prepare })).toEqual([{ service: "web", key: "TOKEN" }]);
  const templates = [
    { service: "worker", key: "URL", text: "http://web/{{config:HEADER}}" },
    { service: "worker", key: "HEADER", text: "Bearer {{config:TOKEN}}" },
    { service: "worker", key: "MODE", text: "{{config:NEVER}}{{publicUrl:web}} TOKEN" },
    { service: "web", key: "TOKEN", text: "{{config:TOKEN}}" },
  ];
  expect(
    derivedFrom({ prepare }, templates)
      .map(({ key }) => key)
      .sort(),
  ).toEqual(["HEADER", "URL"]);
});
