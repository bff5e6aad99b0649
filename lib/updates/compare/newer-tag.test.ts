import fc from "fast-check";
import { expect, test } from "vitest";
import { isLowerTag, newerTags } from "./newer-tag";
import { parseTag } from "./tag";

const none = { newer: null, leap: null };

test.each<[string, string[], string | null, string | null]>([
  ["v1.2.3", ["v1.2.4", "1.9.9", "v1.10.0", "v1.10", "v2.0.0"], "v1.10.0", "v2.0.0"],
  ["1.27.3", ["1.27.4", "1.27-alpine", "latest", "1.27.3"], "1.27.4", null],
  ["1.27-alpine", ["1.27", "1.28-alpine", "1.29-alpine-slim", "1.28-alpine3.20"], "1.28-alpine", null],
  ["18", ["18.1", "19", "20-alpine", "latest"], null, "19"],
  ["18.1", ["18.2", "19.0", "18.10", "18.2-rc1"], "18.10", "19.0"],
  ["2024.1.3", ["2024.12.0", "2025.2.0", "2025.2"], "2025.2.0", null],
  ["20240131", ["20240301", "20249999"], "20240301", "20249999"],
  [
    "7.2.6-bookworm",
    ["7.4.0-bookworm", "7.4.1-trixie", "7.2.7", "8.0.0-bookworm"],
    "7.4.0-bookworm",
    "8.0.0-bookworm",
  ],
  ["16.4.0-debian-12-r5", ["16.4.0-debian-12-r14", "16.4.0-debian-11-r20"], "16.4.0-debian-12-r14", null],
  ["1.0.3-ls99", ["1.0.3-ls100", "1.0.2-ls200"], "1.0.3-ls100", null],
  [
    "RELEASE.2025-09-07T16-13-09Z",
    ["RELEASE.2025-10-01T00-00-00Z", "RELEASE.2025-09-07T16-13-09Z-cpuv1"],
    "RELEASE.2025-10-01T00-00-00Z",
    null,
  ],
  ["version-v26.05.3", ["version-v26.06.0", "v26.07.0"], "version-v26.06.0", null],
  ["2.0.0-rc.1", ["2.0.0-rc.2", "2.0.0-rc.10", "2.0.0-beta.12"], "2.0.0-rc.10", null],
  ["2.0.0-rc.1", ["2.0.0-rc.2", "2.0.0"], "2.0.0", null],
  ["18beta1", ["18rc1", "18", "18beta2"], "18", null],
  ["1.2.3", ["1.2.4-rc.1", "1.3.0-alpha", "1.3.0-dev", "2.0.0-beta1", "1.2.4-nightly", "1.3b2"], null, null],
  ["1.2.3-alpine", ["1.2.4-alpine", "1.2.5-rc.1-alpine"], "1.2.4-alpine", null],
  ["2.0.0-rc.1-alpine", ["2.0.0-alpine", "2.0.0"], "2.0.0-alpine", null],
  ["0.10.7", ["0.11.0", "0.9.9", "1.0.0"], "0.11.0", "1.0.0"],
])("after %s, of %j, comes %s, and %s beyond the line", (running, tags, newer, leap) => {
  expect(newerTags(running, tags)).toEqual({ newer, leap });
});

test("a name, a commit and a hash have no order", () => {
  const tags = ["latest", "stable", "sha-7654321", "deadbee1", "1234567", "99"];
  for (const running of [
    "latest",
    "stable-alpine",
    "sha-1234567",
    "git-1234567",
    "1e2d3c4b",
    "deadbee",
    "main",
  ])
    expect(newerTags(running, tags)).toEqual(none);
});

test("a lower version is told even where the variant is another one", () => {
  expect(isLowerTag("1.2.3", "1.2.4")).toBe(true);
  expect(isLowerTag("1.2-alpine", "1.3.1")).toBe(true);
  expect(isLowerTag("1.2.3-alpine", "1.2.3")).toBe(false);
  expect(isLowerTag("2.0", "1.9.9")).toBe(false);
  expect(isLowerTag("latest", "1.0")).toBe(false);
  expect(isLowerTag("2.0.0-rc.1", "2.0.0")).toBe(true);
});

const part = fc.integer({ min: 0, max: 30 });
const anyTag = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("", "v", "version-v"),
      fc.array(part, { minLength: 1, maxLength: 4 }),
      fc.constantFrom("", "-rc.1", "-rc2", "-beta", "-alpha.3", "b1"),
      fc.constantFrom("", "-alpine", "-bookworm", "-alpine3.20", "-r2", "-ls7"),
    )
    .map(([prefix, numbers, stage, suffix]) => `${prefix}${numbers.join(".")}${stage}${suffix}`),
  fc.constantFrom("latest", "stable", "nightly", "sha-1234567"),
  fc.stringMatching(/^[a-z0-9_][a-z0-9_.-]{0,20}$/),
);

test("whatever a registry lists, what follows is of the same shape, higher, and no pre-release of a release", () => {
  fc.assert(
    fc.property(anyTag, fc.array(anyTag, { maxLength: 40 }), (running, tags) => {
      const { newer, leap } = newerTags(running, tags);
      for (const next of [newer, leap]) {
        if (next === null) continue;
        expect(tags).toContain(next);
        const [from, to] = [parseTag(running), parseTag(next)];
        expect(to?.shape).toBe(from?.shape);
        expect(to?.numbers).toHaveLength(from?.numbers.length ?? 0);
        if (from?.stage === 0) expect(to?.stage).toBe(0);
        expect(isLowerTag(next, running)).toBe(false);
        // Whoever takes it is not led back.
        const back = newerTags(next, [running, ...tags]);
        expect(back.newer === running || back.leap === running).toBe(false);
      }
      if (newer !== null) expect(newerTags(newer, tags).newer).toBeNull();
    }),
    { numRuns: 500 },
  );
});

test("the order of a registry's list says nothing, and a tag listed twice is one", () => {
  fc.assert(
    fc.property(anyTag, fc.array(anyTag, { maxLength: 20 }), (running, tags) => {
      const [one, other] = [newerTags(running, tags), newerTags(running, [...tags].reverse().concat(tags))];
      const order = (tag: string | null) => tag && parseTag(tag)?.numbers;
      expect(order(other.newer)).toEqual(order(one.newer));
      expect(order(other.leap)).toEqual(order(one.leap));
    }),
  );
});
