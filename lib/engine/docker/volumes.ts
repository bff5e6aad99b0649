import { statfs } from "node:fs/promises";
import { Readable } from "node:stream";
import { checkLabels, checkName, checkReference } from "../check";
import {
  type CopyOptions,
  EngineError,
  type FillOptions,
  type HoldOptions,
  VOLUME_FOLDER,
  type VolumeSpace,
} from "../engine";
import type { Connection } from "./connect";
import { removeContainer } from "./containers/change";
import { ensureVolume, removeVolume } from "./networks-and-volumes";
import { request, stream } from "./request";

// No image has such a folder, so that the engine puts nothing of the image into an empty volume.
const PLACE = `/${VOLUME_FOLDER}`;

/**
 * Copies through the engine's archive calls, from one container to another that are never started: no program of an
 * image runs, so that any image will do. Kept are owners, modes, times, symbolic and hard links and capabilities; not
 * kept are other extended attributes, and sparse files become full ones.
 */
export async function copyVolume(
  connection: Connection,
  from: string,
  to: string,
  options: CopyOptions,
): Promise<void> {
  checkName("volume", to);
  checkLabels(options.labels);
  await assertThere(connection, from, options.signal);
  const counted = async function* () {
    let doneBytes = 0;
    for await (const chunk of readVolume(connection, from, options, `${to}-copied-from`)) {
      doneBytes += chunk.length;
      options.onProgress?.({ doneBytes });
      yield chunk;
    }
  };
  await writeVolume(connection, to, counted(), options);
}

/** @param holder the name of the container that has the volume meanwhile */
export async function* readVolume(
  connection: Connection,
  name: string,
  options: HoldOptions,
  holder = `${name}-read-from`,
): AsyncGenerator<Buffer, void, undefined> {
  const { signal } = options;
  await assertThere(connection, name, signal);
  const clear = () => removeContainer(connection, checkName("container", holder));
  // What one that was interrupted has left would be in the way.
  await clear();
  try {
    await hold(connection, holder, name, true, options);
    const path = `/containers/${holder}/archive`;
    const doing = { what: "copy", volume: name };
    yield* stream(connection, { method: "GET", path, query: { path: PLACE }, doing, signal });
  } finally {
    await clear().catch(() => {});
  }
}

/** Unpacks an archive into a volume that is made anew. */
export async function writeVolume(
  connection: Connection,
  name: string,
  archive: AsyncIterable<Buffer>,
  options: FillOptions,
): Promise<void> {
  checkName("volume", name);
  checkLabels(options.labels);
  const holder = `${name}-copied-to`;
  const clear = () => removeContainer(connection, checkName("container", holder));
  await clear();
  await removeVolume(connection, name);
  await ensureVolume(connection, name, options.labels);
  try {
    await hold(connection, holder, name, false, options);
    await unpack(connection, holder, name, archive, options.signal);
    await clear();
  } catch (error) {
    await clear().catch(() => {});
    await removeVolume(connection, name).catch(() => {});
    throw error;
  }
}

async function assertThere(connection: Connection, volume: string, signal: AbortSignal): Promise<void> {
  const path = `/volumes/${checkName("volume", volume)}`;
  await request(connection, { method: "GET", path, doing: { what: "copy", volume }, signal });
}

/** A container that is never started, and only has the volume. */
async function hold(
  connection: Connection,
  name: string,
  volume: string,
  readOnly: boolean,
  { image, helperLabels, signal }: HoldOptions,
): Promise<void> {
  await request(connection, {
    method: "POST",
    path: "/containers/create",
    query: { name: checkName("container", name) },
    body: {
      Image: checkReference(image),
      Labels: helperLabels,
      // An image may name no command, and a container needs one.
      Cmd: ["never-started"],
      HostConfig: {
        NetworkMode: "none",
        Mounts: [{ Type: "volume", Source: volume, Target: PLACE, ReadOnly: readOnly }],
      },
    },
    doing: { what: "copy", volume },
    signal,
  });
}

async function unpack(
  connection: Connection,
  holder: string,
  volume: string,
  archive: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<void> {
  const broken = new AbortController();
  const both = AbortSignal.any([signal, broken.signal]);
  let readError: unknown;
  const watched = async function* () {
    try {
      yield* archive;
    } catch (error) {
      readError = error;
      broken.abort(error);
    }
  };
  const body = Readable.from(watched(), { objectMode: false, highWaterMark: 1024 * 1024 });
  try {
    await request(connection, {
      method: "PUT",
      path: `/containers/${holder}/archive`,
      // From the root, since the engine takes no link that leads out of where it unpacks.
      query: { path: "/" },
      archive: body,
      doing: { what: "copy", volume },
      signal: both,
    });
  } catch (error) {
    if (signal.aborted) throw new EngineError("cancelled", "This was cancelled.", { cause: error });
    throw readError ?? error;
  } finally {
    body.destroy();
    broken.abort();
  }
  if (readError) throw readError;
}

type UsageWire = { Volumes?: { Name: string; UsageData?: { Size?: number } | null }[] | null };

/** The engine counts each volume's files, which takes a while where there are many. */
export async function measureVolumes(
  connection: Connection,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<VolumeSpace> {
  const doing = { what: "measure its volumes" };
  const [usage, info] = await Promise.all([
    request<UsageWire>(connection, {
      method: "GET",
      path: "/system/df",
      query: { type: "volume" },
      doing,
      signal,
    }),
    request<{ DockerRootDir?: string }>(connection, { method: "GET", path: "/info", doing, signal }),
  ]);
  const sizes = (usage.Volumes ?? [])
    .filter(({ Name }) => names.includes(Name))
    .map(({ UsageData }) => Math.max(0, UsageData?.Size ?? 0));
  return {
    usedBytes: sizes.reduce((sum, size) => sum + size, 0),
    freeBytes: connection.local ? await freeAt(info.DockerRootDir) : undefined,
  };
}

/** The engine does not tell what is free; on this machine the folder of its data does. */
async function freeAt(folder: string | undefined): Promise<number | undefined> {
  if (!folder) return undefined;
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}
