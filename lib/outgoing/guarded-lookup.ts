import { type LookupAddress, type LookupOptions, lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { type Allowed, whyRefused } from "./address-rules";
import { OutgoingError } from "./error";

/** Names to addresses, as `dns.lookup` with `all: true`. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

/**
 * Looks a name up and lets it pass only when each of its addresses may be asked. The connection goes to exactly the
 * addresses that were judged, so a name that changes its answer in between gains nothing.
 */
export function guardedLookup(allowed: Allowed, resolve: Resolve = resolveBySystem): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (addresses) => {
        const fitting = addresses.filter(({ family }) => fits(options.family, family));
        const refusal = refusalOf(host, addresses, allowed);
        const [first] = fitting;
        if (refusal) return callback(refusal, "", 0);
        if (!first) return callback(Object.assign(new Error("no address"), { code: "ENOTFOUND" }), "", 0);
        if (options.all) return callback(null, fitting);
        callback(null, first.address, first.family);
      },
      (error) => callback(error, "", 0),
    );
  };
}

/** Why the host of a URL may not be asked when it is written as an address: connecting to one looks nothing up. */
export function refusedLiteral(url: URL, allowed: Allowed): OutgoingError | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return isLiteral(host, url) ? refusalOf(host, [{ address: host, family: 0 }], allowed) : undefined;
}

/** Whether a host is an address: IPv6 has brackets around it. */
function isLiteral(host: string, url: URL): boolean {
  return host !== url.hostname || /^\d+(\.\d+){3}$/.test(host);
}

/** Looks the host of a URL up. @throws OutgoingError when it may not be asked, the resolver's error for a name it lacks */
export async function refusedHost(
  url: URL,
  allowed: Allowed,
  resolve: Resolve = resolveBySystem,
): Promise<void> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const literal = refusedLiteral(url, allowed);
  const refusal =
    literal ?? (isLiteral(host, url) ? undefined : refusalOf(host, await resolve(host), allowed));
  if (refusal) throw refusal;
}

function refusalOf(host: string, addresses: readonly LookupAddress[], allowed: Allowed) {
  for (const { address } of addresses) {
    const why = whyRefused(address, host, allowed);
    if (why === undefined) continue;
    const led = address === host ? `${host} is ${why}` : `${host} leads to ${address}, which is ${why}`;
    return new OutgoingError(
      "refused",
      `${led}. Such addresses are not asked, unless ROADSTEAD_ALLOWED_PRIVATE_HOSTS names them.`,
    );
  }
  return undefined;
}

function fits(wanted: LookupOptions["family"], family: number): boolean {
  const number = wanted === "IPv4" ? 4 : wanted === "IPv6" ? 6 : (wanted ?? 0);
  return number === 0 || number === family;
}

function resolveBySystem(host: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) =>
    systemLookup(host, { all: true, verbatim: true }, (error, found) =>
      error ? reject(error) : resolve(found),
    ),
  );
}
