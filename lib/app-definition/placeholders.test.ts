import { expect, test } from "vitest";
import { type Placeholder, placeholdersIn, resolveTemplate } from "./placeholders";

const values = new Map([
  ["config KEY", "k"],
  ["config TRICK", "{{config:KEY}} $& $1"],
  ["publicUrl web", "http://host:8080"],
  ["publicUrl web 9001", "http://host:9001"],
  ["publicHost web", "host:8080"],
  ["env db PASSWORD", "p"],
  ["config EMPTY", ""],
]);

function lookup(one: Placeholder) {
  const words = "service" in one ? [one.kind, one.service] : [one.kind];
  const last = "key" in one ? one.key : one.port;
  return values.get([...words, ...(last === undefined ? [] : [last])].join(" "));
}

test("every form is replaced", () => {
  const text = "{{config:KEY}} {{publicUrl:web}}/a {{publicUrl:web:9001}} {{publicHost:web}}";
  expect(resolveTemplate(text, lookup)).toEqual({ value: "k http://host:8080/a http://host:9001 host:8080" });
});

test("a value is never read as a placeholder again", () => {
  expect(resolveTemplate("{{config:TRICK}}", lookup)).toEqual({ value: "{{config:KEY}} $& $1" });
});

test("what has no value is named, and does not become empty", () => {
  expect(resolveTemplate("a {{config:KEY}} {{config:NONE}} {{publicUrl:no:1}}", lookup)).toEqual({
    missing: "config:NONE",
  });
  expect(resolveTemplate("[{{config:EMPTY}}]", lookup)).toEqual({ value: "[]" });
});

test("env is resolved in outputs only", () => {
  expect(resolveTemplate("{{env:db:PASSWORD}}", lookup)).toEqual({ value: "{{env:db:PASSWORD}}" });
  expect(resolveTemplate("{{env:db:PASSWORD}}", lookup, { allowEnv: true })).toEqual({ value: "p" });
});

test("an app's own braces arrive untouched", () => {
  const own =
    "{{ $json.name }} {{config}} {{ config:KEY }} {{name}} {{config:a b}} {{publicUrl:Web!}} {{{x}}}";
  expect(resolveTemplate(own, lookup)).toEqual({ value: own });
});

test("a text's placeholders are listed as written", () => {
  expect(placeholdersIn("{{publicUrl:web:80}} {{x}} {{config:KEY}}")).toEqual([
    { kind: "publicUrl", service: "web", port: 80, written: "publicUrl:web:80" },
    { kind: "config", key: "KEY", written: "config:KEY" },
  ]);
});
