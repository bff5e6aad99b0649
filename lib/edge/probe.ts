import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import type { TLSSocket } from "node:tls";
import { settings } from "@/lib/settings";

const TIMEOUT_MS = 8_000;

/** What a browser on this machine would meet under a hostname. */
export type Met = {
  /** null: the edge has no certificate for it. */
  certificate: { issuer: string; expiresAt: Date } | null;
  /** What was answered to `GET /`; null: nothing. */
  status: number | null;
};

/** Asks the edge for a site as a browser would, on this machine. Never throws. */
export function meet(hostname: string): Promise<Met> {
  return new Promise((resolve) => {
    let certificate: Met["certificate"] = null;
    const end = (status: number | null) => resolve({ certificate, status });
    const call = request(
      {
        ...{ host: "127.0.0.1", port: settings().edge.httpsPort, servername: hostname },
        ...{ path: "/", agent: false, timeout: TIMEOUT_MS },
        // What is looked at is the certificate itself, which an authority of one's own may have made.
        rejectUnauthorized: false,
        headers: { host: hostname, "user-agent": "Roadstead" },
      },
      (response: IncomingMessage) => {
        response.destroy();
        end(response.statusCode ?? null);
      },
    );
    call.on("socket", (socket) =>
      socket.once("secureConnect", () => {
        certificate = certificateOf(socket as TLSSocket);
      }),
    );
    call.on("timeout", () => call.destroy());
    call.on("error", () => end(null));
    call.end();
  });
}

function certificateOf(socket: TLSSocket): Met["certificate"] {
  const { issuer, valid_to } = socket.getPeerCertificate();
  if (!valid_to) return null;
  const name = issuer?.O ?? issuer?.CN ?? "an unnamed authority";
  return { issuer: Array.isArray(name) ? name.join(", ") : name, expiresAt: new Date(valid_to) };
}
