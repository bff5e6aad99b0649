import { randomUUID } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { clientAddress } from "@/lib/rate-limits/client-address";
import { settings } from "@/lib/settings";
import { isDirect } from "./zero-auth/direct";

/**
 * The kernel's peer address of each request. Next hides the socket, and `x-forwarded-for` is whatever a client
 * claims; a subscriber to Node's own channel writes the address into a header before anything else reads it.
 */

const shared = globalThis as typeof globalThis & { roadsteadPeerHeader?: string };

/** The header that carries the peer address in this process. Without `notePeerAddresses` no request has it. */
export function peerAddressHeader(): string {
  // A fresh name per boot: a client cannot send a header it cannot guess.
  shared.roadsteadPeerHeader ??= `x-peer-${randomUUID()}`;
  return shared.roadsteadPeerHeader;
}

/** The header that carries the client's address: the peer's, or what a trusted proxy says of where it got the request. */
export function clientAddressHeader(): string {
  return `${peerAddressHeader()}-client`;
}

/** The header that says "yes" when the request comes straight from a program on this machine. */
export function directHeader(): string {
  return `${peerAddressHeader()}-direct`;
}

/** How often a header was sent. @param rawHeaders names and values in turn, as they arrived */
function countOf(name: string, rawHeaders: readonly string[]): number {
  return rawHeaders.filter((sent, at) => at % 2 === 0 && sent.toLowerCase() === name).length;
}

/** Begins noting addresses, IPv4-mapped ones as IPv4; called once, before the first request. */
export function notePeerAddresses(): void {
  const [peerHeader, clientHeader, direct] = [peerAddressHeader(), clientAddressHeader(), directHeader()];
  const { trustedProxies } = settings();
  channel("http.server.request.start").subscribe((message) => {
    const { headers, rawHeaders, socket } = (message as { request: IncomingMessage }).request;
    // Node keeps the first of two and a proxy may look at the other: two proofs are none.
    if (countOf("authorization", rawHeaders) > 1) headers.authorization = "";
    const peer = socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
    // First, while the headers are still those that arrived.
    const isFromHere = isDirect(peer, headers);
    const forwarded = headers["x-forwarded-for"];
    headers[direct] = isFromHere ? "yes" : "no";
    headers[peerHeader] = peer;
    headers[clientHeader] = clientAddress(peer, [forwarded].flat().join(",") || undefined, trustedProxies);
  });
}
