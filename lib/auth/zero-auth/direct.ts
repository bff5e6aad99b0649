import type { IncomingHttpHeaders } from "node:http";

const LOOPBACK = new Set(["127.0.0.1", "::1"]);
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;
// What a proxy adds. It runs on this machine too, but the one who asks may be anywhere.
const OF_PROXIES = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/**
 * Whether a request comes straight from a program on this machine. A name that merely leads here is not enough: the
 * page of a stranger can be given one (DNS rebinding).
 * @param peer the kernel's peer address, an IPv4-mapped one as IPv4
 * @param headers as they arrived, before the web framework adds its own
 */
export function isDirect(peer: string, headers: IncomingHttpHeaders): boolean {
  if (!LOOPBACK.has(peer) || !LOOPBACK_HOST.test(headers.host ?? "")) return false;
  return !Object.keys(headers).some((name) => OF_PROXIES.test(name));
}
