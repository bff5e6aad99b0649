import type { Issue } from "@/lib/access/refusal";
import { endpointsOf, type ResolvedEndpoint } from "@/lib/app-definition/endpoints";
import type { AppDefinition } from "@/lib/app-definition/schema";
import type { ExposureChoice } from "@/lib/apps/schema";
import { asciiHostname } from "@/lib/domains/schema";
import type { Exposure } from "../schema";
import type { PortView } from "./held-ports";
import { type PortGiver, portGiver } from "./host-ports";

/** What is chosen for one endpoint; `conflict` is a sentence when its port cannot be had. */
export type ChosenExposure = Exposure & { conflict?: string };

type Chosen = { choice?: ExposureChoice; at: number; saved?: Exposure; endpoint: ResolvedEndpoint };

/**
 * How each endpoint of an app is reached: what was chosen, else what is saved, else the default. Where nothing serves
 * domains, a public HTTP endpoint gets a host port, also beside a chosen domain.
 * @returns issues with paths such as `endpoints.0.hostPort`; `incomplete` holds those that a draft may have
 */
export async function chooseExposures(
  definition: AppDefinition,
  choices: readonly ExposureChoice[],
  saved: readonly Exposure[],
  ports: PortView,
): Promise<{ exposures: ChosenExposure[]; issues: Issue[]; conflicts: Issue[]; incomplete: Issue[] }> {
  const giver = portGiver(ports);
  const endpoints = endpointsOf(definition);
  const issues = unknownChoices(endpoints, choices);
  const chosen = endpoints.map((endpoint): Chosen => {
    const at = choices.findIndex((choice) => isOf(choice, endpoint));
    return { endpoint, at, choice: choices[at], saved: saved.find((exposure) => isOf(exposure, endpoint)) };
  });
  const exposures: ChosenExposure[] = [];
  // Typed ports first, so that no offered one takes them away.
  const order = [...chosen].sort(
    (a, b) => Number(Boolean(b.choice?.hostPort)) - Number(Boolean(a.choice?.hostPort)),
  );
  for (const one of order) exposures[chosen.indexOf(one)] = await expose(one, giver, ports.edge);
  const at = (one: Chosen) => `endpoints.${one.at < 0 ? chosen.indexOf(one) : one.at}`;
  const wrong = await Promise.all(
    chosen.map((one, index) => wrongChoice(one, at(one), exposures.slice(0, index), ports)),
  );
  return {
    exposures,
    issues: [...issues, ...wrong.flat()],
    conflicts: chosen.flatMap((one, index) => {
      const message = exposures[index]?.conflict;
      return message ? [{ path: `${at(one)}.hostPort`, message }] : [];
    }),
    incomplete: chosen.flatMap((one, index) => unchosen(one.endpoint, exposures[index], at(one))),
  };
}

/** What stands in the way of deploying saved exposures: required endpoints that nobody outside could reach. */
export function unexposed(definition: AppDefinition, saved: readonly Exposure[]): Issue[] {
  return endpointsOf(definition).flatMap((endpoint, index) =>
    unchosen(
      endpoint,
      saved.find((exposure) => isOf(exposure, endpoint)),
      `endpoints.${index}`,
    ),
  );
}

async function expose(
  { endpoint, choice, saved }: Chosen,
  giver: PortGiver,
  edge: boolean,
): Promise<ChosenExposure> {
  const { service, port, kind, label } = endpoint;
  const mode = choice ? modeFor(kind, choice.mode) : (saved?.mode ?? defaultMode(endpoint));
  const domain =
    mode === "domain" ? (choice ? asciiHostname(choice.domain ?? "") : saved?.domain) : undefined;
  const exposure: Exposure = { service, port, kind, label, mode, ...(domain && { domain }) };
  if (mode === "internal") return exposure;
  if (mode === "domain" && edge) return await atBerths(exposure, saved, giver);
  if (choice?.hostPort !== undefined) {
    const conflict = await giver.take(choice.hostPort);
    return { ...exposure, hostPort: choice.hostPort, ...(conflict && { conflict }) };
  }
  // A port once given stays, so that addresses people know keep working.
  if (saved?.hostPort !== undefined && (await giver.take(saved.hostPort)) === undefined) {
    return { ...exposure, hostPort: saved.hostPort };
  }
  const hostPort = await giver.offer(port);
  if (hostPort === undefined) return { ...exposure, conflict: "No port of this machine is free." };
  return { ...exposure, hostPort };
}

/** A domain needs no port that is open to the network, but two on the loopback. */
async function atBerths(
  exposure: Exposure,
  saved: Exposure | undefined,
  giver: PortGiver,
): Promise<ChosenExposure> {
  const berths: number[] = [];
  for (const kept of saved?.berths ?? []) if ((await giver.take(kept)) === undefined) berths.push(kept);
  while (berths.length < 2) {
    const port = await giver.offer(0);
    if (port === undefined) return { ...exposure, conflict: "No port of this machine is free." };
    berths.push(port);
  }
  const [first = 0, second = 0] = berths;
  return { ...exposure, berths: [first, second] };
}

function defaultMode({ defaultMode: usual, allowedModes }: ResolvedEndpoint): Exposure["mode"] {
  return usual === "domain" && allowedModes.includes("port") ? "port" : usual;
}

/** HTTP on a host port is called `port`, raw TCP `publish`; whoever mixes them up is understood. */
function modeFor(kind: Exposure["kind"], mode: Exposure["mode"]): Exposure["mode"] {
  if (kind === "http" && mode === "publish") return "port";
  return kind === "tcp" && mode === "port" ? "publish" : mode;
}

async function wrongChoice(
  { choice, endpoint }: Chosen,
  path: string,
  before: readonly Exposure[],
  { whyTaken }: PortView,
): Promise<Issue[]> {
  if (!choice) return [];
  const mode = modeFor(endpoint.kind, choice.mode);
  if (!endpoint.allowedModes.includes(mode)) {
    const modes = endpoint.allowedModes.join(", ");
    return [{ path: `${path}.mode`, message: `${endpoint.label} can be reached by: ${modes}.` }];
  }
  if (mode !== "domain") return [];
  const domain = asciiHostname(choice.domain ?? "");
  if (!domain) return [{ path: `${path}.domain`, message: "Write a domain name such as blog.example.org." }];
  const isTwice = before.some((one) => one.mode === "domain" && one.domain === domain);
  const message = isTwice ? `${domain} is chosen twice here.` : await whyTaken(domain);
  return message ? [{ path: `${path}.domain`, message }] : [];
}

function unchosen(endpoint: ResolvedEndpoint, exposure: Exposure | undefined, path: string): Issue[] {
  const hidden = !exposure || exposure.mode === "internal";
  const choosable = endpoint.allowedModes.some((mode) => mode !== "internal");
  if (!endpoint.required || !hidden || !choosable) return [];
  return [{ path: `${path}.mode`, message: `Choose how ${endpoint.label} is reached.` }];
}

function unknownChoices(endpoints: readonly ResolvedEndpoint[], choices: readonly ExposureChoice[]): Issue[] {
  return choices.flatMap((choice, at) => {
    const path = `endpoints.${at}`;
    if (!endpoints.some((endpoint) => isOf(choice, endpoint))) {
      return [{ path, message: `This app has no endpoint ${choice.service}:${choice.port}.` }];
    }
    const again = choices.findIndex((other) => isOf(other, choice)) !== at;
    return again ? [{ path, message: `${choice.service}:${choice.port} is chosen twice.` }] : [];
  });
}

function isOf(one: { service: string; port: number }, other: { service: string; port: number }): boolean {
  return one.service === other.service && one.port === other.port;
}
