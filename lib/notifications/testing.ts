import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { eq, sql } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { wakeSenders } from "./deliveries/wake";
import { noticeDeliveries } from "./table";

export type Taken = { path: string; headers: IncomingHttpHeaders; body: string };
type Reply = (response: ServerResponse, taken: Taken) => void;

/** A real HTTP server on loopback that keeps what it is sent, and answers as it is told; 204 unless told. */
export async function startReceiver() {
  const taken: Taken[] = [];
  const replies: Reply[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one = {
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks).toString("utf8"),
    };
    taken.push(one);
    const reply = replies.shift();
    if (reply) reply(response, one);
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks/1`,
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    taken,
    /** How it answers next, one request each. */
    reply: (...next: Reply[]) => void replies.push(...next),
    answer: (status: number, headers: Record<string, string> = {}, body = "") =>
      void replies.push((response) => response.writeHead(status, headers).end(body)),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Whether a message is signed as Standard Webhooks says, worked out anew by a receiver that holds the secret. */
export function isSigned(secret: string, { headers, body }: Taken): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const wanted = `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
  const age = Math.abs(Date.now() / 1000 - Number(headers["webhook-timestamp"]));
  return String(headers["webhook-signature"]).split(" ").includes(wanted) && age < 60;
}

/** As if the time had come for all that waits, and every lease of a worker that is gone had run out. */
export async function comeDue(): Promise<void> {
  await db()
    .update(noticeDeliveries)
    .set({ nextAt: sql`now() - interval '1 s'`, leaseUntil: sql`now() - interval '1 s'` })
    .where(eq(noticeDeliveries.state, "waiting"));
  await wakeSenders(db());
}
