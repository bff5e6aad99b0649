import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * The address a request really comes from: the peer's, or, when that is a proxy that is trusted, the right-most
 * address of `X-Forwarded-For` that is not. Entries left of it are whatever the client wrote.
 * @param peer the kernel's address of the other end
 * @param trusted CIDR ranges of the proxies, such as `10.0.0.0/8`
 */
export function clientAddress(peer: string, forwarded: string | undefined, trusted: string[]): string {
  if (trusted.length === 0 || !forwarded) return peer;
  const ranges = trusted.map((range) => ipaddr.parseCIDR(range));
  let client = peer;
  for (const hop of forwarded.split(",").reverse()) {
    if (!isTrusted(client, ranges)) break;
    const address = parse(hop);
    // A proxy that passes on what is no address tells nothing: what it itself is, is all that is known.
    if (!address) break;
    client = address.toString();
  }
  return client;
}

/**
 * The name under which requests of an address are counted. One IPv6 subscriber has a whole /64, so that is one; what
 * has no readable address is one as well, so that hiding it helps nobody.
 */
export function addressBlock(address: string): string {
  const parsed = parse(address);
  if (!parsed) return "unknown";
  if (parsed.kind() === "ipv4") return parsed.toString();
  const [a = 0, b = 0, c = 0, d = 0] = (parsed as ipaddr.IPv6).parts;
  return `${[a, b, c, d].map((part) => part.toString(16)).join(":")}::/64`;
}

function isTrusted(address: string, ranges: [Address, number][]): boolean {
  const parsed = parse(address);
  return (
    parsed !== undefined &&
    ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range as never, bits))
  );
}

/** An address as proxies write it: with a port, in brackets, IPv4 inside IPv6. */
function parse(text: string): Address | undefined {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  // Short forms such as 127.1 or 0x7f000001 are no address on the wire.
  if (!ipaddr.IPv6.isValid(bare) && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return undefined;
  return ipaddr.process(bare);
}
