import { EngineError, type EngineImage } from "@/lib/engine/engine";
import { loginsForBuilds } from "@/lib/registry";
import { buildSpec, builtTag, isBuiltAlike } from "../run/build-spec";
import type { FrozenRun } from "../run/context";
import { Failure, toFailure } from "../run/failure";
import { inLanes } from "../run/lanes";
import { servingDeployment } from "../serving";
import { createBuildLog } from "./build-log";
import { openSnapshot } from "./freeze";

const AT_ONCE = 2;

type Tell = (state: "running" | "done" | "failed", detail: string) => void;

/**
 * Has an image for every service that is built here, and notes in the snapshot which one. What an earlier attempt has
 * built, or what serves now and was built from the very same, is not built again.
 * @returns what to read beside the step
 */
export async function build(run: FrozenRun): Promise<string> {
  const services = run.builds.map(({ service }) => service);
  for (const name of services)
    run.progress.item("build", { name, state: "waiting", detail: "Waits for its turn" });
  const before = await builtBefore(run);
  await inLanes(services, { atOnce: AT_ONCE, signal: run.signal }, async (service, signal) => {
    const image = await have({ ...run, signal }, service, before);
    run.snapshot.images[service] = { reference: builtTag(run, service), digest: null, id: image.id };
    await run.lease.write({ snapshot: run.snapshot });
  });
  return services.length === 1 ? "1 image" : `${services.length} images`;
}

async function have(run: FrozenRun, service: string, before: BuiltBefore): Promise<EngineImage> {
  const tell: Tell = (state, detail) => run.progress.item("build", { name: service, state, detail });
  const settled = run.snapshot.images[service]?.id ?? builtTag(run, service);
  const done = await run.engine.findImage(settled);
  if (done) {
    tell("done", "Built already");
    return done;
  }
  const kept = before?.isSame(service) ? await run.engine.findImage(before.imageOf(service)) : undefined;
  if (kept) {
    tell("done", "Not changed");
    run.log.say(
      `The image of ${service} is that of deployment ${before?.number}: nothing it is made of has changed`,
    );
    return kept;
  }
  return await buildNow(run, service, tell);
}

async function buildNow(run: FrozenRun, service: string, tell: Tell): Promise<EngineImage> {
  tell("running", "Building");
  run.log.say(`Building the image of ${service}`);
  const since = performance.now();
  const lines = createBuildLog(run, service, (step) => tell("running", step));
  const overdue = AbortSignal.timeout(run.limits.buildMs);
  try {
    const signal = AbortSignal.any([run.signal, overdue]);
    const logins = await loginsForBuilds(run.lease.row.organizationId);
    const image = await run.engine.buildImage(buildSpec(run, service), {
      signal,
      logins,
      onLine: lines.take,
    });
    tell("done", `${Math.max(1, Math.round(image.sizeBytes / 1024 / 1024))} MB`);
    run.log.say(
      `Built the image of ${service} in ${((performance.now() - since) / 1000).toFixed(1)} s`,
      "ok",
    );
    return image;
  } catch (error) {
    run.signal.throwIfAborted();
    if (error instanceof EngineError && error.kind === "unreachable") throw error;
    tell("failed", "Could not be built");
    if (overdue.aborted) throw tooSlow(service, run.limits.buildMs, error);
    throw explained(service, error, lines.last());
  }
}

function tooSlow(service: string, limitMs: number, cause: unknown) {
  return new Failure(
    `The image of ${service} was not built within ${Math.round(limitMs / 60_000)} minutes.`,
    {
      advice: `Read what ${service} wrote last, then retry: steps that were finished are kept.`,
      service,
      cause,
    },
  );
}

/** Only a command that failed has said why in its last line; whatever else goes wrong is told by the error itself. */
function explained(service: string, error: unknown, last: string | undefined): Failure {
  const doing = `The image of ${service} could not be built`;
  const failure = toFailure(error, { doing, service });
  if (!(error instanceof EngineError) || error.kind !== "build-failed") return failure;
  const line = last && /exit code \d+\./.test(error.message) ? ` Its last line: ${last}` : "";
  return new Failure(`${doing}. ${error.message}${line}`, {
    advice: `Read the last lines of ${service} below. Retry if it was the network; else its build file, or a value that goes into it, has to be mended.`,
    service,
    cause: error,
  });
}

type BuiltBefore =
  | { number: number; imageOf(service: string): string; isSame(service: string): boolean }
  | undefined;

/** What serves now, as far as it was built here. */
async function builtBefore(run: FrozenRun): Promise<BuiltBefore> {
  const serving = await servingDeployment(run.lease.row.projectId);
  if (!serving?.snapshot.builds) return undefined;
  const { snapshot, number } = serving;
  const opened = openSnapshot(run.lease.row.projectId, snapshot);
  return {
    number,
    imageOf: (service) => snapshot.images[service]?.id ?? "",
    isSame: (service) => isBuiltAlike({ snapshot, ...opened }, run, service),
  };
}
