import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { checkReference } from "../check";
import { checkBuild } from "../check-build";
import { type Engine, EngineError, type EngineImage, type Labels, type PullOptions } from "../engine";
import { isImageId, parseReference } from "../reference";
import { followBuildFile } from "./build-file";
import type { ImageScript } from "./image-script";
import { carries } from "./stores";

/** An image that the memory engine holds. */
export type HeldImage = {
  id: string;
  names: Set<string>;
  labels: Labels;
  script: ImageScript;
  /** Of what was pulled, or is there as if it had been. */
  digest?: string;
};

type Verbs = Pick<Engine, "findImage" | "pullImage" | "buildImage" | "listImages" | "removeImage">;

/** The images of a memory engine, and the registry that it pulls from. Which ones are in use, the containers know. */
export function createImages(
  scripts: Readonly<Record<string, ImageScript>>,
  inUse: (image: HeldImage) => boolean,
) {
  const registry = new Map(Object.entries(scripts).map(([name, script]) => [checkReference(name), script]));
  const images = new Map<string, HeldImage>();
  for (const [name, script] of registry) if (script.present) hold(fromRegistry(name, script));

  function hold(image: HeldImage): EngineImage {
    for (const other of images.values()) for (const name of image.names) other.names.delete(name);
    images.set(image.id, image);
    return view(image);
  }

  function find(reference: string): HeldImage | undefined {
    const asked = checkReference(reference);
    return [...images.values()].find((image) => image.id === asked || isCalled(image, asked));
  }

  async function pullImage(reference: string, options: PullOptions): Promise<EngineImage> {
    const asked = checkReference(reference);
    const name = [...registry.keys()].find((one) => one === asked || asked === pinned(one)) ?? asked;
    const script = registry.get(name) ?? { pullFails: { kind: "image-not-found" as const } };
    await pull(name, script, options);
    return hold(fromRegistry(name, script));
  }

  const verbs: Verbs = {
    findImage: async (reference) => {
      const image = find(reference);
      return image && view(image);
    },
    pullImage,
    async buildImage(spec, options) {
      checkBuild(spec);
      const base = await followBuildFile(spec, options, async (reference) => {
        const login = options.logins?.find(({ registry: host }) => reference.startsWith(`${host}/`));
        if (!find(reference)) await pullImage(reference, { ...options, login, onProgress: () => {} });
        return find(reference)?.script ?? {};
      });
      const id = sha256(JSON.stringify([spec.files, spec.dockerfile, spec.args, spec.labels]));
      const names = new Set([...(images.get(id)?.names ?? []), checkReference(spec.tag)]);
      return hold({ id, names, labels: { ...spec.labels }, script: base });
    },
    listImages: async (labels) =>
      [...images.values()]
        .filter((image) => carries(image.labels, labels))
        .map((image) => ({ id: image.id, tags: [...image.names], labels: image.labels })),
    async removeImage(reference) {
      const image = find(reference);
      if (!image) return;
      const last = isImageId(reference) || image.names.size <= 1;
      if (last && inUse(image)) {
        const sentence = `The engine could not remove the image ${reference} now: something else is using it.`;
        throw new EngineError("other", sentence);
      }
      image.names.delete(checkReference(reference));
      if (last) images.delete(image.id);
    },
  };
  return { find, verbs };
}

/** The same reference is the same image, every time. */
function fromRegistry(name: string, script: ImageScript): HeldImage {
  return { id: sha256(name), names: new Set([name]), labels: {}, script, digest: digestOf(name) };
}

function isCalled({ names, digest }: HeldImage, asked: string): boolean {
  return names.has(asked) || [...names].some((name) => digest !== undefined && asked === pinned(name));
}

function view({ id, digest, script }: HeldImage): EngineImage {
  return {
    id,
    digest,
    sizeBytes: script.sizeBytes ?? 1024,
    healthcheck: script.healthcheck,
    exposedPorts: script.exposedPorts ?? [],
  };
}

async function pull(reference: string, script: ImageScript, { signal, onProgress, login }: PullOptions) {
  const totalBytes = script.sizeBytes ?? 1024;
  try {
    onProgress({ doneBytes: 0, totalBytes, layersDone: 0, layers: 1 });
    await pause(script.pullMs ?? 0, undefined, { signal });
  } catch (error) {
    throw new EngineError("cancelled", "This was cancelled.", { cause: error });
  }
  const { private: wanted } = script;
  if (wanted && (wanted.username !== login?.username || wanted.password !== login.password))
    throw new EngineError("registry-denied", `The registry of ${reference} asks for a sign-in.`);
  if (script.pullFails) {
    const { kind, message } = script.pullFails;
    throw new EngineError(kind, message ?? `The image ${reference} could not be pulled (${kind}).`);
  }
  onProgress({ doneBytes: totalBytes, totalBytes, layersDone: 1, layers: 1 });
}

function pinned(name: string) {
  return `${parseReference(name)?.repository}@${digestOf(name)}`;
}

function digestOf(name: string) {
  return parseReference(name)?.digest ?? sha256(`digest of ${name}`);
}

function sha256(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
