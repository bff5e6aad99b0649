import { urlOf } from "@/lib/domains/words";
import { edgeIsOn, whyOff } from "@/lib/edge/place";
import { settings } from "@/lib/settings";
import type { Address, Exposure } from "./schema";

/** The one place that knows under which address an endpoint is reached. */

/** The host that people reach this machine under: the public URL's, else loopback. */
export function publicHost(): string {
  const { publicUrl } = settings();
  return publicUrl ? new URL(publicUrl).hostname : "127.0.0.1";
}

/** Whether an endpoint is reached from outside its project's network. */
export function isPublic({ mode, hostPort, berths }: Exposure): boolean {
  return mode !== "internal" && (hostPort ?? berths) !== undefined;
}

/** The port of this machine that an endpoint of a deployment is published on; undefined when it is not. */
export function publishedPort(exposure: Exposure, berth: 0 | 1 = 0): number | undefined {
  return isPublic(exposure) ? (exposure.hostPort ?? exposure.berths?.[berth]) : undefined;
}

/** `https://domain`, or `http://host:port`, for HTTP, `host:port` for raw TCP; the service's own name and port when it is internal. */
export function addressOf(exposure: Exposure): string {
  if (exposure.mode === "domain" && exposure.domain && exposure.berths) return urlOf(exposure.domain);
  return isPublic(exposure)
    ? written(exposure.kind, publicHost(), exposure.hostPort ?? exposure.port)
    : internalAddressOf(exposure);
}

/** How other containers of the project's network reach it, whatever its exposure. */
export function internalAddressOf(exposure: Exposure): string {
  return addressAt(exposure.service, exposure);
}

/** The same under another host name of its container. */
export function addressAt(host: string, { kind, port }: Pick<Exposure, "kind" | "port">): string {
  return written(kind, host, port);
}

function written(kind: Exposure["kind"], host: string, port: number): string {
  if (kind === "tcp") return `${host}:${port}`;
  return port === 80 ? `http://${host}` : `http://${host}:${port}`;
}

/** What is missing before a chosen domain works; undefined when nothing is. */
export function waitingFor({ mode, domain, berths }: Exposure): string | undefined {
  if (mode !== "domain" || berths) return undefined;
  const name = domain ? `“${domain}”` : "a domain";
  return edgeIsOn()
    ? `The port is used beside ${name}. Save how it is reached once more to close the port.`
    : `Kept for later: this instance does not serve ${name}, so the port is used. ${whyOff()}`;
}

/** An endpoint as the API shows it. */
export function toAddress(exposure: Exposure): Address {
  return { ...exposure, address: addressOf(exposure), waiting: waitingFor(exposure) };
}

/** The first address that a browser can open from outside, if any. */
export function openUrl(exposures: readonly Exposure[]): string | null {
  const open = exposures.find((exposure) => exposure.kind === "http" && isPublic(exposure));
  return open ? addressOf(open) : null;
}

/** The endpoint that `publicUrl:<service>[:<port>]` speaks of: of this port, else its first HTTP one, else its first. */
export function serviceExposure(
  exposures: readonly Exposure[],
  service: string,
  port?: number,
): Exposure | undefined {
  const own = exposures.filter((exposure) => exposure.service === service);
  if (port !== undefined) return own.find((exposure) => exposure.port === port);
  return own.find((exposure) => exposure.kind === "http") ?? own[0];
}
