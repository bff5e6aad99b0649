import {
  type ContainerSpec,
  type Engine,
  EngineError,
  type EngineInfo,
  type EngineRegistries,
  type HostPort,
  type Labels,
} from "../engine";
import type { Box } from "./box";
import { Boxes } from "./boxes";
import type { ImageScript } from "./image-script";
import { createImages } from "./images";
import { createStores } from "./stores";
import { createStreams } from "./streams";

/** An engine without containers: what an image does is written in its script. */
export type MemoryEngine = Engine & {
  /** From now on nothing answers, and open streams break, until `comeBack`. */
  goAway(): void;
  comeBack(): void;
};

const INFO: EngineInfo = {
  product: "Memory",
  version: "1.0.0",
  hostname: "memory",
  operatingSystem: "none",
  architecture: "x86_64",
  cpuCores: 4,
  memoryMb: 8192,
  local: true,
};

/**
 * The port kept in this process: real in its answers and refusals, made up in what runs. For tests.
 * @param images by reference; one that is not named here is in no registry
 * @param diskBytes what its volumes may hold together; unlimited, and unknown, when absent
 * @param registries that its operator set it up with
 */
export function createMemoryEngine(
  images: Readonly<Record<string, ImageScript>>,
  {
    diskBytes,
    registries = { mirrors: [], insecure: [] },
    ...info
  }: Partial<EngineInfo> & { diskBytes?: number; registries?: EngineRegistries } = {},
): MemoryEngine {
  const stores = createStores((part) => boxes.all().some((box) => uses(box, part)), { diskBytes });
  const shelf = createImages(images, ({ id }) => boxes.all().some((box) => box.imageId === id));
  const boxes = new Boxes({ ...stores, findImage: shelf.find });
  const { readVolume, ...volumeCalls } = stores.verbs;
  let away = false;
  const answer = () => {
    if (away) throw gone();
  };
  const calls: Omit<Engine, Streams> = {
    info: async () => ({ ...INFO, ...info }),
    registries: async () => registries,
    ...shelf.verbs,
    ...volumeCalls,
    ...containerCalls(boxes),
  };
  return {
    ...guarded(calls, answer),
    ...createStreams(boxes, answer),
    async *readVolume(...asked) {
      answer();
      yield* readVolume(...asked);
    },
    goAway() {
      away = true;
      boxes.breakStreams(gone());
    },
    comeBack() {
      away = false;
    },
  };
}

type Streams = "logs" | "stats" | "usage" | "events" | "execStream" | "readVolume";

function containerCalls(boxes: Boxes) {
  return {
    createContainer: async (spec: ContainerSpec) => boxes.create(spec),
    startContainer: async (id: string) => boxes.start(id),
    stopContainer: async (id: string, graceMs: number) => await boxes.stop(id, graceMs),
    connectNetwork: async (id: string, network: string, aliases: readonly string[]) =>
      boxes.connect(id, network, aliases),
    disconnectNetwork: async (id: string, network: string) => boxes.disconnect(id, network),
    renameContainer: async (id: string, name: string) => boxes.rename(id, name),
    removeContainer: async (id: string) => boxes.remove(id),
    inspectContainer: async (id: string) => boxes.find(id)?.view(),
    listContainers: async (labels: Labels) => boxes.all(labels).map((box) => box.view()),
    listHostPorts: async () => boxes.all().flatMap(hostPortsOf),
    exec: async (...args: Parameters<Engine["exec"]>) => await boxes.exec(...args),
  };
}

function hostPortsOf({ id, spec }: Box): HostPort[] {
  return spec.ports.map(({ hostPort, protocol, hostIp }) => ({
    hostPort,
    protocol,
    hostIp,
    containerId: id,
  }));
}

function uses(box: Box, { network, volume }: { network?: string; volume?: string }) {
  const mounts = box.spec.volumes.some((mount) => mount.volume === volume);
  return mounts || (network !== undefined && box.networks.has(network) && box.occupied);
}

/** Every call first finds out whether the engine is there. */
function guarded<T extends Record<keyof T, (...args: never[]) => Promise<unknown>>>(
  calls: T,
  answer: () => void,
): T {
  const entries = Object.entries<(...args: never[]) => Promise<unknown>>(calls).map(([name, call]) => [
    name,
    async (...args: never[]) => {
      answer();
      return await call(...args);
    },
  ]);
  return Object.fromEntries(entries);
}

function gone() {
  return new EngineError("unreachable", "The container engine does not answer. Start it, then try again.");
}
