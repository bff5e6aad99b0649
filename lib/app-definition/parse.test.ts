import { expect, test } from "vitest";
import { parseDefinition } from "./parse";

function given(changes: Record<string, unknown> = {}) {
  return {
    id: "notes",
    name: "Notes",
    description: "Notes for everybody.",
    kind: "template",
    logo: "notes",
    category: "other",
    available: true,
    services: [{ name: "web", image: "example/notes:1.2.3" }],
    ...changes,
  };
}

function issues(changes: Record<string, unknown>) {
  const parsed = parseDefinition(given(changes));
  return parsed.ok ? [] : parsed.issues;
}

const field = { key: "SIZE", service: "web", label: "Size", type: "text" };
const output = { id: "url", label: "URL", source: "publicUrl:web" };

test("a small definition parses, and what it omits is empty", () => {
  const parsed = parseDefinition(given());
  expect(parsed).toMatchObject({
    ok: true,
    definition: { settings: [], services: [{ environment: {}, volumes: [] }] },
  });
});

test("unknown keys are dropped and newer optional keys do no harm", () => {
  const parsed = parseDefinition(given({ colour: "blue" }));
  expect(parsed.ok && "colour" in parsed.definition).toBe(false);
});

test.each([null, 3, "text", [], undefined])("%j is no definition", (input) => {
  expect(parseDefinition(input)).toEqual({
    ok: false,
    issues: [{ path: "", message: "An app definition is a JSON object." }],
  });
});

test("what is missing or of the wrong kind is said in words, with its path", () => {
  const found = issues({
    name: undefined,
    category: "games",
    services: [{ name: "web", image: 4, ports: "80" }],
  });
  expect(found).toEqual([
    { path: "name", message: "This is required." },
    {
      path: "category",
      message: 'Use one of "backend", "database", "cms", "mail", "analytics", "automation", "other".',
    },
    { path: "services.0.image", message: "This must be a string in quotes." },
    { path: "services.0.ports", message: "This must be a list in [ ]." },
  ]);
});

test.each([[{ name: "web" }], [{ name: "web", image: "a:1", build: { dockerfile: "FROM a:1" } }]])(
  "a service sets exactly one of image and build",
  (service) => {
    expect(issues({ services: [service] })).toEqual([
      { path: "services.0", message: 'service "web" must set exactly one of image|build' },
    ]);
  },
);

test.each<[string, Record<string, unknown>, string, string]>([
  ["id", { id: "My App" }, "id", "kebab-case"],
  ["flow", { kind: "flow", services: [] }, "flowHref", "needs a flowHref"],
  ["external flow", { kind: "flow", flowHref: "https://evil.example" }, "flowHref", "must start with /"],
  ["scheme-relative flow", { kind: "flow", flowHref: "//evil.example" }, "flowHref", "must start with /"],
  ["nothing to run", { services: [] }, "services", "at least one service"],
  ["newer format", { schemaVersion: 2 }, "schemaVersion", "format version 2"],
  ["repository", { repository: "javascript:alert(1)" }, "repository", "http or https"],
  ["logo", { logo: "../../etc/passwd" }, "logo", "letters, digits and dashes"],
  ["minEngine", { minEngine: "soon" }, "minEngine", "a version such as"],
  [
    "config field",
    { configFields: [{ key: "A", service: "db", label: "A" }] },
    "configFields.0.service",
    '"db"',
  ],
  ["prepare", { prepare: [{ service: "db", command: "x", capture: "y" }] }, "prepare.0.service", '"db"'],
  ["file", { files: [{ service: "db", path: "/etc/x", content: "" }] }, "files.0.service", '"db"'],
  [
    "file path",
    { files: [{ service: "web", path: "/etc/../x", content: "" }] },
    "files.0.path",
    "must not hold . or ..",
  ],
  [
    "endpoint",
    { endpoints: [{ service: "db", port: 80, label: "A", kind: "http" }] },
    "endpoints.0.service",
    '"db"',
  ],
  [
    "port",
    { endpoints: [{ service: "web", port: 70_000, label: "A", kind: "http" }] },
    "endpoints.0.port",
    "65535",
  ],
  [
    "tcp domain",
    { endpoints: [{ service: "web", port: 1, label: "A", kind: "tcp", allowedModes: ["domain"] }] },
    "endpoints.0",
    "cannot have a domain",
  ],
  [
    "setting",
    { settings: [{ id: "a", label: "A", fields: [{ ...field, service: "db" }] }] },
    "settings.0.fields.0.service",
    '"db"',
  ],
  [
    "setting pattern",
    { settings: [{ id: "a", label: "A", fields: [{ ...field, pattern: "(?=x)" }] }] },
    "settings.0.fields.0.pattern",
    "not a regular expression",
  ],
  [
    "select without options",
    { settings: [{ id: "a", label: "A", fields: [{ ...field, type: "select" }] }] },
    "settings.0.fields.0.options",
    "needs options",
  ],
  [
    "condition",
    { settings: [{ id: "a", label: "A", fields: [{ ...field, showIf: { field: "NO", truthy: true } }] }] },
    "settings.0.fields.0.showIf.field",
    "no setting of that service",
  ],
  [
    "two conditions",
    {
      settings: [
        { id: "a", label: "A", fields: [{ ...field, showIf: { field: "A", truthy: true, equals: "1" } }] },
      ],
    },
    "settings.0.fields.0.showIf",
    "exactly one of equals and truthy",
  ],
  [
    "key written twice",
    {
      configFields: [{ key: "SIZE", service: "web", label: "Size" }],
      settings: [{ id: "a", label: "A", fields: [field] }],
    },
    "settings.0.fields.0.key",
    "written by two fields",
  ],
  [
    "source",
    { connection: { outputs: [{ ...output, source: "web" }] } },
    "connection.outputs.0.source",
    "not an output source",
  ],
  [
    "source service",
    { connection: { outputs: [{ ...output, source: "env:db:A" }] } },
    "connection.outputs.0.source",
    '"db"',
  ],
  [
    "template service",
    { connection: { outputs: [{ ...output, source: "template:{{env:db:A}}" }] } },
    "connection.outputs.0.source",
    '"db"',
  ],
  [
    "variant source",
    { connection: { outputs: [{ ...output, variants: [{ id: "v", label: "V", source: "no" }] }] } },
    "connection.outputs.0.variants.0.source",
    "not an output source",
  ],
  [
    "output service",
    { connection: { outputs: [{ ...output, service: "db" }] } },
    "connection.outputs.0.service",
    '"db"',
  ],
  [
    "provides",
    { provides: [{ id: "p", outputRefs: ["none"] }] },
    "provides.0.outputRefs.0",
    'with the id "none"',
  ],
  [
    "signing group",
    { configFields: [{ key: "A", service: "web", label: "A", generate: "jwt", jwtSecretGroup: "s" }] },
    "configFields.0.jwtSecretGroup",
    'generateGroup "s"',
  ],
])("refuses a wrong %s where it stands", (_, changes, path, words) => {
  const found = issues(changes);
  expect(found.map((issue) => issue.path)).toContain(path);
  expect(found.find((issue) => issue.path === path)?.message).toContain(words);
});

test.each<[Record<string, unknown>, string, string]>([
  [{ name: "Web_1" }, "name", "hostname"],
  [{ name: "constructor" }, "name", "cannot be used as a service name"],
  [{ image: "Not An Image" }, "image", "not an image reference"],
  [{ environment: { "A B": "x" } }, "environment.A B", "letters, digits and underscores"],
  [{ environment: { A: 5 } }, "environment.A", "put numbers and true/false in quotes"],
  [{ volumes: ["/:/host"] }, "volumes.0", "folders of the host"],
  [{ volumes: ["./data:/data"] }, "volumes.0", "folders of the host"],
  [{ volumes: ["data:/var/run/docker.sock"] }, "volumes.0", "sockets"],
  [{ volumes: ["data:/data:z"] }, "volumes.0", "ro and rw"],
  [{ ports: ["99999"] }, "ports.0", "not a port"],
  [{ dependsOn: ["db"] }, "dependsOn.0", 'no service named "db"'],
  [{ healthcheck: { interval: "soon", test: "x" } }, "healthcheck.interval", "30s"],
  [{ healthcheck: {} }, "healthcheck.test", "disable: true"],
  [{ command: 'echo "hi' }, "command", "nothing closes"],
  [{ user: "root; rm" }, "user", "name, uid or uid:gid"],
])("refuses the service %j", (change, path, words) => {
  const found = issues({ services: [{ name: "web", image: "a:1", ...change }] });
  const issue = found.find((one) => one.path === `services.0.${path}`);
  expect(issue?.message).toContain(words);
});

test("names are unique and dependencies run in no circle", () => {
  const image = "a:1";
  expect(
    issues({
      services: [
        { name: "a", image, dependsOn: ["b"] },
        { name: "b", image, dependsOn: ["a"] },
        { name: "b", image },
      ],
    }),
  ).toEqual([{ path: "services.2.name", message: 'The service name "b" is used twice.' }]);
  expect(
    issues({
      services: [
        { name: "a", image, dependsOn: ["b"] },
        { name: "b", image, dependsOn: ["a"] },
      ],
    }),
  ).toEqual([{ path: "services", message: "Services wait for each other in a circle: a → b → a." }]);
});

test("nothing privileged can be said: such keys are left out", () => {
  const parsed = parseDefinition(
    given({
      services: [{ name: "web", image: "a:1", privileged: true, cap_add: ["ALL"], network_mode: "host" }],
    }),
  );
  const service = parsed.ok ? parsed.definition.services[0] : undefined;
  expect(Object.keys(service ?? {})).not.toEqual(expect.arrayContaining(["privileged"]));
  expect(JSON.stringify(service)).not.toMatch(/privileged|cap_add|network_mode/);
});
