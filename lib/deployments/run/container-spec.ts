import { commandOf } from "@/lib/app-definition/command";
import { parseDuration } from "@/lib/app-definition/durations";
import { toEngineHealthcheck } from "@/lib/app-definition/healthcheck";
import type { Service } from "@/lib/app-definition/schema";
import type { ContainerSpec } from "@/lib/engine/engine";
import { publishedPort } from "@/lib/projects/addresses";
import { resourcesOf } from "@/lib/projects/resources/profiles";
import { mountedVolumes } from "@/lib/projects/volumes";
import { LABELS } from "@/lib/servers/labels";
import { settings } from "@/lib/settings";
import type { Snapshot } from "../snapshot";
import { type FrozenRun, type Making, projectLabels } from "./context";
import { Failure } from "./failure";

/** The names that a project has on the engine. */
export const networkName = (slug: string) => `${slug}_default`;

export const containerName = (slug: string, service: string, deploymentId: string) =>
  `${slug}-${service}-${deploymentId.slice(-8)}`;

/** The engine's names of every named volume that a snapshot mounts, each once. */
export function volumeNames({ slug, definition }: Pick<Snapshot, "slug" | "definition">): string[] {
  return [...new Set(mountedVolumes({ slug, definition }).map(({ name }) => name))];
}

const DEFAULT_GRACE_MS = 10_000;

/** How long a service may take to stop. */
export function stopGraceMs(service: Pick<Service, "stopGracePeriod"> | undefined): number {
  return (service?.stopGracePeriod && parseDuration(service.stopGracePeriod)) || DEFAULT_GRACE_MS;
}

/** The container of one service of a deployment, exactly as the snapshot says. */
export function containerSpec(run: Making, service: Service, deploymentId = run.lease.row.id): ContainerSpec {
  const { snapshot } = run;
  const image = snapshot.images[service.name];
  if (!image)
    throw new Failure(`The image of ${service.name} is not known.`, {
      advice: "Retry.",
      service: service.name,
    });
  return {
    name: containerName(snapshot.slug, service.name, deploymentId),
    image: image.id,
    labels: {
      ...projectLabels(run),
      [LABELS.service]: service.name,
      [LABELS.deployment]: deploymentId,
      [LABELS.revision]: revisionOf(snapshot, service.name),
    },
    ...containerShape(run, service),
  };
}

/** A snapshot with its secrets in clear. */
export type OpenedSnapshot = Pick<FrozenRun, "env" | "files" | "builds"> & {
  snapshot: Omit<Snapshot, "images">;
};
/** All of a container that two deployments of the same snapshot have in common. */
export type ContainerShape = Omit<ContainerSpec, "name" | "image" | "labels">;

/** What a service's container is made with, whichever deployment makes it. */
export function containerShape(
  { snapshot, env, files }: Omit<OpenedSnapshot, "builds">,
  service: Service,
): ContainerShape {
  const { memoryMb, cpuCores } = resourcesOf(snapshot.resources, service.name);
  return {
    env: env[service.name] ?? {},
    command: commandOf(service),
    entrypoint: service.entrypoint,
    user: service.user,
    volumes: mountedVolumes({ slug: snapshot.slug, definition: { services: [service] } }).map((mount) => ({
      volume: mount.name,
      target: mount.target,
      readOnly: mount.readOnly,
    })),
    files: files
      .filter((file) => file.service === service.name)
      .map(({ path, content }) => ({ path, content })),
    ports: portsOf(snapshot, service),
    network: networkName(snapshot.slug),
    aliases: [service.name],
    healthcheck: toEngineHealthcheck(service.healthcheck),
    restart: service.restart ?? "unless-stopped",
    memoryMb,
    cpuCores,
    shmSizeMb: service.shmSizeMb,
    stopGraceMs: stopGraceMs(service),
  };
}

/** The state of a service's variables and files, as its container's label tells it. */
export function revisionOf({ revisions }: Pick<Snapshot, "revisions">, service: string): string {
  return String(revisions?.[service] ?? 0);
}

const LOOPBACK = "127.0.0.1";

function portsOf(
  { exposures, berth }: Pick<Snapshot, "exposures" | "berth">,
  service: Pick<Service, "name">,
): ContainerSpec["ports"] {
  const open = settings().publicUrl ? "0.0.0.0" : LOOPBACK;
  return exposures.flatMap((exposure) => {
    const hostPort = publishedPort(exposure, berth);
    if (exposure.service !== service.name || hostPort === undefined) return [];
    const hostIp = exposure.berths ? LOOPBACK : open;
    return [{ containerPort: exposure.port, protocol: "tcp" as const, hostIp, hostPort }];
  });
}
