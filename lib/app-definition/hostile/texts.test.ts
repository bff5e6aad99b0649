import { expect, test } from "vitest";
import { lintDefinition } from "@/lib/app-definition/lint";
import { parseDefinition } from "@/lib/app-definition/parse";
import { wrongRegularExpression, wrongValue } from "@/lib/app-definition/setting-value";
import { readJson } from "@/lib/app-import/read/json";
import { cpuClock } from "./cpu-clock";
import { WHOLE } from "./whole";

const text = JSON.stringify(WHOLE);
const after = (more: string) => `${text.slice(0, -1)},${more}}`;
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

const UNREADABLE: readonly [name: string, text: string, words: RegExp][] = [
  ["no JSON", "name: whole", /line 1/],
  ["a comment", `// an app\n${text}`, /line 1/],
  ["a trailing comma", `${text.slice(0, -1)},}`, /line 1/],
  ["half of a definition", text.slice(0, 300), /line 1/],
  ["two definitions", text + text, /more after the end/],
  ["a key that stands twice", after('"id":"other"'), /“id” stands twice/],
  ["a service's key that stands twice", after('"x":{"image":"a:1","image":"b:1"}'), /“image” stands twice/],
  ["a key that stands twice in other letters", after('"\\u0069d":"other"'), /“id” stands twice/],
  ["__proto__", after('"__proto__":{"available":true}'), /“__proto__” cannot be used/],
  ["__proto__ in other letters", after('"\\u005f_proto__":{}'), /“__proto__” cannot be used/],
  ["constructor", after('"x":{"constructor":{"prototype":{}}}'), /“constructor” cannot be used/],
  ["prototype", after('"prototype":{}'), /“prototype” cannot be used/],
  ["a key with NUL", after('"a\\u0000":1'), /NUL/],
  ["a raw NUL", `{"name":"a\0"}`, /line 1/],
  ["a raw line break in a text", `{"name":"a\nb"}`, /line 1/],
  ["lists 33 levels deep", after(`"x":${nested("[", "]", 40)}`), /32 levels/],
  ["objects 40,000 levels deep", after(`"x":${'{"a":'.repeat(40_000)}1${"}".repeat(40_000)}`), /32 levels/],
  ["more values than a definition has", `[${"0,".repeat(30_000)}0]`, /20000 values/],
  ["10 MB of one text", JSON.stringify("x".repeat(10 * 2 ** 20)), /256 KiB/],
  ["10 MB of spaces", " ".repeat(10 * 2 ** 20), /256 KiB/],
  ["one text of almost 256 KiB", JSON.stringify("x".repeat(2 ** 18 - 2)), /JSON object/],
  ["NaN", after('"x":NaN'), /a value is missing/],
  ["a number of another system", after('"x":0x10'), /comma/],
];

test.each(UNREADABLE)("text with %s is refused at once, with the reason", (_, written, words) => {
  const took = cpuClock();
  const read = readJson(written);
  const parsed = read.ok ? parseDefinition(read.value) : undefined;
  expect(took()).toBeLessThan(1_500);
  const message = read.ok ? (parsed?.ok ? "" : parsed?.issues[0]?.message) : read.message;
  expect(message).toMatch(/^[A-Z].*\.$/s);
  expect(message).toMatch(words);
});

test("a value that never was a text is held to the same rules", () => {
  const hostile = JSON.parse(
    after('"__proto__":{"verified":true},"constructor":{"prototype":{"polluted":1}}'),
  );
  const parsed = parseDefinition(hostile);
  expect(parsed.ok && Object.keys(parsed.definition)).not.toContain("constructor");
  expect("polluted" in {}).toBe(false);
});

test("10 MB in any place take no longer than a second to refuse or to take", () => {
  const long = "x".repeat(10 * 2 ** 20);
  const took = cpuClock();
  for (const key of ["id", "name", "description", "logo", "flowHref", "repository", "minEngine", "services"])
    expect(parseDefinition({ ...WHOLE, [key]: long }).ok, key).toBe(false);
  const service = (more: object) => ({ ...WHOLE, services: [{ name: "web", image: "a:1", ...more }] });
  for (const more of [
    { image: long },
    { name: long },
    { volumes: [long] },
    { ports: [long] },
    { user: long },
  ])
    expect(parseDefinition(service(more)).ok, Object.keys(more).join()).toBe(false);
  expect(took()).toBeLessThan(1_000);
});

test("thousands of slips are told in no time, the first hundred of them", () => {
  const slips = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, at) => [`servces${at}`.padEnd(60, "z"), at]),
  );
  const took = cpuClock();
  expect(lintDefinition({ ...WHOLE, ...slips })).toHaveLength(100);
  expect(took()).toBeLessThan(500);
});

test("no pattern that is accepted takes long, whatever it is held against", () => {
  const patterns = [
    "(a+)+$",
    "(a|a)*b",
    "(a|b)*a(a|b){100}",
    "(.*a){20}",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "((a{1,20}){1,20}b|c)*",
  ];
  const text = "ab".repeat(40_000);
  for (const pattern of patterns) {
    expect(wrongRegularExpression(pattern), pattern).toBeUndefined();
    const took = cpuClock();
    wrongValue({ key: "A", service: "web", label: "A", type: "textarea", pattern }, text);
    expect(took(), pattern).toBeLessThan(2_000);
  }
});
