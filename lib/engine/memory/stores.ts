import { setTimeout as pause } from "node:timers/promises";
import { checkLabels, checkName } from "../check";
import { type Engine, EngineError, type EngineVolume, type Labels } from "../engine";
import { packed, unpacked } from "./archive";

type Verbs = Pick<
  Engine,
  | "copyVolume"
  | "ensureNetwork"
  | "ensureVolume"
  | "listNetworks"
  | "listVolumes"
  | "measureVolumes"
  | "readVolume"
  | "removeNetwork"
  | "removeVolume"
  | "writeVolume"
>;
type Held = EngineVolume & { files: Map<string, string> };

/** The networks and volumes of a memory engine; whether one is in use, the containers know. */
export function createStores(
  inUse: (part: { network?: string; volume?: string }) => boolean,
  { diskBytes }: { diskBytes?: number } = {},
) {
  const networks = new Map<string, Labels>();
  const volumes = new Map<string, Held>();
  const sizeOf = (names: Iterable<string>) =>
    [...names]
      .flatMap((name) => [...(volumes.get(name)?.files.values() ?? [])])
      .reduce((sum, content) => sum + content.length, 0);
  const verbs: Omit<Verbs, "readVolume" | "writeVolume"> = {
    async ensureNetwork(name, labels) {
      checkName("network", name);
      checkLabels(labels);
      if (!networks.has(name)) networks.set(name, { ...labels });
    },
    async ensureVolume(name, labels) {
      checkName("volume", name);
      checkLabels(labels);
      if (volumes.has(name)) return;
      volumes.set(name, { name, labels: { ...labels }, createdAt: new Date(), files: new Map() });
    },
    async listNetworks(labels) {
      const all = [...networks].map(([name, on]) => ({ name, labels: on }));
      return all.filter((network) => carries(network.labels, labels));
    },
    async listVolumes(labels) {
      const all = [...volumes.values()].map(({ files: _inside, ...volume }) => volume);
      return all.filter((volume) => carries(volume.labels, labels));
    },
    async removeNetwork(name) {
      if (inUse({ network: checkName("network", name) })) throw stillUsed("network", name);
      networks.delete(name);
    },
    async removeVolume(name) {
      if (inUse({ volume: checkName("volume", name) })) throw stillUsed("volume", name);
      volumes.delete(name);
    },
    async copyVolume(from, to, { labels, signal, onProgress }) {
      const source = volumes.get(checkName("volume", from));
      if (!source) throw new EngineError("not-found", `The engine has no volume ${from}.`);
      if (inUse({ volume: checkName("volume", to) })) throw stillUsed("volume", to);
      volumes.delete(to);
      await pause(1);
      if (signal.aborted) throw new EngineError("cancelled", "This was cancelled.");
      const doneBytes = sizeOf([from]);
      if (diskBytes !== undefined && sizeOf(volumes.keys()) + doneBytes > diskBytes) {
        const sentence = `The engine's disk is full: it could not copy the volume ${from}. Free some space on it, then try again.`;
        throw new EngineError("disk-full", sentence);
      }
      onProgress?.({ doneBytes });
      volumes.set(to, {
        name: to,
        labels: { ...labels },
        createdAt: new Date(),
        files: new Map(source.files),
      });
    },
    async measureVolumes(names) {
      const freeBytes = diskBytes === undefined ? undefined : diskBytes - sizeOf(volumes.keys());
      return { usedBytes: sizeOf(names), freeBytes };
    },
  };
  const shelves: Shelves = { volumes, isUsed: (volume) => inUse({ volume }), sizeOf, diskBytes };
  const filesOf = (name: string) => {
    if (!volumes.has(name)) volumes.set(name, { name, labels: {}, files: new Map() });
    return volumes.get(name)?.files ?? new Map<string, string>();
  };
  return {
    hasNetwork: (name: string) => networks.has(name),
    filesOf,
    verbs: { ...verbs, ...archiveVerbs(shelves) },
  };
}

type Shelves = {
  volumes: Map<string, Held>;
  isUsed(volume: string): boolean;
  sizeOf(names: Iterable<string>): number;
  diskBytes: number | undefined;
};

/** Volumes as archives. */
function archiveVerbs({
  volumes,
  isUsed,
  sizeOf,
  diskBytes,
}: Shelves): Pick<Verbs, "readVolume" | "writeVolume"> {
  return {
    async *readVolume(name, { signal }) {
      const source = volumes.get(checkName("volume", name));
      if (!source) throw new EngineError("not-found", `The engine has no volume ${name}.`);
      for await (const chunk of packed(source.files)) {
        if (signal.aborted) throw new EngineError("cancelled", "This was cancelled.");
        yield chunk;
      }
    },
    async writeVolume(name, archive, { labels, signal }) {
      if (isUsed(checkName("volume", name))) throw stillUsed("volume", name);
      volumes.delete(name);
      const files = await unpacked(archive);
      if (signal.aborted) throw new EngineError("cancelled", "This was cancelled.");
      const bytes = [...files.values()].reduce((sum, content) => sum + content.length, 0);
      if (diskBytes !== undefined && sizeOf(volumes.keys()) + bytes > diskBytes) {
        const sentence = `The engine's disk is full: it could not fill the volume ${name}. Free some space on it, then try again.`;
        throw new EngineError("disk-full", sentence);
      }
      volumes.set(name, { name, labels: { ...labels }, createdAt: new Date(), files });
    },
  };
}

export function carries(labels: Labels, wanted: Labels): boolean {
  return Object.entries(wanted).every(([key, value]) => labels[key] === value);
}

function stillUsed(kind: string, name: string) {
  return new EngineError(
    "other",
    `The engine could not remove the ${kind} ${name} now: something else is using it.`,
  );
}
