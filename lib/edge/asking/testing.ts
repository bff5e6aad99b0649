import { Agent, request } from "node:https";

/** Where an edge answers HTTPS, and whose certificates are believed; anybody's when `ca` is left out. */
export type Edge = { port: number; ca?: string };
export type Got = { status: number; text: string; headers: Record<string, unknown> };
export type Asking = {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  agent?: Agent;
  servername?: string;
};

/** Asks an edge for a site over HTTPS. @throws as the connection does */
export function askEdge(
  { port, ca }: Edge,
  hostname: string,
  { path = "/", method = "GET", headers = {}, agent, servername = hostname }: Asking = {},
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        ...{ host: "127.0.0.1", port, path, method, servername, ca, rejectUnauthorized: ca !== undefined },
        ...{ agent: agent ?? false, headers: { host: hostname, ...headers }, timeout: 20_000 },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            headers: response.headers,
          }),
        );
      },
    );
    call.on("timeout", () => call.destroy(new Error("no answer within 20 s")));
    call.on("error", reject);
    call.end();
  });
}

/**
 * Asks a site so often a second, half of the times on connections that are kept and half on new ones, until told to
 * stop. @returns what was answered, by text, and everything that went wrong
 */
export function loadEdge(edge: Edge, hostname: string, perSecond: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const answers = new Map<string, number>();
  const failures: string[] = [];
  const open = new Set<Promise<void>>();
  let count = 0;
  const one = async (kept: boolean) => {
    try {
      const { status, text } = await askEdge(edge, hostname, kept ? { agent } : {});
      if (status === 200) answers.set(text.trim(), (answers.get(text.trim()) ?? 0) + 1);
      else failures.push(`${kept ? "kept" : "new"} connection: ${status}`);
    } catch (error) {
      failures.push(`${kept ? "kept" : "new"} connection: ${error instanceof Error ? error.message : error}`);
    }
  };
  const began = performance.now();
  const timer = setInterval(() => {
    // What the timer owes: a busy machine must not slow down the load.
    const owed = Math.floor(((performance.now() - began) / 1000) * perSecond) - count;
    for (let at = 0; at < owed; at++) {
      const work = one(count++ % 2 === 0).finally(() => open.delete(work));
      open.add(work);
    }
  }, 1_000 / perSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(open);
    agent.destroy();
    return { answers, failures, count };
  };
}
