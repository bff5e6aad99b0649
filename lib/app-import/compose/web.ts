import type { AppDefinitionInput } from "@/lib/app-definition/schema";
import type { DraftService } from "../draft";
import { branchOf, isBranch, type Tree, textOf, textsOf } from "../read/tree";
import type { Job } from "./job";

type Endpoint = NonNullable<AppDefinitionInput["endpoints"]>[number];

/** Container ports that are no web pages, whatever else they are. */
const RAW = new Set([
  ...[20, 21, 22, 23, 25, 53, 88, 110, 119, 123, 135, 139, 143, 161, 179, 389, 443, 445, 465, 514, 554, 587],
  ...[636, 853, 873, 993, 995, 1080, 1194, 1433, 1521, 1883, 2022, 2049, 2222, 2375, 2379, 2380, 3306, 3389],
  ...[4222, 5060, 5222, 5269, 5432, 5433, 5671, 5672, 5900, 6379, 6380, 6432, 6667, 6697, 7687, 8443, 8883],
  ...[9042, 9092, 9300, 9443, 11211, 25565, 26257, 27015, 27017, 50051, 51820, 64738],
]);
/** Of these, what other machines should reach only when somebody asks for it. */
const DATABASE = new Set([
  1433, 1521, 2379, 3306, 5432, 5433, 6379, 6380, 6432, 7687, 9042, 9092, 11211, 27017,
]);

/**
 * What the app offers to expose: what its format says is a web page, else the published ports. Marks the services
 * that have a web page as exposed.
 */
export function endpointsOf(job: Job, services: readonly DraftService[]): Endpoint[] {
  const pages = webPorts(job, services);
  const seen = new Set<string>();
  const endpoints: Endpoint[] = [];
  const add = (endpoint: Endpoint) => {
    const name = `${endpoint.service}:${endpoint.port}`;
    if (seen.has(name) || endpoints.length >= 100) return;
    seen.add(name);
    endpoints.push(endpoint);
  };
  for (const { service, port } of pages) {
    const label = pages.length === 1 ? "Web" : `${service.name} ${port}`;
    add({ service: service.name, port, label, kind: "http", scope: "public" });
    if (service.rest.exposed) continue;
    service.rest.exposed = true;
    service.rest.exposedPort = port;
  }
  for (const service of services) for (const port of service.ports) addRaw(job, service, port, add, seen);
  if (endpoints.length === 0)
    job.report.guessed(
      "services",
      "No service names a port, so nothing is exposed. Add an endpoint where one is wanted.",
    );
  return endpoints;
}

function addRaw(
  job: Job,
  service: DraftService,
  port: DraftService["ports"][number],
  add: (endpoint: Endpoint) => void,
  seen: ReadonlySet<string>,
): void {
  const { containerPort, protocol } = port;
  const path = `${service.path}.ports`;
  if (protocol === "udp") {
    job.report.dropped(
      path,
      `Port ${containerPort}/udp stays inside the app's network: only TCP can be exposed.`,
    );
    return;
  }
  if (seen.has(`${service.name}:${containerPort}`)) return;
  const open = port.open && !DATABASE.has(containerPort);
  const label = `${service.name} ${containerPort}`;
  add({ service: service.name, port: containerPort, label, kind: "tcp", ...(open && { scope: "public" }) });
  const offered = open ? "published" : "internal";
  job.report.guessed(
    path,
    `Port ${containerPort} is taken for raw TCP, ${offered} unless one chooses otherwise.`,
  );
}

function webPorts(job: Job, services: readonly DraftService[]): { service: DraftService; port: number }[] {
  const told = job.source.web.flatMap(({ service, port }) => {
    const found = services.find((one) => one.name === job.names.get(service));
    return found && isPort(port) ? [{ service: found, port }] : [];
  });
  if (told.length > 0) return told;
  const published = services.flatMap((service) =>
    service.ports
      .filter((port) => port.protocol === "tcp" && !RAW.has(port.containerPort))
      .map((port) => ({ service, port: port.containerPort })),
  );
  if (published.length > 0) {
    for (const { service, port } of published)
      job.report.guessed(`${service.path}.ports`, `Port ${port} is taken for a web page.`);
    return published;
  }
  return services.some((service) => service.ports.length > 0) ? [] : hinted(job, services);
}

/** Without a published port, a proxy's labels or `expose` tell where the web page is. */
function hinted(job: Job, services: readonly DraftService[]): { service: DraftService; port: number }[] {
  const all = services.flatMap((service) => {
    const own = [...job.names].find(([, name]) => name === service.name)?.[0] ?? "";
    const written = branchOf(branchOf(job.source.root.get("services")).get(own));
    const label = labelPort(written.get("labels"));
    const exposed = textsOf(written.get("expose")).map((text) => Number(text.split("/")[0]));
    const port = label ?? exposed.find((one) => !RAW.has(one));
    return port !== undefined && isPort(port) ? [{ service, port, sure: label !== undefined }] : [];
  });
  const sure = all.filter((one) => one.sure);
  const chosen = sure.length > 0 ? sure : all.slice(0, 1);
  for (const { service, port } of chosen)
    job.report.guessed(service.path, `Port ${port} is taken for its web page, as its labels or expose say.`);
  return chosen;
}

function labelPort(labels: Tree | undefined): number | undefined {
  const entries = isBranch(labels)
    ? [...labels].map(([key, value]): [string, string] => [key, textOf(value) ?? ""])
    : textsOf(labels).map((line): [string, string] => {
        const equals = line.indexOf("=");
        return [line.slice(0, Math.max(equals, 0)), line.slice(equals + 1)];
      });
  const found = entries.find(
    ([key]) =>
      /^traefik\.http\.services\.[^.]+\.loadbalancer\.server\.port$/i.test(key) || key === "VIRTUAL_PORT",
  );
  return found === undefined ? undefined : Number(found[1]);
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}
