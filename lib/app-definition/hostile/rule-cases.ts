import type { Refused } from "./shape-cases";
import { changed, type Path } from "./walk";
import { WHOLE } from "./whole";

/** Each rule between the parts of a definition, broken alone: what is changed, to what, and where the refusal points. */
export function ruleCases(): Refused[] {
  const broken = BROKEN.map(([name, at, value, told = at]) => ({
    name,
    definition: changed(WHOLE, pathOf(at), value),
    path: told,
  }));
  const flow = changed({ ...WHOLE, kind: "flow" }, ["flowHref"], undefined);
  return [...broken, { name: "a flow that leads nowhere", definition: flow, path: "flowHref" }];
}

const FIELD = "settings.0.fields";
const OUTPUT = "connection.outputs.0";
const field = (more: object) => ({ key: "MORE", service: "web", label: "More", type: "text", ...more });
const again = (more: object) => [{ ...WHOLE.services?.[0], routes: [], ...more }, WHOLE.services?.[1]];
const choice = { value: "one", label: "One" };

const BROKEN: readonly [name: string, at: string, value: unknown, told?: string][] = [
  ["a service with neither image nor build", "services.0.image", undefined, "services.0"],
  ["a service with both image and build", "services.0.build", { dockerfile: "FROM a:1" }, "services.0"],
  ["a second service of the same name", "services.1.name", "web"],
  ["nothing to run", "services", []],
  ["a format of the future", "schemaVersion", 2],
  ["a wait for nobody", "services.0.dependsOn.0", "cache"],
  ["a wait for itself", "services.0.dependsOn.0", "web", "services"],
  ["a circle", "services.1.dependsOn", ["web"], "services"],
  ["a config field for nobody", "configFields.0.service", "cache"],
  ["a setting for nobody", `${FIELD}.0.service`, "cache"],
  ["a condition on nobody", `${FIELD}.1.showIf.service`, "cache"],
  ["a condition on nothing", `${FIELD}.1.showIf.field`, "NOTHING"],
  ["a condition without a demand", `${FIELD}.1.showIf.equals`, undefined, `${FIELD}.1.showIf`],
  ["a condition with two demands", `${FIELD}.1.showIf.truthy`, true, `${FIELD}.1.showIf`],
  ["a prepare step for nobody", "prepare.0.service", "cache"],
  ["an endpoint of nobody", "endpoints.0.service", "cache"],
  ["a file for nobody", "files.0.service", "cache"],
  ["an output of nobody", `${OUTPUT}.service`, "cache"],
  ["a source that is none", `${OUTPUT}.source`, "web"],
  ["a source of another kind", `${OUTPUT}.source`, "file:web:/etc/passwd"],
  ["a source without a key", `${OUTPUT}.source`, "env:web"],
  ["a source with a broken key", `${OUTPUT}.source`, "env:web:A B"],
  ["a source with a port that is none", `${OUTPUT}.source`, "publicUrl:web:99999"],
  ["an empty template", `${OUTPUT}.source`, "template:"],
  ["a source in nobody", `${OUTPUT}.source`, "env:cache:KEY"],
  ["an address of nobody", `${OUTPUT}.source`, "publicUrl:cache"],
  ["a template with nobody's variable", `${OUTPUT}.source`, "template:{{env:cache:KEY}}"],
  ["a template with nobody's address", `${OUTPUT}.source`, "template:{{publicUrl:cache}}"],
  ["a variant's source that is none", `${OUTPUT}.variants.0.source`, "inside"],
  ["a variant of nobody", `${OUTPUT}.variants.0.source`, "publicUrl:cache"],
  [
    "variants of one id",
    `${OUTPUT}.variants.1`,
    { id: "inside", label: "Twice", source: "publicUrl:web" },
    `${OUTPUT}.variants.1.id`,
  ],
  [
    "outputs of one id",
    "connection.outputs.1",
    { id: "url", label: "Twice", source: "publicUrl:web" },
    "connection.outputs.1.id",
  ],
  ["a bundle of nothing", "provides.0.outputRefs.0", "nothing"],
  ["bundles of one id", "provides.1", { id: "web", outputRefs: [] }, "provides.1.id"],
  ["requirements of one id", "requires.1", { id: "mail", label: "Mail", envKey: "MORE" }, "requires.1.id"],
  ["a token signed with nothing", "configFields.1.jwtSecretGroup", "nothing"],
  ["a token signed with a prototype", "configFields.1.jwtSecretGroup", "constructor"],
  ["a key written by two config fields", "configFields.1.key", "KEY"],
  ["a key written by a setting too", `${FIELD}.0.key`, "KEY", `${FIELD}.0.key`],
  ["groups of one id", "settings.1", { id: "general", label: "Twice", fields: [] }, "settings.1.id"],
  ...["select", "radio", "multiselect"].flatMap((type): [string, string, unknown, string][] => [
    [`a ${type} without options`, `${FIELD}.4`, field({ type }), `${FIELD}.4.options`],
    [`a ${type} with no option`, `${FIELD}.4`, field({ type, options: [] }), `${FIELD}.4.options`],
    [
      `a ${type} with one option twice`,
      `${FIELD}.4`,
      field({ type, options: [choice, choice] }),
      `${FIELD}.4.options.1.value`,
    ],
  ]),
  ["an option with the separator in it", `${FIELD}.2.options.0.value`, "one;two", `${FIELD}.2.options`],
  ["a smallest above the largest", `${FIELD}.1.min`, 10],
  ["a tcp endpoint with a domain", "endpoints.0.kind", "tcp", "endpoints.0"],
  ["a default that is not allowed", "endpoints.0.defaultMode", "internal"],
  [
    "an endpoint declared twice",
    "endpoints.1",
    { service: "web", port: 8080, label: "Twice", kind: "http" },
    "endpoints.1.port",
  ],
  ["a health check without a test", "services.0.healthcheck.test", undefined],
  ["two routes to one port", "services.0.routes.1.port", 8080],
  [
    "a suffix used twice",
    "services.0.routes.2",
    { port: 7070, slugSuffix: "admin" },
    "services.0.routes.2.slugSuffix",
  ],
  ["two volumes at one place", "services.0.volumes.1", "more:/data/"],
  ["a file where a volume stands", "files.0.path", "/data"],
  [
    "a file written twice",
    "files.1",
    { service: "web", path: "/etc/whole.conf", content: "" },
    "files.1.path",
  ],
  [
    "a build file written twice",
    "services.1.build.files.1",
    { path: "init/one.sql", content: "" },
    "services.1.build.files.1.path",
  ],
  [
    "a build file in the place of the Dockerfile",
    "services.1.build.files.1",
    { path: "Dockerfile", content: "" },
    "services.1.build.files.1.path",
  ],
  [
    "a build file where a folder stands",
    "services.1.build.files.1",
    { path: "init", content: "" },
    "services.1.build.files.1.path",
  ],
  [
    "a build file that is too long",
    "services.1.build.dockerfile",
    `FROM a:1\n${"#".repeat(65_536)}`,
    "services.1.build.dockerfile",
  ],
  [
    "a 65th service",
    "services",
    [...again({}), ...Array.from({ length: 63 }, (_, at) => ({ name: `s${at}`, image: "a:1" }))],
  ],
];

function pathOf(dotted: string): Path {
  return dotted.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
