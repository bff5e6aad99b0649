import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { settings } from "@/lib/settings";
import { agents, checkedUrl } from "./ask";
import { OutgoingError } from "./error";
import { toOutgoing } from "./exchange";
import { guardedLookup, refusedLiteral } from "./guarded-lookup";

export type Transfer = {
  method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  headers: Readonly<Record<string, string>>;
  body?: Buffer;
  signal: AbortSignal;
  /** An admin of the instance has set this address up: where it leads is not judged. */
  trusted?: boolean;
  /** How long nothing may move, in milliseconds. */
  idleMs?: number;
};
/** An answer whose body is still to be read, or destroyed. */
export type Incoming = { status: number; headers: IncomingHttpHeaders; body: IncomingMessage };

const IDLE_MS = 60_000;
const [judged, unjudged] = [agents(), agents()];

/**
 * One request for much data, to an address that a person has chosen: the same rules as for `ask`, but the answer
 * streams and a redirect is refused. What was signed for one address is never sent to another.
 * @throws OutgoingError, or the reason of the signal
 */
export function transfer(address: string, asked: Transfer): Promise<Incoming> {
  const { method, headers, body, signal, trusted = false, idleMs = IDLE_MS } = asked;
  const allowed = settings().allowedPrivateHosts;
  return new Promise((resolve, reject) => {
    const url = checkedUrl(address);
    const refusal = trusted ? undefined : refusedLiteral(url, allowed);
    if (refusal) return reject(refusal);
    const isSecure = url.protocol === "https:";
    const agent = (trusted ? unjudged : judged)[isSecure ? "https" : "http"];
    const lookup = trusted ? {} : { lookup: guardedLookup(allowed) };
    const fail = (error: unknown) => reject(signal.aborted ? signal.reason : toOutgoing(url, error));
    const sent = (isSecure ? overHttps : overHttp)(
      url,
      { method, headers, agent, signal, ...lookup },
      (answer) => {
        const status = answer.statusCode ?? 0;
        if (status >= 300 && status < 400 && answer.headers.location !== undefined) {
          answer.destroy();
          const sentence = `${url.host} redirects elsewhere, which is not followed. Give the address that it redirects to.`;
          return reject(new OutgoingError("redirects", sentence));
        }
        resolve({ status, headers: answer.headers, body: answer });
      },
    );
    sent.setTimeout(idleMs, () => {
      const seconds = Math.round(idleMs / 1000);
      sent.destroy(new OutgoingError("timeout", `${url.host} did not move for ${seconds} s.`));
    });
    sent.on("error", fail);
    sent.end(body);
  });
}
