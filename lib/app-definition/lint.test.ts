import { expect, test } from "vitest";
import { lintDefinition } from "./lint";

const given = (changes: Record<string, unknown>) => ({
  id: "a",
  name: "A",
  description: "A",
  kind: "template",
  logo: "a",
  category: "other",
  services: [{ name: "web", image: "a:1" }],
  ...changes,
});

const step = { service: "web", command: "x", capture: "y" };

test("a sound definition has no warnings", () => expect(lintDefinition(given({}))).toEqual([]));

test("an unknown key is named with the nearest known one, at any depth", () => {
  const found = lintDefinition(
    given({
      catgory: "cms",
      services: [{ name: "web", image: "a:1", healthcheck: { test: "x", intervall: "1s" } }],
      management: { kind: "custom", href: "/x", hreff: "/y" },
      zzz: 1,
    }),
  );
  expect(found.map(({ path, suggestion }) => [path, suggestion])).toEqual([
    ["services.0.healthcheck.intervall", "interval"],
    ["catgory", "category"],
    ["management.hreff", "href"],
    ["zzz", undefined],
  ]);
  expect(found[1]?.message).toBe(
    '"catgory" is no key of the format and is left out. Did you mean "category"?',
  );
});

test.each<[Record<string, unknown>, string, string]>([
  [{ services: [{ name: "web", image: "nginx" }] }, "services.0.image", "not pinned"],
  [{ services: [{ name: "web", image: "nginx:latest" }] }, "services.0.image", "not pinned"],
  [{ services: [{ name: "web", image: "a:1", exposed: true }] }, "services.0.exposed", "names no port"],
  [
    { services: [{ name: "web", image: "a:1", environment: { A: "{{config:NO}}" } }] },
    "services.0.environment.A",
    "nothing writes",
  ],
  [{ files: [{ service: "web", path: "/a", content: "{{publicUrl:db}}" }] }, "files.0.content", "no service"],
  [
    { configFields: [{ key: "J", service: "web", label: "J", generate: "jwt" }] },
    "configFields.0",
    "jwtSecretGroup",
  ],
  [
    { prepare: [{ service: "web", command: "x", capture: "y", phase: "pre-deploy" }] },
    "prepare.0.phase",
    "never run",
  ],
  [
    { prepare: [{ service: "web", command: "x", capture: "y", readiness: { test: "z" } }] },
    "prepare.0.readiness",
    "post-ready",
  ],
  [
    { prepare: [{ service: "web", command: "x", capture: "y", capturePattern: "z" }] },
    "prepare.0.capturePattern",
    "kept nowhere",
  ],
  [{ prepare: [step, { ...step, command: "other" }] }, "prepare.1.capture", "Another step of web"],
  [
    {
      prepare: [{ ...step, persistAs: { key: "K" } }],
      settings: [{ id: "g", label: "G", fields: [{ key: "K", service: "web", label: "K", type: "text" }] }],
    },
    "prepare.0.persistAs.key",
    "never replaced",
  ],
])("warns about %j", (changes, path, words) => {
  const [warning] = lintDefinition(given(changes));
  expect(warning?.path).toBe(path);
  expect(warning?.message).toContain(words);
});

test("a key that only a step that never runs would write is written by nothing", () => {
  const prepare = [{ ...step, phase: "pre-deploy", persistAs: { key: "K" } }];
  const services = [{ name: "web", image: "a:1", environment: { A: "{{config:K}}" } }];
  expect(lintDefinition(given({ prepare, services })).map(({ path }) => path)).toEqual([
    "prepare.0.phase",
    "prepare.0.persistAs",
    "services.0.environment.A",
  ]);
});

test("anything may be looked over", () => {
  expect([null, 1, [], "x"].flatMap(lintDefinition)).toEqual([]);
});

test("two letters in the wrong order are one slip", () => {
  const [warning] = lintDefinition({ services: [{ name: "web", imgae: "example/web:1" }] });
  expect(warning).toMatchObject({ path: "services.0.imgae", suggestion: "image" });
});

test("a build file is told its loose bases, its sources beside the context and its dead placeholders", () => {
  const dockerfile = [
    "FROM node AS build",
    "COPY package.json web/app.js /app/",
    'COPY ["./lib", "/lib"]',
    "COPY --chown=1:1 worker/job /job",
    "COPY . /all",
    "COPY --from=build /dist /dist",
    "ADD https://example.com/x $FILE web /x/",
    "COPY <<EOF /conf",
    "COPY nothing /here",
    "EOF",
    "RUN echo {{config:NOBODY}} {{publicUrl:web}}",
  ].join("\n");
  const worker = { name: "worker", build: { dockerfile: "FROM a:1" } };
  const found = lintDefinition(given({ services: [{ name: "web", build: { dockerfile } }, worker] }));
  expect(new Set(found.map(({ path }) => path))).toEqual(new Set(["services.0.build.dockerfile"]));
  expect(found.map(({ message }) => message)).toEqual([
    'The base image "node" is not pinned: name a version, so that every build is the same.',
    'Line 2: "package.json" will not be found. Sources begin with a service\'s name: "web/package.json".',
    'Line 3: "./lib" will not be found. Sources begin with a service\'s name: "web/lib".',
    '{{config:NOBODY}} names "NOBODY", which nothing writes.',
    "{{publicUrl:web}} is not resolved in a build; only {{config:KEY}} is.",
  ]);
});
