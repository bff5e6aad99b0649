import { parsePorts } from "./ports";
import type { Endpoint, ExposureMode, Service } from "./schema";

/** An endpoint with every default filled in. `allowedModes` is never empty and holds `defaultMode`. */
export type ResolvedEndpoint = {
  service: string;
  port: number;
  label: string;
  kind: "http" | "tcp";
  required: boolean;
  scope: "public" | "internal" | "local";
  allowedModes: ExposureMode[];
  defaultMode: ExposureMode;
};

type WithEndpoints = {
  services?: readonly Pick<Service, "name" | "exposed" | "exposedPort" | "routes" | "ports">[];
  endpoints?: readonly Endpoint[];
};

/**
 * What an app offers to expose. Without `endpoints`: one public http endpoint per declared route of each exposed
 * service. Public http defaults to a domain, local and internal http to a port, raw tcp stays internal unless public.
 */
export function endpointsOf(definition: WithEndpoints): ResolvedEndpoint[] {
  return (definition.endpoints ?? derivedEndpoints(definition.services ?? [])).map((endpoint) => {
    const scope = endpoint.scope ?? (endpoint.kind === "http" ? "public" : "internal");
    return {
      service: endpoint.service,
      port: endpoint.port,
      label: endpoint.label,
      kind: endpoint.kind,
      required: endpoint.required ?? false,
      scope,
      ...modesOf(endpoint, scope),
    };
  });
}

/** The container ports of an exposed service that get a public route, each with its suffix. */
export function routesOf(
  service: Pick<Service, "exposed" | "exposedPort" | "routes" | "ports">,
): { port: number; slugSuffix?: string }[] {
  if (!service.exposed) return [];
  const main = service.exposedPort;
  const routes = main === undefined ? service.routes : service.routes.filter((route) => route.port !== main);
  const own =
    main === undefined ? [] : [service.routes.find((route) => route.port === main) ?? { port: main }];
  if (own.length + routes.length > 0) return [...own, ...routes];
  const first = service.ports
    .flatMap((text) => parsePorts(text) ?? [])
    .find((port) => port.protocol === "tcp");
  return first ? [{ port: first.containerPort }] : [];
}

function derivedEndpoints(services: NonNullable<WithEndpoints["services"]>): Endpoint[] {
  const routes = services.flatMap((service) =>
    routesOf(service).map((route) => ({ service: service.name, ...route })),
  );
  const label = (route: (typeof routes)[number]) =>
    routes.length === 1 ? "Web" : `${route.service} ${route.slugSuffix ?? route.port}`;
  return routes.map((route) => ({
    service: route.service,
    port: route.port,
    label: label(route),
    kind: "http",
  }));
}

function modesOf(endpoint: Endpoint, scope: ResolvedEndpoint["scope"]) {
  const { kind } = endpoint;
  const usual = usualModes(kind, scope);
  const named = endpoint.allowedModes?.map((mode) => modeFor(kind, mode));
  const known = named?.filter((mode) => kind === "http" || mode !== "domain") ?? [];
  const allowedModes = known.length > 0 ? [...new Set(known)] : usual.offered;
  const wished = endpoint.defaultMode && modeFor(kind, endpoint.defaultMode);
  const wishes = wished === undefined ? [usual.first] : [wished, usual.first];
  const defaultMode = wishes.find((mode) => allowedModes.includes(mode)) ?? allowedModes[0] ?? usual.first;
  return { allowedModes, defaultMode };
}

function usualModes(
  kind: Endpoint["kind"],
  scope: ResolvedEndpoint["scope"],
): { first: ExposureMode; offered: ExposureMode[] } {
  const open = scope === "public";
  if (kind === "tcp") return { first: open ? "publish" : "internal", offered: ["internal", "publish"] };
  return open
    ? { first: "domain", offered: ["domain", "port", "internal"] }
    : { first: "port", offered: ["port", "internal"] };
}

/** A host port is called `port` for http and `publish` for raw tcp; an author who mixes them up is understood. */
function modeFor(kind: Endpoint["kind"], mode: ExposureMode): ExposureMode {
  if (kind === "http" && mode === "publish") return "port";
  return kind === "tcp" && mode === "port" ? "publish" : mode;
}
