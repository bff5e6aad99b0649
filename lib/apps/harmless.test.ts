import { beforeAll, expect, test } from "vitest";
import type { AppDefinitionInput } from "@/lib/app-definition/schema";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { givenWorkers, textsOf, untilEnded } from "@/lib/deployments/testing";
import { type ContainerSpec, createMemoryEngine, type Engine } from "@/lib/engine";
import { LABELS, useEngine } from "@/lib/servers";
import { createCustomApp } from "./custom/create";
import { installApp } from "./install";
import { givenCatalog } from "./testing";

/** What looks dangerous and is allowed: it is installed for real, and the engine is asked what it was asked. */

givenDatabase();
const givenWorker = givenWorkers();

const asked: ContainerSpec[] = [];
const memory = createMemoryEngine({ "example/harmless:1.2.3": { present: true } });
const engine: Engine = {
  ...memory,
  createContainer: (spec) => {
    asked.push(spec);
    return memory.createContainer(spec);
  },
};

const HTML = "<script>alert(1)</script><img src=x onerror=alert(1)>";
/** Every one of these must arrive byte for byte. */
const VALUES = {
  DOLLARS: "$$ $HOME \x24{HOME} \x24{HOME:-x} $(id)",
  BACKTICKS: "`id` ; rm -rf / | cat & wait",
  QUOTES: `'"'"' \\" \\n %s %0A`,
  LINES: "one\nEVIL=1\r\nprivileged: true\n- /:/host",
  BRACES: "{{ config }} {{env:web:KEY}} {{unknown:web}} {{}} }}{{",
  UNICODE: "\u202eevil\u0007\u001b[31m\u2028 🦄",
  DASHES: "--privileged -v /:/host",
  EMPTY: "",
  LONG: "x".repeat(131_072),
  LD_PRELOAD: "/evil.so",
  DOCKER_HOST: "unix:///var/run/docker.sock",
};

const definition: AppDefinitionInput = {
  id: "harmless",
  name: HTML,
  description: HTML,
  kind: "template",
  logo: "harmless",
  category: "other",
  tags: [HTML, "--help", "'; DROP TABLE projects; --"],
  available: true,
  services: [
    {
      name: "web",
      image: "example/harmless:1.2.3",
      exposed: true,
      exposedPort: 8080,
      environment: VALUES,
      volumes: ["data:/var/lib/docker", "etc:/etc"],
      commandArgv: ["$(id)", "; reboot", "--privileged", "a\nb", ""],
      entrypoint: ["`id`"],
      healthcheck: { test: ["CMD", "; id", "$(id)"] },
      user: "root",
    },
  ],
  settings: [
    {
      id: HTML,
      label: HTML,
      description: HTML,
      fields: [
        { key: "TYPED", service: "web", label: HTML, type: "textarea", help: HTML, installStep: true },
      ],
    },
  ],
  files: [{ service: "web", path: "/etc/passwd", content: "$(id) \x24{A} {{config:TYPED}}" }],
  connection: {
    title: HTML,
    outputs: [{ id: HTML, label: HTML, source: "template:javascript:alert(1)", kind: "url", help: HTML }],
  },
};

/** An entry of another app's keys: each must be left out before anybody could obey it. */
const UNSAID = {
  privileged: true,
  cap_add: ["ALL"],
  capAdd: ["ALL"],
  devices: ["/dev/sda:/dev/sda"],
  network_mode: "host",
  networkMode: "host",
  pid: "host",
  ipc: "host",
  binds: ["/:/host"],
  mounts: [{ type: "bind", source: "/", target: "/host" }],
  security_opt: ["seccomp:unconfined"],
  labels: { [LABELS.project]: "prj_other", [LABELS.installation]: "other" },
  networks: ["other_default"],
  container_name: "roadstead",
  volumes_from: ["other"],
};

const TYPED = "{{config:DOLLARS}} \x24{X}\n{{publicUrl:web}}";

async function install(given: object) {
  const owner = await givenOwner();
  await createCustomApp(owner, { definition: given });
  const { projectId, deploymentId } = await installApp(owner, {
    appId: "harmless",
    name: "Harmless",
    settings: { web: { TYPED } },
    endpoints: [{ service: "web", port: 8080, mode: "internal" }],
  });
  expect(await untilEnded(deploymentId ?? "")).toMatchObject({ state: "ready", reason: null });
  return { projectId, deploymentId: deploymentId ?? "" };
}

let plain: Awaited<ReturnType<typeof install>>;
let spec: ContainerSpec;
let other: ContainerSpec;
beforeAll(async () => {
  givenCatalog();
  useEngine(engine);
  await givenWorker({ engine: async () => engine });
  plain = await install(definition);
  await install({ ...definition, ...UNSAID, services: [{ ...definition.services?.[0], ...UNSAID }] });
  [spec, other] = asked as [ContainerSpec, ContainerSpec];
});

test("every value reaches the container byte for byte, and what was typed is never read again", () => {
  expect(asked).toHaveLength(2);
  expect(spec.env).toEqual({ ...VALUES, TYPED });
  expect(spec.files).toEqual([{ path: "/etc/passwd", content: `$(id) \${A} ${TYPED}` }]);
});

test("words are words: no shell stands between a definition and its container", () => {
  expect(spec.command).toEqual(["$(id)", "; reboot", "--privileged", "a\nb", ""]);
  expect(spec.entrypoint).toEqual(["`id`"]);
  expect(spec.healthcheck?.test).toEqual(["CMD", "; id", "$(id)"]);
});

test("only the project's own volumes and network are asked for, and the labels are ours", () => {
  expect(spec.volumes.map(({ volume }) => volume)).toEqual(["harmless_data", "harmless_etc"]);
  expect(spec.network).toBe("harmless_default");
  expect(spec.ports).toEqual([]);
  expect(spec.labels).toEqual({
    [LABELS.installation]: expect.any(String),
    [LABELS.project]: plain.projectId,
    [LABELS.service]: "web",
    [LABELS.deployment]: plain.deploymentId,
    [LABELS.revision]: "0",
  });
});

test("what the format cannot say never reaches the engine", () => {
  const { name: _name, labels: _labels, volumes: _volumes, network: _network, ...same } = spec;
  expect(other).toMatchObject(same);
  expect(Object.keys(other)).toEqual(Object.keys(spec));
  expect(other.volumes.map(({ volume }) => volume)).toEqual(["harmless-2_data", "harmless-2_etc"]);
  expect(other.network).toBe("harmless-2_default");
  // The others are for networks between projects, for copies of volumes and for backups.
  const { source: _source, copyOf: _copyOf, backup: _backup, ...ofContainers } = LABELS;
  const wanted = Object.values(ofContainers);
  expect(Object.keys(other.labels).sort()).toEqual(wanted.sort());
  expect(JSON.stringify(other)).not.toMatch(/prj_other|other_default|seccomp|"bind"/);
});

test("the log tells of markup as text and holds no control character", async () => {
  const log = (await textsOf(plain.deploymentId)).join("\n");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal or a page would obey
  expect(log).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});
