import ipaddr from "ipaddr.js";

/** Which addresses may be asked at all. Pure: names are looked up elsewhere. */

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const EVERYWHERE = ipaddr.parseCIDR("2000::/3");
// Answers of clouds to their own machines, at addresses that look like anybody's.
const CLOUD_INNER = new Set(["168.63.129.16"]);
/** What tells a machine its own keys: a name never leads there, whoever allowed the name. */
const METADATA = new Set(["169.254.169.254", "168.63.129.16", "100.100.100.200", "fd00:ec2::254"]);

/** What the operator allows besides public addresses: names, addresses and ranges, as the setting lists them. */
export type Allowed = readonly string[];

/**
 * Why an address may not be asked, in words that follow “it is …”; undefined when it may.
 * @param address as a resolver gives it, IPv4 or IPv6
 * @param name the host that led to it, as a URL writes it
 */
export function whyRefused(address: string, name: string, allowed: Allowed): string | undefined {
  if (!ipaddr.isValid(address)) return "no address";
  const judged = unwrapped(ipaddr.parse(address));
  const kind = kindOf(judged);
  if (kind === undefined || isInAllowedRange(judged, allowed)) return undefined;
  const isNamed = allowed.some((entry) => entry.toLowerCase() === name.toLowerCase());
  return isNamed && !METADATA.has(judged.toString()) ? undefined : kind;
}

/** The IPv4 address that an IPv6 one stands for (RFC 4291 section 2.5.5, RFC 6052 section 2.1), else itself. */
function unwrapped(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address;
  const range = address.range();
  if (range !== "ipv4Mapped" && range !== "rfc6052" && range !== "rfc6145") return address;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

const WORDS: Record<string, string> = {
  loopback: "this machine itself",
  unspecified: "this machine itself",
  linkLocal: "a link-local address",
  private: "a private address",
  uniqueLocal: "a private address",
  carrierGradeNat: "an address inside a provider's network",
  multicast: "a multicast address",
  broadcast: "a broadcast address",
};

function kindOf(address: Address): string | undefined {
  const range = address.range();
  if (address instanceof ipaddr.IPv6) {
    if (range === "unicast" && address.match(EVERYWHERE as [ipaddr.IPv6, number])) return undefined;
    return WORDS[range] ?? "a reserved address";
  }
  if (range !== "unicast") return WORDS[range] ?? "a reserved address";
  return CLOUD_INNER.has(address.toString()) ? "an address inside a cloud" : undefined;
}

function isInAllowedRange(address: Address, allowed: Allowed): boolean {
  return allowed.some((entry) => {
    const isAddress = ipaddr.isValid(entry);
    if (!isAddress && !ipaddr.isValidCIDR(entry)) return false;
    const [network, bits] = isAddress
      ? ([ipaddr.parse(entry), entry.includes(":") ? 128 : 32] as const)
      : ipaddr.parseCIDR(entry);
    if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits);
    return network instanceof ipaddr.IPv6 && address.match(network, bits);
  });
}
