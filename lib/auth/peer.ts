import { randomUUID } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

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

/** Begins noting peer addresses, IPv4-mapped ones as IPv4; called once, before the first request. */
export function notePeerAddresses(): void {
  const header = peerAddressHeader();
  channel("http.server.request.start").subscribe((message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers[header] = request.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
  });
}
