import { checkLabels, checkName } from "../check";
import { type Engine, EngineError, type EngineVolume, type Labels } from "../engine";

type Verbs = Pick<
  Engine,
  "ensureNetwork" | "ensureVolume" | "listNetworks" | "listVolumes" | "removeNetwork" | "removeVolume"
>;

/** The networks and volumes of a memory engine; whether one is in use, the containers know. */
export function createStores(inUse: (part: { network?: string; volume?: string }) => boolean) {
  const networks = new Map<string, Labels>();
  const volumes = new Map<string, EngineVolume>();
  const verbs: Verbs = {
    async ensureNetwork(name, labels) {
      checkName("network", name);
      checkLabels(labels);
      if (!networks.has(name)) networks.set(name, { ...labels });
    },
    async ensureVolume(name, labels) {
      checkName("volume", name);
      checkLabels(labels);
      if (!volumes.has(name)) volumes.set(name, { name, labels: { ...labels }, createdAt: new Date() });
    },
    async listNetworks(labels) {
      const all = [...networks].map(([name, on]) => ({ name, labels: on }));
      return all.filter((network) => carries(network.labels, labels));
    },
    async listVolumes(labels) {
      return [...volumes.values()].filter((volume) => carries(volume.labels, labels));
    },
    async removeNetwork(name) {
      if (inUse({ network: checkName("network", name) })) throw stillUsed("network", name);
      networks.delete(name);
    },
    async removeVolume(name) {
      if (inUse({ volume: checkName("volume", name) })) throw stillUsed("volume", name);
      volumes.delete(name);
    },
  };
  return { hasNetwork: (name: string) => networks.has(name), verbs };
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
