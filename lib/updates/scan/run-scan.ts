import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { Fact } from "@/lib/notifications";
import { ask } from "@/lib/outgoing";
import { projects } from "@/lib/projects/table";
import { AT_ONCE, type RegistryAccess, readLogins } from "@/lib/registry";
import { engineRegistries } from "@/lib/servers";
import { settings } from "@/lib/settings";
import { compareProject } from "../compare/compare";
import { imageKey, type UpstreamImage } from "../compare/image-key";
import { forgetOldFacts, imagesOf, readFacts, readRows, writeFact } from "../facts";
import { runningProjects } from "../running-projects";
import type { ScanResult } from "../schema";
import { upstreamFinder } from "../upstream-definitions";
import { announceUpdates, factOfUpdate } from "./announce-updates";
import { askUpstream } from "./ask-upstream";
import { claimScan, endScan, readScan, tellProgress } from "./lease";

export type ScanOptions = {
  signal?: AbortSignal;
  /** What was read since then is not asked again. */
  knownSince?: Date;
  /** In place of the engine's registries and the operator's settings. */
  access?: Pick<RegistryAccess, "ask" | "registries">;
};

// More than are asked at a time: what one has read is written down while another asks.
const LANES = AT_ONCE * 2;
const TELL_MS = 1_000;
const LOOK_MS = 500;
const HOUR_MS = 3_600_000;
// Everybody's next comparison at the same minute would be an attack on the registries.
const JITTER = 0.2;

// Next loads this module several times; who asks for a comparison that is under way gets that one.
const shared = globalThis as typeof globalThis & { roadsteadScans?: Map<string, Promise<ScanResult>> };

/**
 * Compares every project of an organization with what is upstream. One at a time: whoever comes later, in this
 * process or another, waits for the one under way and gets its result.
 */
export async function runScan(organizationId: string, options: ScanOptions = {}): Promise<ScanResult> {
  shared.roadsteadScans ??= new Map();
  const scans = shared.roadsteadScans;
  const under = scans.get(organizationId);
  if (under) return await under;
  const scan = claimAndRun(organizationId, options).finally(() => scans.delete(organizationId));
  scans.set(organizationId, scan);
  return await scan;
}

async function claimAndRun(organizationId: string, options: ScanOptions): Promise<ScanResult> {
  const worker = randomUUID();
  for (;;) {
    if (await claimScan(organizationId, worker)) return await carryOut(organizationId, worker, options);
    await pause(LOOK_MS, undefined, { signal: options.signal });
    const other = await readScan(organizationId);
    if (other?.finishedAt && other.finishedAt >= other.startedAt)
      return { scanned: other.scanned, supported: other.supported };
  }
}

async function carryOut(organizationId: string, worker: string, options: ScanOptions): Promise<ScanResult> {
  const lost = new AbortController();
  const signal = options.signal ? AbortSignal.any([lost.signal, options.signal]) : lost.signal;
  const progress = { done: 0, total: 0 };
  const telling = setInterval(() => {
    tellProgress(organizationId, worker, progress).then(
      (isOurs) => isOurs || lost.abort(),
      (error: unknown) => console.error("how far a comparison is cannot be stored right now:", error),
    );
  }, TELL_MS);
  let result: ScanResult | undefined;
  try {
    const images = await distinctImages(organizationId);
    progress.total = images.length;
    await tellProgress(organizationId, worker, progress);
    await askAll(organizationId, images, { ...options, signal }, () => progress.done++);
    result = await countAndTell(organizationId);
    await forgetOldFacts();
    return result;
  } finally {
    clearInterval(telling);
    await endScan(organizationId, worker, result && { ...result, done: progress.done, nextAt: nextAt() });
  }
}

/** When the next one comes by itself. */
function nextAt(): Date | null {
  const hours = settings().updateScanHours;
  return hours === 0 ? null : new Date(Date.now() + hours * HOUR_MS * (1 + JITTER * (Math.random() - 0.5)));
}

async function distinctImages(organizationId: string): Promise<UpstreamImage[]> {
  const upstream = upstreamFinder();
  const images = new Map<string, UpstreamImage>();
  for await (const batch of runningProjects(eq(projects.organizationId, organizationId))) {
    for (const one of batch) {
      if (!one.running) continue;
      const app = await upstream(one.project.appId, organizationId);
      for (const image of imagesOf(one, app)) images.set(imageKey(image), image);
    }
  }
  return [...images.values()];
}

/** Each image once; registries beside each other, each with as many requests at a time as its gate lets pass. */
async function askAll(
  organizationId: string,
  images: readonly UpstreamImage[],
  { knownSince, signal, access: given }: ScanOptions & { signal: AbortSignal },
  onDone: () => void,
): Promise<void> {
  const [known, logins] = [await readRows(organizationId, images), await readLogins(organizationId)];
  const access: RegistryAccess = {
    ...(given ?? { ask, registries: await engineRegistries() }),
    loginFor: (registry) => logins.get(registry),
    signal,
  };
  async function askOne(image: UpstreamImage) {
    const before = known.get(imageKey(image));
    if (!knownSince || !before || before.reason !== null || before.checkedAt < knownSince) {
      const facts = await askUpstream(access, image, logins.get(image.registry), before);
      for (const fact of facts) await writeFact(fact);
    }
    onDone();
  }
  const registries = Map.groupBy(images, ({ registry }) => registry);
  const lanes = [...registries.values()].flatMap((of) => {
    const rest = of.values();
    return Array.from({ length: Math.min(LANES, of.length) }, async () => {
      for (const image of rest) await askOne(image);
    });
  });
  await Promise.all(lanes);
}

/** How many there are, and tells of the updates among them. */
async function countAndTell(organizationId: string): Promise<ScanResult> {
  const result = { scanned: 0, supported: 0 };
  const upstream = upstreamFinder();
  for await (const batch of runningProjects(eq(projects.organizationId, organizationId))) {
    const apps = await Promise.all(batch.map(({ project }) => upstream(project.appId, organizationId)));
    const facts = await readFacts(
      organizationId,
      batch.flatMap((one, at) => imagesOf(one, apps[at])),
    );
    const found: Fact[] = [];
    for (const [at, { running, project }] of batch.entries()) {
      result.scanned++;
      if (!running) continue;
      const compared = compareProject(running, apps[at], facts);
      if (compared.supported) result.supported++;
      const fact = factOfUpdate(project, compared);
      if (fact) found.push(fact);
    }
    await announceUpdates(found);
  }
  return result;
}
