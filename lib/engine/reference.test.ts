import fc from "fast-check";
import { expect, test } from "vitest";
import { isImageId, parseReference, writeReference } from "./reference";

const digest = `sha256:${"a1".repeat(32)}`;

test.each([
  ["redis", { repository: "redis" }, "redis:latest"],
  ["postgres:16.4-alpine", { repository: "postgres", tag: "16.4-alpine" }, "postgres:16.4-alpine"],
  ["traefik/whoami:v1", { repository: "traefik/whoami", tag: "v1" }, "traefik/whoami:v1"],
  ["127.0.0.1:5000/a/b", { repository: "127.0.0.1:5000/a/b" }, "127.0.0.1:5000/a/b:latest"],
  [`ghcr.io/a/b:1@${digest}`, { repository: "ghcr.io/a/b", tag: "1", digest }, `ghcr.io/a/b@${digest}`],
])("%s is read, and written as an engine takes it", (text, parts, written) => {
  expect(parseReference(text)).toEqual(expect.objectContaining(parts));
  expect(writeReference(parts)).toBe(written);
});

test("what is read back is the same image, and never begins with a dash", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      const parsed = parseReference(text);
      if (!parsed) return;
      expect(text).not.toMatch(/^-|[\s?#%\\]|\.\./);
      expect(writeReference(parseReference(writeReference(parsed)) ?? { repository: "" })).toBe(
        writeReference(parsed),
      );
    }),
  );
});

test("hostile length costs no time", () => {
  const before = performance.now();
  parseReference(`${"a-".repeat(255)}!`);
  parseReference("a".repeat(1_000_000));
  parseReference(`${"a.".repeat(255)}/`);
  expect(performance.now() - before).toBeLessThan(100);
});

test("an id is told from a name", () => {
  expect(isImageId(digest)).toBe(true);
  expect(isImageId("sha256:12")).toBe(false);
});
