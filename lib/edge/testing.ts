import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { freePort } from "@/lib/deployments/run/testing";
import { settings } from "@/lib/settings";
import { stopEdge } from "./admin";
import { surroundings } from "./place";

/** A real edge of this file's own, with an authority of its own; it ends with the file. Call it at top level. */
export function givenEdge(): void {
  beforeAll(async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "roadstead-edge-"));
    const [httpPort, httpsPort] = [await freePort(), await freePort()];
    const { edge } = settings();
    const own = {
      mode: "managed" as const,
      httpPort,
      httpsPort,
      acmeCa: "internal",
      addresses: ["203.0.113.7"],
    };
    globalThis.roadsteadSettings = {
      ...settings(),
      dataDir,
      edge: { ...edge, ...own, nameServers: ["127.0.0.1:9"] },
    };
  });
  afterAll(async () => {
    await stopEdge();
    await rm(settings().dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
}

declare global {
  var roadsteadSettings: ReturnType<typeof settings> | undefined;
}

export type Got = { status: number; text: string; headers: Record<string, unknown> };
type Asking = {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  agent?: Agent;
  servername?: string;
};

/** Asks the edge for a site over HTTPS, as a browser that trusts its authority does. @throws as the connection does */
export async function get(
  hostname: string,
  { path: wanted = "/", method = "GET", headers = {}, agent, servername = hostname }: Asking = {},
): Promise<Got> {
  const ca = await rootCertificate();
  return await new Promise((resolve, reject) => {
    const call = request(
      {
        ...{ host: "127.0.0.1", port: settings().edge.httpsPort, path: wanted, method, servername, ca },
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

let root: { folder: string; text: string } | undefined;
async function rootCertificate(): Promise<string> {
  const folder = surroundings().storage;
  if (root?.folder !== folder) {
    root = { folder, text: await readFile(path.join(folder, "pki/authorities/local/root.crt"), "utf8") };
  }
  return root.text;
}

/** Waits until it holds, looked at often. @throws after `withinMs` */
export async function until<T>(look: () => Promise<T | undefined | false>, withinMs = 20_000): Promise<T> {
  const giveUpAt = Date.now() + withinMs;
  for (;;) {
    const found = await look().catch((error: unknown) => {
      if (Date.now() > giveUpAt) throw error;
      return undefined;
    });
    if (found) return found;
    if (Date.now() > giveUpAt) throw new Error("It did not come to be.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Asks a site so often a second, half of the times on connections that are kept and half on new ones, until told to
 * stop. @returns what was answered, by text, and everything that went wrong
 */
export function underLoad(hostname: string, perSecond: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const answers = new Map<string, number>();
  const failures: string[] = [];
  const open = new Set<Promise<void>>();
  let count = 0;
  const one = async (kept: boolean) => {
    try {
      const { status, text } = await get(hostname, kept ? { agent } : {});
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
