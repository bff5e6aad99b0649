import { describe, expect, test } from "vitest";
import { parseDefinition } from "@/lib/app-definition/parse";
import { placeCases } from "./place-cases";
import { ruleCases } from "./rule-cases";
import { type Refused, shapeCases } from "./shape-cases";
import { WHOLE } from "./whole";

const CASES: Refused[] = [...shapeCases(), ...ruleCases(), ...placeCases()];
/** The interface fixes this one sentence, small letter and all. */
const FIXED = /^service ".*" must set exactly one of image\|build$/;
const SENTENCE = /^["A-Z].*\.$|^(?:schemaVersion|minEngine|repository|showIf|defaultMode|min) .*\.$/s;
/** What a validator says when nobody has thought about it. */
const THOUGHTLESS =
  /undefined|\[object|NaN|Infinity|Invalid|expected|received|Unrecognized|Too (?:big|small)|must match pattern|zod/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be repeated
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;

const issuesOf = ({ definition }: Pick<Refused, "definition">) => {
  const parsed = parseDefinition(definition);
  return parsed.ok ? [] : parsed.issues;
};

test("a definition that says everything is fine", () => {
  expect(parseDefinition(WHOLE)).toMatchObject({ ok: true });
});

test("there are well over a thousand different ones, each with a name of its own", () => {
  const names = CASES.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(new Set(CASES.map(({ definition }) => JSON.stringify(definition))).size).toBeGreaterThan(1_500);
});

describe.each([
  ["shape", shapeCases()],
  ["rule", ruleCases()],
  ["place", placeCases()],
] as const)("every definition with a wrong %s", (_, cases) => {
  const read = cases.map((one) => ({ ...one, issues: issuesOf(one) }));

  test("is refused where it is wrong", () => {
    const elsewhere = read.filter(({ path, issues }) => !issues.some((issue) => issue.path === path));
    expect(elsewhere.map(({ name, issues }) => ({ name, issues }))).toEqual([]);
  });

  test("is told so in sentences that a person can act on", () => {
    const messages = new Set(read.flatMap(({ issues }) => issues).map(({ message }) => message));
    expect([...messages].filter((one) => !SENTENCE.test(one) && !FIXED.test(one))).toEqual([]);
    expect([...messages].filter((one) => THOUGHTLESS.test(one) || UNSEEN.test(one))).toEqual([]);
    expect([...messages].filter((one) => one.length > 400)).toEqual([]);
  });
});

test("a refusal repeats only the beginning of what is long", () => {
  const long = "x".repeat(100_000);
  const services = [
    { name: long, image: `${long} y`, volumes: [`/${long}`], environment: { [`-${long}`]: "" } },
  ];
  const issues = issuesOf({ definition: { ...WHOLE, services, flowHref: `x${long}` } });
  expect(issues).toHaveLength(5);
  for (const { path, message } of issues) expect(path.length + message.length).toBeLessThan(600);
});
