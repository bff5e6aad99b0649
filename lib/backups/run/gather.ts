import { anyImage } from "@/lib/deployments/data/put-in-place";
import { stopGraceMs } from "@/lib/deployments/run/container-spec";
import type { Serving } from "@/lib/deployments/serving";
import { isUp } from "@/lib/deployments/steps/start";
import { EngineError } from "@/lib/engine/engine";
import { LABELS } from "@/lib/servers/labels";
import { type Contents, planContents } from "../contents/plan";
import type { Source } from "../format/write";
import { containersOf, type Job, putUp, type ServiceContainer } from "./job";

// What an app may still write while its data is measured.
const SPARE_BYTES = 64 * 1024 * 1024;

/** The name of the copy of a volume that one backup takes. */
const copyName = (backupId: string, number: number) => `roadstead-${backupId.replace("_", "-")}-${number}`;

/**
 * Has what a backup holds ready to be read at one moment of the project. Services are stopped only while their volumes
 * are copied on the engine's own disk, not while the copies travel to wherever the backup goes. A dump is of the moment
 * at which it begins, so the first of it is awaited before anybody writes again. Where copies do not fit, the volumes are
 * read as they are, and the services stay down until that is done.
 */
export async function gather(job: Job, serving: Serving): Promise<Source[]> {
  const containers = await containersOf(job, serving);
  const up = containers.filter(({ container }) => isUp(container));
  const contents = planContents(serving.snapshot, (name) => up.some(({ service }) => service === name));
  const image = contents.volumes.length > 0 ? await anyImage(job, serving.snapshot) : "";
  const helperLabels = { [LABELS.installation]: job.installation, [LABELS.backup]: job.lease.row.id };
  const options = { image, helperLabels, signal: job.signal };
  const fits = await copiesFit(job, contents);
  let hasStarted = false;
  const start = async () => {
    if (hasStarted) return;
    hasStarted = true;
    await putUp(job);
  };
  try {
    await stop(job, serving, contents, up);
    const volumes = contents.volumes.map(({ engineName }, at) => ({
      engineName,
      copy: copyName(job.lease.row.id, at),
    }));
    if (fits)
      for (const { engineName, copy } of volumes)
        await job.engine.copyVolume(engineName, copy, { ...options, labels: helperLabels });
    const dumps = await beginDumps(job, contents, up);
    if (fits) await start();
    const letGo = async () => {
      await start();
      await job.lease.write({ progress: { doing: "Writing", doneBytes: 0, holds: false } });
    };
    if (fits && dumps.length === 0) await letGo();
    const reading = volumes.map(
      ({ engineName, copy }, at): Source => ({
        ...{ kind: "volume", name: contents.volumes[at]?.name ?? engineName },
        open: () => job.engine.readVolume(fits ? copy : engineName, options),
      }),
    );
    return [...lastThen(dumps, fits ? letGo : undefined), ...lastThen(reading, fits ? undefined : letGo)];
  } catch (error) {
    // This ends in failure, and the services are up again before anybody reads of it.
    await putUp(job);
    throw error;
  }
}

async function copiesFit({ engine, lease }: Job, { volumes }: Contents): Promise<boolean> {
  if (volumes.length === 0) return true;
  const names = volumes.map(({ engineName }) => engineName);
  const { usedBytes, freeBytes } = await engine.measureVolumes(names, lease.signal);
  return freeBytes === undefined || usedBytes + SPARE_BYTES <= freeBytes;
}

/** Dependents first. */
async function stop(job: Job, serving: Serving, { stopped }: Contents, up: ServiceContainer[]) {
  const stopping = stopped.flatMap((name) => up.filter(({ service }) => service === name));
  if (stopping.length === 0) return;
  // Written before it is done: whoever comes next starts them again, whatever becomes of this process.
  const ids = stopping.map(({ container }) => container.id);
  await job.lease.write({ stopped: ids, progress: { doing: "Copying the data", doneBytes: 0, holds: true } });
  for (const { service, container } of stopping) {
    const definition = serving.snapshot.definition.services.find(({ name }) => name === service);
    await job.engine.stopContainer(container.id, stopGraceMs(definition));
    job.signal.throwIfAborted();
  }
}

/** Begins each dump, and waits for the first of it. */
async function beginDumps(job: Job, { dumps }: Contents, up: ServiceContainer[]): Promise<Source[]> {
  const begun: Source[] = [];
  for (const { service, argv } of dumps) {
    const id = up.find((one) => one.service === service)?.container.id ?? "";
    const output = job.engine.execStream(id, argv, { signal: job.signal })[Symbol.asyncIterator]();
    const first = await output.next();
    if (first.done) throw new EngineError("command-failed", `The dump of ${service} is empty.`);
    begun.push({ kind: "dump", name: service, open: () => from(first.value, output) });
  }
  return begun;
}

async function* from(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** The same sources, and something to be done once the last of them was read. */
function lastThen(sources: Source[], after: (() => Promise<void>) | undefined): Source[] {
  if (!after) return sources;
  const last = sources.at(-1);
  if (!last) return sources;
  async function* open() {
    if (last) yield* last.open();
    await after?.();
  }
  return [...sources.slice(0, -1), { ...last, open }];
}
