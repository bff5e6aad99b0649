import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { freePort } from "@/lib/deployments/run/testing";
import { settings } from "@/lib/settings";
import { stopEdge } from "./admin";
import { type Asking, askEdge, type Got, loadEdge } from "./asking/testing";
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

/** Asks this file's edge for a site, as a browser that trusts its authority does. @throws as the connection does */
export async function get(hostname: string, asking?: Asking): Promise<Got> {
  return await askEdge(await ownEdge(), hostname, asking);
}

/** Asks a site of this file's edge again and again, until told to stop. */
export async function underLoad(hostname: string, perSecond: number) {
  return loadEdge(await ownEdge(), hostname, perSecond);
}

async function ownEdge() {
  return { port: settings().edge.httpsPort, ca: await rootCertificate() };
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
