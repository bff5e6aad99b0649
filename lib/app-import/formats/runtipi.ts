import type { ComposeSource } from "../compose/job";
import { hostOf } from "../compose/names";
import {
  type Branch,
  branchOf,
  isBranch,
  isList,
  isOn,
  listOf,
  type Tree,
  textOf,
  textsOf,
} from "../read/tree";
import type { Report } from "../report";
import type { Spec } from "../variables/variables";
import {
  composeFile,
  fileNamed,
  givenFiles,
  type ReadFormat,
  readCompose,
  readJsonMap,
  readMap,
} from "./files";

type Field = NonNullable<Extract<Spec, { kind: "setting" }>["field"]>;

const TYPES: Readonly<Record<string, NonNullable<Field["type"]>>> = {
  number: "number",
  boolean: "boolean",
  password: "password",
};

/** A Runtipi app: `config.json` with a form, and services as compose YAML or as its own JSON. */
export const readRuntipi: ReadFormat<ComposeSource> = (files, report) => {
  const configFile = fileNamed(files, /^config\.json$/i);
  const file = fileNamed(files, /^docker-compose\.json$/i) ?? composeFile(files);
  if (!configFile || !file || file === configFile) {
    report.issue(
      "",
      "A Runtipi app is a config.json and a docker-compose.yml or .json; one of them is missing.",
    );
    return undefined;
  }
  const config = readJsonMap(configFile.content);
  if (!config.ok) report.issue(configFile.name, config.message);
  const written = readMap(file, report);
  if (!config.ok || !written) return undefined;
  const root = isList(written.get("services")) ? asCompose(written, report) : written;
  const web = webOf(root, config.value, report);
  return {
    root: withoutNetworks(root),
    meta: metaOf(config.value),
    read: readCompose,
    known: knownOf(config.value, web[0]?.service ?? "", report),
    given: givenFiles(files, [file, configFile]),
    web,
  };
};

function metaOf(config: Branch) {
  const text = (key: string) => textOf(config.get(key));
  const suffix = text("url_suffix");
  return {
    id: text("id"),
    name: text("name"),
    description: text("short_desc"),
    category: textsOf(config.get("categories")).join(" "),
    tags: textsOf(config.get("categories")),
    repository: text("source"),
    ...(suffix && { note: `Open it at the path ${suffix.startsWith("/") ? suffix : `/${suffix}`}.` }),
  };
}

/** Runtipi's own JSON: a list of services with compose's keys in camel case. */
function asCompose(written: Branch, report: Report): Branch {
  const services = listOf(written.get("services")).flatMap((one, at): [string, Tree][] => {
    const name = textOf(branchOf(one).get("name")) ?? "";
    if (name === "") report.issue(`services.${at}.name`, "The service has no name.");
    return name === "" ? [] : [[name, serviceOf(branchOf(one))]];
  });
  if (new Set(services.map(([name]) => name)).size < services.length)
    report.issue("services", "Two services have the same name.");
  return new Map<string, Tree>([["services", new Map(services)]]);
}

const RENAMED = new Map([
  ["health_check", "healthcheck"],
  ["extra_labels", "labels"],
]);

function serviceOf(one: Branch): Branch {
  const service = new Map<string, Tree>();
  const ports: Tree[] = [];
  const runtipi = new Map<string, Tree>();
  for (const [key, value] of one) {
    const name = snake(key);
    if (name === "name" || name === "add_to_main_network") continue;
    if (name === "is_main" || name === "internal_port") runtipi.set(name, value);
    else if (name === "add_ports") ports.push(...listOf(value).flatMap(portsOf));
    else if (name === "environment") service.set(name, environmentOf(value));
    else if (name === "volumes") service.set(name, listOf(value).map(volumeOf));
    else service.set(RENAMED.get(name) ?? name, renamed(value));
  }
  if (ports.length > 0) service.set("ports", ports);
  return service.set("x-runtipi", runtipi);
}

function snake(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function renamed(value: Tree): Tree {
  return isBranch(value) ? new Map([...value].map(([key, item]) => [snake(key), item])) : value;
}

function environmentOf(value: Tree): Tree {
  if (!isList(value)) return value;
  return new Map(
    value.map(branchOf).map((one): [string, Tree] => [textOf(one.get("key")) ?? "", one.get("value") ?? ""]),
  );
}

function volumeOf(value: Tree): Tree {
  if (!isBranch(value)) return value;
  const mode = isOn(value.get("readOnly")) ? ":ro" : "";
  return `${textOf(value.get("hostPath")) ?? ""}:${textOf(value.get("containerPath")) ?? ""}${mode}`;
}

function portsOf(value: Tree): Tree[] {
  const port = branchOf(value);
  const sides = `${textOf(port.get("hostPort")) ?? ""}:${textOf(port.get("containerPort")) ?? ""}`.replace(
    /^:/,
    "",
  );
  const udp = isOn(port.get("udp"));
  return [...(udp ? [`${sides}/udp`] : []), ...(!udp || isOn(port.get("tcp")) ? [sides] : [])];
}

/** The main service and the port of its page, as `x-runtipi` says; else the port that `${APP_PORT}` leads to. */
function webOf(root: Branch, config: Branch, report: Report): ComposeSource["web"] {
  if (isOn(config.get("no_gui"))) return [];
  const services = [...branchOf(root.get("services"))].map(([name, one]) => ({ name, one: branchOf(one) }));
  const main =
    services.find(({ one }) => isOn(branchOf(one.get("x-runtipi")).get("is_main"))) ??
    services.find(({ name }) => name === textOf(config.get("id"))) ??
    services[0];
  if (!main) return [];
  const told = textOf(branchOf(main.one.get("x-runtipi")).get("internal_port"));
  const mapped = services.flatMap(({ name, one }) =>
    textsOf(one.get("ports")).flatMap((text) => {
      const [, port] = /^\$\{APP_PORT\}:(\d{1,5})(?:\/tcp)?$/.exec(text) ?? [];
      return port === undefined ? [] : [{ service: name, port: Number(port) }];
    }),
  );
  if (told !== undefined && /^\d{1,5}$/.test(told)) return [{ service: main.name, port: Number(told) }];
  if (mapped.length > 0) return mapped;
  const port = Number(textOf(config.get("port")));
  if (!(port > 0)) return [];
  report.guessed("port", `No service names the port of the page; it is taken to be ${port} of ${main.name}.`);
  return [{ service: main.name, port }];
}

/** Every app of Runtipi joins its network; saying so for each would only be noise. */
function withoutNetworks(root: Branch): Branch {
  return new Map([...root].filter(([key]) => key !== "networks"));
}

function knownOf(config: Branch, main: string, report: Report): Map<string, Spec> {
  const host: Spec = {
    kind: "text",
    parts: [{ text: main ? `{{publicHost:${hostOf(main)}}}` : "localhost" }],
  };
  const fixed = (text: string): Spec => ({ kind: "text", parts: [{ text }] });
  const known = new Map<string, Spec>([
    ["APP_DATA_DIR", fixed(".")],
    ["ROOT_FOLDER_HOST", fixed("/runtipi")],
    ["APP_ID", fixed(textOf(config.get("id")) ?? "app")],
    ["APP_PORT", fixed(textOf(config.get("port")) ?? "")],
    ["APP_EXPOSED", fixed("true")],
    ["APP_PROTOCOL", fixed("http")],
    ["APP_DOMAIN", host],
    ["APP_HOST", host],
    ["TZ", { kind: "setting", default: "Etc/UTC", field: { label: "Time zone" } }],
    ["UID", fixed("1000")],
    ["GID", fixed("1000")],
  ]);
  for (const field of listOf(config.get("form_fields")).map(branchOf)) {
    const name = textOf(field.get("env_variable"));
    if (name !== undefined) known.set(name, specOf(name, field, report));
  }
  return known;
}

function specOf(name: string, field: Branch, report: Report): Spec {
  const text = (key: string, most: number) => textOf(field.get(key))?.trim().slice(0, most);
  const type = text("type", 20) ?? "text";
  const words = {
    ...(text("label", 200) && { label: text("label", 200) }),
    ...(text("hint", 1_000) && { help: text("hint", 1_000) }),
  };
  if (type === "random") {
    report.mapped(`form_fields.${name}`, `${name} is made by the machine.`);
    const length = Number(text("min", 10) ?? 32);
    const encoding = text("encoding", 10) === "base64" ? ("base64" as const) : ("hex" as const);
    return { kind: "secret", length: Number.isInteger(length) ? length : 32, encoding, ...words };
  }
  report.mapped(`form_fields.${name}`, `${name} became a setting that is asked at installation.`);
  const value = textOf(field.get("default")) ?? "";
  const required = isOn(field.get("required"));
  const made: Field = { ...words, ...formOf(type, field), installStep: true, ...(required && { required }) };
  if (value !== "") return { kind: "setting", default: value, field: made };
  return { kind: "setting", field: made, ...(!required && { optional: true }) };
}

function formOf(type: string, field: Branch): Field {
  const options = listOf(field.get("options")).map(branchOf);
  if (options.length > 0) {
    return {
      type: "select",
      options: options.map((option) => {
        const value = textOf(option.get("value")) ?? "";
        return { value, label: textOf(option.get("label")) ?? value };
      }),
    };
  }
  const placeholder = textOf(field.get("placeholder"));
  return {
    type: TYPES[type] ?? "text",
    ...(type === "password" && { secret: true }),
    ...(type === "number" && limitsOf(field)),
    ...(placeholder && { placeholder }),
  };
}

function limitsOf(field: Branch): Field {
  const number = (key: string) => {
    const value = Number(textOf(field.get(key)) ?? "");
    return textOf(field.get(key)) !== undefined && Number.isFinite(value) ? { [key]: value } : {};
  };
  return { ...number("min"), ...number("max") };
}
