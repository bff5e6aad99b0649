import type { Service } from "@/lib/app-definition/schema";
import { EngineError, type EngineImage, type PullOptions } from "@/lib/engine/engine";
import { parseReference, writeReference } from "@/lib/engine/reference";
import { loginForImage } from "@/lib/registry";
import type { FrozenRun } from "../run/context";
import { Failure, toFailure } from "../run/failure";
import { inLanes } from "../run/lanes";
import type { Snapshot } from "../snapshot";

const AT_ONCE = 2;

/**
 * Has every image on the engine and notes in the snapshot which one exactly; from here on images go by their id.
 * @returns what to read beside the step
 */
export async function pull(run: FrozenRun): Promise<string> {
  const services = run.snapshot.definition.services.filter((service) => service.image !== undefined);
  const references = [...new Set(services.map((service) => service.image ?? ""))];
  for (const name of references)
    run.progress.item("pull", { name, state: "waiting", detail: "Waits for its turn" });

  const images = new Map<string, EngineImage>();
  await inLanes(references, { atOnce: AT_ONCE, signal: run.signal }, async (reference, signal) => {
    images.set(reference, await have(run, reference, servicesOf(services, reference), signal));
  });
  run.snapshot.images = { ...run.snapshot.images, ...frozenImages(services, images) };
  await run.lease.write({ snapshot: run.snapshot });
  if (references.length === 0) return "Nothing to pull";
  return references.length === 1 ? "1 image" : `${references.length} images`;
}

async function have(
  run: FrozenRun,
  reference: string,
  users: string[],
  signal: AbortSignal,
): Promise<EngineImage> {
  const tell = (state: "running" | "done" | "failed", detail: string, percent?: number) =>
    run.progress.item("pull", { name: reference, state, detail, ...(percent !== undefined && { percent }) });
  // What an earlier attempt of this very deployment has settled on stays, though the tag may have moved since.
  const settled = run.snapshot.images[users[0] ?? ""]?.id;
  const { digests, rollback, restore } = run.lease.row.change ?? {};
  const digest = users.map((name) => digests?.[name]).find(Boolean);
  const here = (settled && (await run.engine.findImage(settled))) || (await run.engine.findImage(reference));
  if (here && (!digest || here.id === settled || here.digest === digest)) {
    tell("done", "Here already");
    return here;
  }
  tell("running", "Asks the registry");
  run.log.say(`Pulling ${reference}`);
  const since = performance.now();
  try {
    // The way back is to the very image, whatever its tag names now.
    const image = await pullWatched(
      run,
      rollback || restore ? pinned(reference, digest) : reference,
      signal,
      tell,
    );
    if (digest && image.digest !== digest) throw another(reference, users[0]);
    tell("done", megabytes(image.sizeBytes));
    run.log.say(
      `Pulled ${reference} ${image.digest?.slice(0, 19) ?? ""} in ${seconds(performance.now() - since)}`,
      "ok",
    );
    return image;
  } catch (error) {
    signal.throwIfAborted();
    tell("failed", "Could not be pulled");
    if (error instanceof EngineError && error.kind === "unreachable") throw error;
    throw toFailure(error, { doing: `The image ${reference} could not be pulled`, service: users[0] });
  }
}

function pinned(reference: string, digest: string | undefined): string {
  const parsed = parseReference(reference);
  return parsed && digest ? writeReference({ ...parsed, digest }) : reference;
}

function another(reference: string, service: string | undefined): Failure {
  return new Failure(`The registry gave another image under ${reference} than the one that was announced.`, {
    advice: "Look for updates again, read what the update would change now, then apply it.",
    service,
  });
}

/** Pulls; a registry that sends nothing for minutes has failed, whatever its connection says. */
async function pullWatched(
  run: FrozenRun,
  reference: string,
  signal: AbortSignal,
  tell: (state: "running", detail: string, percent?: number) => void,
): Promise<EngineImage> {
  const stalled = new AbortController();
  const stall = () => stalled.abort();
  let timer = setTimeout(stall, run.limits.pullStallMs);
  let lastBytes = -1;
  const onProgress: PullOptions["onProgress"] = ({ doneBytes, totalBytes, layersDone, layers }) => {
    if (doneBytes !== lastBytes) {
      lastBytes = doneBytes;
      clearTimeout(timer);
      timer = setTimeout(stall, run.limits.pullStallMs);
    }
    const percent = totalBytes ? Math.min(99, Math.floor((doneBytes / totalBytes) * 100)) : undefined;
    const detail =
      percent === undefined
        ? `${layersDone} of ${layers} layers`
        : `${percent}% of ${megabytes(totalBytes ?? 0)}`;
    tell("running", detail, percent);
  };
  try {
    const login = await loginForImage(run.lease.row.organizationId, reference);
    return await run.engine.pullImage(reference, {
      ...(login && { login }),
      signal: AbortSignal.any([signal, stalled.signal]),
      onProgress,
    });
  } catch (error) {
    if (!stalled.signal.aborted || signal.aborted) throw error;
    const minutes = Math.round(run.limits.pullStallMs / 60_000);
    throw new Failure(`The registry sent nothing of ${reference} for ${minutes} minutes.`, {
      advice: "Check this server's network, then retry: what was pulled so far is kept.",
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

function frozenImages(services: Service[], images: Map<string, EngineImage>): Snapshot["images"] {
  return Object.fromEntries(
    services.flatMap((service) => {
      const image = images.get(service.image ?? "");
      if (!image) return [];
      return [[service.name, { reference: service.image ?? "", digest: image.digest ?? null, id: image.id }]];
    }),
  );
}

function servicesOf(services: Service[], reference: string): string[] {
  return services.filter((service) => service.image === reference).map(({ name }) => name);
}

const megabytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1024 / 1024))} MB`;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
