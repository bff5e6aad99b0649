/**
 * The port to a container engine. It knows containers, images, volumes and networks; it knows nothing of
 * projects, users or catalogs. Every implementation passes `conformance.ts`.
 *
 * Errors: every method rejects with `EngineError`, whose `kind` says what went wrong and whose `message`
 * is a sentence for a person. Sizes are MB (1024-based) where the name says so, else bytes; times are
 * milliseconds. A method that takes a `signal` rejects with kind "cancelled" soon after it is aborted; an
 * iterable ends quietly then, and rejects with "unreachable" when the engine goes away.
 */
export interface Engine {
  info(signal?: AbortSignal): Promise<EngineInfo>;
  /** Which registries its operator set it up with; empty lists where it does not tell. */
  registries(signal?: AbortSignal): Promise<EngineRegistries>;

  /** What the engine already holds under this reference; undefined when it must be pulled. */
  findImage(reference: string): Promise<EngineImage | undefined>;
  /** Pulls from the reference's registry; resolves to what was pulled. Progress comes layer by layer, summed up. */
  pullImage(reference: string, options: PullOptions): Promise<EngineImage>;
  /**
   * Builds an image on the engine, which fetches base images by itself, and gives it the spec's tag. The build has
   * no rights of its own: no host path, no host network, no privileges, no engine socket. What was begun when it
   * fails or is cancelled leaves no image.
   */
  buildImage(spec: BuildSpec, options: BuildOptions): Promise<EngineImage>;
  /** All images, not only the newest of a tag, that carry every one of these labels. */
  listImages(labels: Labels): Promise<LabelledImage[]>;
  /**
   * Takes this name off its image, or, given an id, all of them; an image without a name goes away. One that is not
   * there is no error, one that a container was made from is.
   */
  removeImage(reference: string): Promise<void>;

  /**
   * Makes the network or volume unless one of that name exists; never changes an existing one. An `internal` network
   * leads nowhere but to the containers on it, and is nobody's way out.
   */
  ensureNetwork(name: string, labels: Labels, options?: { internal?: boolean }): Promise<void>;
  ensureVolume(name: string, labels: Labels): Promise<void>;
  listVolumes(labels: Labels): Promise<EngineVolume[]>;
  /** All networks that carry every one of these labels. */
  listNetworks(labels: Labels): Promise<EngineNetwork[]>;
  /**
   * Puts a container, running or not, on one more network, where it has these hostnames besides its name. No error
   * when it is there already.
   */
  connectNetwork(containerId: string, network: string, aliases: readonly string[]): Promise<void>;
  /** Takes a container, running or not, off a network. No error when it is not on it, or either is gone. */
  disconnectNetwork(containerId: string, network: string): Promise<void>;
  /** Removing what is not there is not an error. */
  removeNetwork(name: string): Promise<void>;
  removeVolume(name: string): Promise<void>;
  /**
   * Makes the volume `to` a copy of `from`: owners, modes, times and links with it. What `to` held is gone, and it is
   * gone itself when this fails or is cancelled. No container may have `to`, running or not, and nobody should write to
   * `from` meanwhile. Nothing of `image` is run.
   */
  copyVolume(from: string, to: string, options: CopyOptions): Promise<void>;
  /**
   * What a volume holds as one tar archive, whose entries lie in the folder `VOLUME_FOLDER`: owners, modes, times and
   * links with it. Nobody should write to it meanwhile. Nothing of `image` is run.
   */
  readVolume(name: string, options: HoldOptions): AsyncIterable<Buffer>;
  /**
   * Makes the volume anew with what such an archive holds, under the same promises as a copy. When the archive breaks
   * off, the volume is gone, and the error is the archive's own.
   */
  writeVolume(name: string, archive: AsyncIterable<Buffer>, options: FillOptions): Promise<void>;
  /** What the volumes of these names hold together, and what is free where they lie. */
  measureVolumes(names: readonly string[], signal?: AbortSignal): Promise<VolumeSpace>;

  /** Creates without starting, with `files` already inside. @returns the engine's container id */
  createContainer(spec: ContainerSpec): Promise<string>;
  startContainer(id: string): Promise<void>;
  /** Asks with SIGTERM (or the image's own stop signal), kills after `graceMs`. Stopping a stopped container is not an error. */
  stopContainer(id: string, graceMs: number): Promise<void>;
  renameContainer(id: string, name: string): Promise<void>;
  /** Removes even when running; anonymous volumes go with it, named ones stay. No error when it is gone already. */
  removeContainer(id: string): Promise<void>;
  inspectContainer(id: string): Promise<EngineContainer | undefined>;
  /** All containers, running or not, that carry every one of these labels. */
  listContainers(labels: Labels): Promise<EngineContainer[]>;
  /** Host ports that any container on this engine holds, stopped ones included. */
  listHostPorts(): Promise<HostPort[]>;

  /**
   * Runs argv inside a running container; output is cut at 64 KiB each. A program that is not there ends with
   * 126 or 127. A time-out ends with kind "timeout"; the program itself may go on inside.
   */
  exec(id: string, argv: readonly string[], options: ExecOptions): Promise<ExecResult>;
  /**
   * Runs argv inside a running container for as long as it takes, and yields what it writes to stdout as it comes. With
   * `input`, that is its stdin to the end. Rejects with "command-failed" unless it ends with 0; when the input breaks
   * off, the error is the input's own. After a cancel the program may go on inside.
   */
  execStream(id: string, argv: readonly string[], options: ExecStreamOptions): AsyncIterable<Buffer>;
  /** The log so far, then, with `follow`, what comes, until the container ends. */
  logs(id: string, options: LogOptions): AsyncIterable<EngineLogLine>;
  /** One sample a second; ends when the container does not run. */
  stats(id: string, signal: AbortSignal): AsyncIterable<EngineStats>;
  /** What a container has used up to now, asked once; undefined when it does not run. Cheap: for a look now and then. */
  usage(id: string): Promise<EngineUsage | undefined>;
  /** Changes, from this call on, of containers that carry these labels. */
  events(labels: Labels, signal: AbortSignal): AsyncIterable<EngineEvent>;
}

export type Labels = Readonly<Record<string, string>>;

export type EngineInfo = {
  /** "Docker", "Podman", … as the engine calls itself. */
  product: string;
  version: string;
  hostname: string;
  operatingSystem: string;
  architecture: string;
  cpuCores: number;
  memoryMb: number;
  /** True when the engine's containers publish ports on this very machine. */
  local: boolean;
};

export type EngineRegistries = {
  /** Asked for images of docker.io before docker.io itself, in this order: origins such as `http://10.0.0.5:5000`. */
  mirrors: string[];
  /** Hosts, such as `10.0.0.5:5000`, that it may reach without a certificate that it can check. */
  insecure: string[];
};

export type EngineImage = {
  /** The content-addressed image id, `sha256:…`. */
  id: string;
  /** The registry digest `sha256:…` when it is known. */
  digest?: string;
  sizeBytes: number;
  /** The health check baked into the image, if any. */
  healthcheck?: Healthcheck;
  exposedPorts: number[];
};

export type PullOptions = {
  signal: AbortSignal;
  /** How to sign in to the reference's registry, for this pull only; without, as the engine would by itself. */
  login?: RegistryLogin;
  /** Called at most a few times a second. `totalBytes` is unknown until every layer has announced its size. */
  onProgress(progress: { doneBytes: number; totalBytes?: number; layersDone: number; layers: number }): void;
};

/** `registry` as references write it, such as `ghcr.io`. */
export type RegistryLogin = { registry: string; username: string; password: string };

export type BuildSpec = {
  /** `repository:tag`, for the image that comes out. */
  tag: string;
  labels: Labels;
  /** The whole build context. A text that begins with `#!` is executable. */
  files: readonly { path: string; content: string }[];
  /** Which of `files` is the build file. */
  dockerfile: string;
  /** Told to the builder only, which shows those that the build file declares to its commands. */
  args: Readonly<Record<string, string>>;
  /** Builds of one scope share their cache mounts, others do not. Where the builder cannot part them, all share. */
  cacheScope: string;
};

export type BuildOptions = {
  signal: AbortSignal;
  /** How to sign in to the registries that base images come from, for this build only. */
  logins?: readonly RegistryLogin[];
  /** Called line by line, as the builder goes. Nothing is masked. */
  onLine(line: BuildLine): void;
};
/** `step` is an instruction that begins, such as `[2/3] RUN npm ci`; the others are what its command writes. */
export type BuildLine = { kind: "step" | "stdout" | "stderr"; text: string };

export type LabelledImage = { id: string; tags: string[]; labels: Labels };

export type Healthcheck = {
  /** argv as the engine takes it: ["CMD", …], ["CMD-SHELL", "…"]; ["NONE"] switches the image's own check off. */
  test: string[];
  intervalMs?: number;
  timeoutMs?: number;
  retries?: number;
  startPeriodMs?: number;
};

export type PortBinding = {
  containerPort: number;
  protocol: "tcp" | "udp";
  /** "127.0.0.1" unless the host has a public address. */
  hostIp: string;
  hostPort: number;
};

export type HostPort = { hostPort: number; protocol: "tcp" | "udp"; hostIp: string; containerId: string };

export type ContainerSpec = {
  name: string;
  /** A pinned reference (`name@sha256:…`), a tag, or an image id. Must be present on the engine. */
  image: string;
  labels: Labels;
  env: Readonly<Record<string, string>>;
  command?: readonly string[];
  entrypoint?: readonly string[];
  user?: string;
  /** Named volumes only: a host path cannot be said in this type. */
  volumes: readonly { volume: string; target: string; readOnly: boolean }[];
  /** Written into the container before it starts; owned by root, mode 0444, folders made as needed. */
  files: readonly { path: string; content: string }[];
  ports: readonly PortBinding[];
  network: string;
  /** Hostnames of this container on the network. */
  aliases: readonly string[];
  healthcheck?: Healthcheck;
  restart: "no" | "always" | "on-failure" | "unless-stopped";
  memoryMb?: number;
  cpuCores?: number;
  shmSizeMb?: number;
  /** How long a stop may take before the engine kills. */
  stopGraceMs?: number;
};

export type EngineContainer = {
  id: string;
  name: string;
  labels: Labels;
  /** The reference it was created from, and the id of the image it runs. */
  image: string;
  imageId: string;
  state: "created" | "running" | "restarting" | "paused" | "exited" | "dead";
  health: "none" | "starting" | "healthy" | "unhealthy";
  exitCode?: number;
  oomKilled: boolean;
  restartCount: number;
  startedAt?: Date;
  finishedAt?: Date;
  ports: { containerPort: number; protocol: "tcp" | "udp"; hostIp: string; hostPort: number }[];
  /** Names of the networks that it is on, or will be once it runs. */
  networks: string[];
  /** The engine's own words when it could not start the container. */
  error?: string;
  /** What its last health check wrote, when that failed. Nothing is masked. */
  healthOutput?: string;
  /** Its limits; absent when it has none. */
  memoryMb?: number;
  cpuCores?: number;
  restart?: ContainerSpec["restart"];
};

export type EngineNetwork = { name: string; labels: Labels };
export type EngineVolume = { name: string; labels: Labels; createdAt?: Date };

/** The folder of an archive that a volume's files lie in. */
export const VOLUME_FOLDER = "roadstead-volume";

export type HoldOptions = {
  /** Any image that the engine holds. */
  image: string;
  /** Of the containers that exist while the volume is read or written. */
  helperLabels: Labels;
  signal: AbortSignal;
};
/** `labels`: of the volume that is made. */
export type FillOptions = HoldOptions & { labels: Labels };
export type CopyOptions = FillOptions & {
  /** Bytes that went over so far, the frame around the files included. */
  onProgress?(progress: { doneBytes: number }): void;
};
/** `freeBytes` is not known of an engine on another machine. */
export type VolumeSpace = { usedBytes: number; freeBytes?: number };

export type ExecOptions = { timeoutMs: number; signal?: AbortSignal; user?: string };
export type ExecStreamOptions = { signal: AbortSignal; input?: AsyncIterable<Buffer>; user?: string };
export type ExecResult = { exitCode: number; stdout: string; stderr: string };

export type LogOptions = {
  follow: boolean;
  /** Lines from the end to begin with; all when absent. */
  tail?: number;
  since?: Date;
  signal: AbortSignal;
};
/** One line, without its line end. Lines longer than 16 KiB arrive in pieces. */
export type EngineLogLine = { at: Date; stream: "stdout" | "stderr"; text: string };

export type EngineStats = {
  at: Date;
  /** 1 = one vCPU fully used. */
  cpu: number;
  memoryBytes: number;
  memoryLimitBytes: number;
  networkReceivedBytes: number;
  networkSentBytes: number;
  diskReadBytes: number;
  diskWrittenBytes: number;
};

/** Counters since the container's start, except for memory, which is what it holds now. */
export type EngineUsage = Omit<EngineStats, "cpu"> & {
  /** Time of CPUs used, in seconds. */
  cpuSeconds: number;
};

export type EngineEvent = {
  at: Date;
  containerId: string;
  labels: Labels;
  action:
    | "create"
    | "start"
    | "die"
    | "stop"
    | "kill"
    | "oom"
    | "restart"
    | "destroy"
    | "health"
    | "rename"
    | "other";
  exitCode?: number;
  health?: "healthy" | "unhealthy" | "starting";
};

export type EngineErrorKind =
  | "unreachable" // the engine does not answer
  | "image-not-found" // the registry says there is no such repository or tag
  | "registry-unreachable"
  | "registry-denied"
  | "registry-busy" // 429, 5xx
  | "build-failed" // the build file is wrong, or a command of it failed
  | "port-taken"
  | "disk-full"
  | "not-found"
  | "name-taken"
  | "not-running"
  | "start-failed" // the engine could not start the container: bad command, missing entrypoint
  | "command-failed" // a program inside a container ended with something else than 0
  | "timeout"
  | "cancelled"
  | "other";

export class EngineError extends Error {
  readonly kind: EngineErrorKind;
  constructor(kind: EngineErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.name = "EngineError";
  }

  // Told by its name: pages, routes and boot each have a copy of this class, and share one engine.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "EngineError";
  }
}
