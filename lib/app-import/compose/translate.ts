import type { AppDefinitionInput } from "@/lib/app-definition/schema";
import type { DraftService } from "../draft";
import { type Branch, branchOf, isBranch, isOn, textOf, textsOf } from "../read/tree";
import { quote, type Report } from "../report";
import { type Assigned, assignVariables } from "../variables/assign";
import { Variables } from "../variables/variables";
import { describe, type Wished } from "./describe";
import type { ComposeSource, Job } from "./job";
import { serviceNames } from "./names";
import { translateService } from "./service";
import { disguisedVolume } from "./unsafe";
import { endpointsOf } from "./web";

const MOST_SERVICES = 64;
const TOP_KEYS = new Set(["version", "name", "services", "volumes", "configs", "secrets"]);
const OWN_KEYS = new Set(["x-runtipi", "captainVersion", "caproverOneClickApp"]);

/** Turns a compose document into a definition. Whether it may be used is told by the report's issues. */
export function translateCompose(
  source: ComposeSource,
  report: Report,
  wished: Wished,
): AppDefinitionInput | undefined {
  const written = startedServices(branchOf(source.root.get("services")), report);
  if (written.size === 0) report.issue("services", "The file declares no services.");
  if (written.size > MOST_SERVICES) report.issue("services", `An app has at most ${MOST_SERVICES} services.`);
  if (report.issues.length > 0) return undefined;
  topLevel(source.root, report);
  const names = serviceNames([...written.keys()], report);
  const job: Job = {
    source,
    report,
    names,
    hosts: hostNames(written, names, source),
    variables: new Variables(source.known, report, source.magic),
    unsafeVolumes: unsafeVolumes(source.root, report),
  };
  const services = [...written].map(([name, service]) => {
    const draft = emptyDraft(names.get(name) ?? name, `services.${name}`);
    translateService(job, draft, service);
    if (!draft.rest.image && !draft.rest.build)
      report.issue(`services.${name}.image`, `The service ${quote(name)} has no image that can be read.`);
    return draft;
  });
  const endpoints = endpointsOf(job, services);
  return assemble(services, assignVariables(services), endpoints, describe(source, services, wished));
}

function assemble(
  services: readonly DraftService[],
  assigned: Assigned,
  endpoints: NonNullable<AppDefinitionInput["endpoints"]>,
  described: ReturnType<typeof describe>,
): AppDefinitionInput {
  const { configFields, settings, files } = assigned;
  const page = endpoints.find((endpoint) => endpoint.kind === "http");
  const admin = configFields.filter(({ key }) => /ADMIN|INITIAL|LOGIN|DASHBOARD/i.test(key)).slice(0, 5);
  const outputs = [
    ...(page
      ? [
          {
            id: "web",
            label: "Web",
            source: `publicUrl:${page.service}:${page.port}`,
            kind: "url" as const,
            recommended: true,
          },
        ]
      : []),
    ...admin.map(({ key, service, label }) => ({
      id: `${service}-${key.toLowerCase()}`,
      label,
      source: `env:${service}:${key}`,
      secret: true,
    })),
  ];
  const { note, ...head } = described;
  return {
    ...head,
    kind: "template",
    framework: "docker-compose",
    available: true,
    services: services.map((service) => serviceInput(service, assigned)),
    ...(configFields.length > 0 && { configFields }),
    ...(settings.length > 0 && { settings: settingGroups(settings) }),
    ...(endpoints.length > 0 && { endpoints }),
    ...(files.length > 0 && { files }),
    ...((outputs.length > 0 || note) && { connection: { outputs, ...(note && { guide: { intro: note } }) } }),
  };
}

function serviceInput(service: DraftService, assigned: Assigned) {
  const environment = assigned.environment.get(service.name) ?? {};
  const secretEnv = [...new Set(assigned.secretEnv.get(service.name))];
  const ports = service.ports.map(({ containerPort, hostPort, protocol }) =>
    [
      ...(hostPort === undefined ? [] : [hostPort]),
      protocol === "udp" ? `${containerPort}/udp` : containerPort,
    ].join(":"),
  );
  return {
    name: service.name,
    ...service.rest,
    ...(ports.length > 0 && { ports: [...new Set(ports)] }),
    ...(Object.keys(environment).length > 0 && { environment }),
    ...(secretEnv.length > 0 && { secretEnv }),
  };
}

/** A group holds at most 100 fields. */
function settingGroups(fields: Assigned["settings"]) {
  return Array.from({ length: Math.ceil(fields.length / 100) }, (_, at) => ({
    id: at === 0 ? "settings" : `settings-${at + 1}`,
    label: at === 0 ? "Settings" : `Further settings ${at + 1}`,
    fields: fields.slice(at * 100, at * 100 + 100),
  }));
}

function emptyDraft(name: string, path: string): DraftService {
  return {
    name,
    path,
    env: new Map(),
    homes: new Map(),
    secretEnv: new Set(),
    files: [],
    ports: [],
    rest: {},
  };
}

/** The services that start by themselves, or that one of them waits for. */
function startedServices(all: Branch, report: Report): Map<string, Branch> {
  const awaited = new Set(
    [...all.values()].flatMap((service) => {
      const on = branchOf(service).get("depends_on");
      return isBranch(on) ? [...on.keys()] : textsOf(on);
    }),
  );
  const started = new Map<string, Branch>();
  for (const [name, service] of all) {
    if (!isBranch(service)) report.issue(`services.${name}`, "A service is a map of keys.");
    else if (textsOf(service.get("profiles")).length > 0 && !awaited.has(name))
      report.dropped(`services.${name}`, "It starts only with a profile, so it is left out.");
    else started.set(name, service);
  }
  return started;
}

function topLevel(root: Branch, report: Report): void {
  for (const [key, value] of root) {
    if (TOP_KEYS.has(key) || OWN_KEYS.has(key)) continue;
    if (key === "include") report.issue(key, "It includes other files. Paste their services into this one.");
    else if (key === "networks") {
      const external = [...branchOf(value).values()].some((one) => isOn(branchOf(one).get("external")));
      const hint = external ? "Containers outside this app are not reached by it." : "";
      report.dropped(key, `All services of an app share one network of their own. ${hint}`.trimEnd());
    } else report.dropped(key, `${quote(key)} cannot be said here.`);
  }
}

function unsafeVolumes(root: Branch, report: Report): Map<string, string> {
  const unsafe = new Map<string, string>();
  for (const [name, declared] of branchOf(root.get("volumes"))) {
    const disguise = disguisedVolume(declared);
    if (disguise !== undefined) unsafe.set(name, disguise);
    if (isOn(branchOf(declared).get("external")))
      report.guessed(`volumes.${name}`, "It exists outside the app; the app gets an empty one of its own.");
  }
  return unsafe;
}

/** Container names, hostnames and network aliases by which services may call each other. */
function hostNames(
  written: ReadonlyMap<string, Branch>,
  names: ReadonlyMap<string, string>,
  source: ComposeSource,
): Map<string, string> {
  const hosts = new Map<string, string>();
  const add = (host: string | undefined, name: string) => {
    if (host && host.length > 2 && host !== name && !names.has(host)) hosts.set(host, name);
  };
  for (const [own, service] of written) {
    const name = names.get(own) ?? own;
    if (own !== name) hosts.set(own, name);
    add(textOf(service.get("container_name")), name);
    add(textOf(service.get("hostname")), name);
    for (const network of branchOf(service.get("networks")).values())
      for (const alias of textsOf(branchOf(network).get("aliases"))) add(alias, name);
  }
  for (const [alias, own] of source.aliases ?? []) add(alias, names.get(own) ?? own);
  return hosts;
}
