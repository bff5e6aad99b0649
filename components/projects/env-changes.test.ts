import { expect, test } from "vitest";
import type { EnvEntry } from "@/lib/projects/schema";
import { changesOf, draftsOf, toSend } from "./env-changes";

const entry = (key: string, source: EnvEntry["source"], value: string | null = "a"): EnvEntry => ({
  service: "web",
  key,
  value,
  secret: value === null,
  source,
});

test("what nobody touched is not sent, except what people added, which would be removed otherwise", () => {
  const drafts = draftsOf([entry("A", "definition"), entry("B", "user"), entry("C", "user", null)]);
  expect(changesOf(drafts)).toEqual([]);
  expect(toSend(drafts)).toEqual([
    { service: "web", key: "B", value: undefined, secret: false },
    { service: "web", key: "C", value: undefined, secret: true },
  ]);
});

test("a removed variable is left out and told; a secret's value is not", () => {
  const [a, b] = draftsOf([entry("A", "user"), entry("B", "generated", null)]);
  if (!a || !b) throw new Error("two drafts were expected");
  const drafts = [
    { ...a, removed: true },
    { ...b, value: "s3cret" },
  ];
  expect(changesOf(drafts)).toEqual([
    { key: "A", before: "a", after: "(removed)" },
    { key: "B", before: "••••", after: "••••" },
  ]);
  expect(toSend(drafts)).toEqual([{ service: "web", key: "B", value: "s3cret", secret: true }]);
});

test("a variable that was added and taken away again is no change", () => {
  const drafts = [{ service: "web", key: "N", secret: false, stored: null, value: "1", removed: true }];
  expect(changesOf(drafts)).toEqual([]);
  expect(toSend(drafts)).toEqual([]);
});

test("a secret whose field was opened and left empty stays as it is", () => {
  const [secret] = draftsOf([entry("A", "user", null)]);
  if (!secret) throw new Error("a draft was expected");
  const drafts = [{ ...secret, value: "" }];
  expect(changesOf(drafts)).toEqual([]);
  expect(toSend(drafts)).toEqual([{ service: "web", key: "A", value: undefined, secret: true }]);
});
