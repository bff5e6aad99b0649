import { imageInWords } from "@/lib/app-definition/build-file";
import type { Service } from "@/lib/app-definition/schema";
import { plannedServices } from "@/lib/apps/planned-services";
import { isBuiltAlike } from "@/lib/deployments/run/build-spec";
import { type ContainerShape, containerShape } from "@/lib/deployments/run/container-spec";
import type { Serving } from "@/lib/deployments/serving";
import { mountedVolumes } from "../volumes";
import { linkChanges } from "./diff";
import type { ChangePlan } from "./schema";
import type { Version } from "./version";

/** What runs now: the deployment that serves, and its snapshot in clear. */
export type Running = { serving: Serving; version: Version };

/** Every container that a deployment makes, and those that end with it, each with what is different about it. */
export async function plannedContainers(
  running: Running | undefined,
  after: Version,
): Promise<ChangePlan["services"]> {
  const { services } = after.snapshot.definition;
  const made = await plannedServices(after.snapshot.definition);
  const old = running?.version.snapshot.definition.services ?? [];
  return [
    ...made.map((service): ChangePlan["services"][number] => {
      const before = old.find(({ name }) => name === service.name);
      if (!running || !before) return { ...service, change: "added", from: null, why: [] };
      const from = imageOf(running, service.name);
      const build = service.build && (isKept(running, after, service.name) ? "kept" : "built");
      const image = build === "kept" ? [] : build ? ["image"] : imageWords(from, service);
      return {
        ...{ ...service, build, change: "recreated" },
        from: image.length > 0 ? from.reference : null,
        why: [
          ...image,
          ...shapeWords(running.version, after, service.name),
          ...linkWords(running.version, after, service.name),
        ],
      };
    }),
    ...old.filter(({ name }) => !services.some((service) => service.name === name)).map(ended),
  ];
}

/** As the build step decides it, but for an image that somebody has removed from the engine since. */
function isKept({ serving: { snapshot }, version }: Running, after: Version, service: string): boolean {
  return isBuiltAlike({ ...version, snapshot }, after, service);
}

function imageOf({ serving: { snapshot } }: Running, service: string) {
  const used = Object.hasOwn(snapshot.images, service) ? snapshot.images[service] : undefined;
  const declared = snapshot.definition.services.find(({ name }) => name === service);
  return { reference: imageInWords(declared ?? {}), digest: used?.digest ?? null };
}

function isAnew(from: string | null, to: string | null): boolean {
  return from !== null && to !== null && from !== to;
}

function imageWords(
  from: { reference: string; digest: string | null },
  to: { image: string; digest: string | null },
): string[] {
  if (from.reference !== to.image) return ["image"];
  return isAnew(from.digest, to.digest) ? ["image, published anew under its name,"] : [];
}

/** Networks of other projects are joined once the container is there, so its making does not tell them. */
function linkWords(before: Version, after: Version, service: string): string[] {
  const moved = linkChanges(before, after).filter(({ change }) => change !== "same");
  return moved.some(({ users }) => users.includes(service)) ? ["connections"] : [];
}

const SHAPE_WORDS: Partial<Record<keyof ContainerShape, string>> = {
  env: "variables",
  files: "files",
  ports: "ports",
  volumes: "volumes",
  memoryMb: "limits",
  cpuCores: "limits",
  command: "command",
  entrypoint: "command",
  healthcheck: "health check",
};

/** Both containers are made as the deployment makes them, and compared part by part: nothing can be left out. */
function shapeWords(before: Version, after: Version, name: string): string[] {
  const shapes = [before, after].flatMap((version) => {
    const service = version.snapshot.definition.services.find((one) => one.name === name);
    return service ? [containerShape(version, service)] : [];
  });
  const [old, next] = shapes;
  if (!old || !next) return [];
  const parts = new Set([...Object.keys(old), ...Object.keys(next)] as (keyof ContainerShape)[]);
  const differing = [...parts].filter((part) => sorted(old[part]) !== sorted(next[part]));
  return [...new Set(differing.map((part) => SHAPE_WORDS[part] ?? "way it is run"))];
}

/** A value as text, whatever the order its keys were written in. */
function sorted(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

function ended(service: Service): ChangePlan["services"][number] {
  const { name } = service;
  return {
    ...{ name, change: "removed", why: [], image: imageInWords(service), from: null, build: null },
    ...{ present: null, sizeBytes: null, digest: null, starts: "", order: null },
  };
}

/** Every mount of the version to come, and volumes that only the running one mounts: they stay on the engine. */
export function plannedVolumes(
  before: Version | undefined,
  after: Version,
  onEngine: ReadonlySet<string> | undefined,
): ChangePlan["volumes"] {
  const [old, next] = [before ? mountedVolumes(before.snapshot) : [], mountedVolumes(after.snapshot)];
  const left = old.filter(({ name }) => !next.some((mount) => mount.name === name));
  const isThere = (name: string) => onEngine?.has(name) ?? null;
  return [
    ...next.map(({ name, service, target }) => {
      const exists = isThere(name);
      const isKept = exists ?? old.some((mount) => mount.name === name);
      return { name, service, target, exists, change: isKept ? ("kept" as const) : ("made" as const) };
    }),
    ...left.map(({ name, service, target }) => ({
      ...{ name, service, target, exists: isThere(name), change: "left" as const },
    })),
  ];
}
