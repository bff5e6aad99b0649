import type { EngineContainer, HostPort } from "../../engine";

type PortMap = Record<string, { HostIp?: string; HostPort?: string }[] | null>;

/** The parts that are read of what the engine says about one container. */
export type ContainerWire = {
  Id: string;
  Name: string;
  Image: string;
  RestartCount?: number;
  State: {
    Status: string;
    ExitCode?: number;
    OOMKilled?: boolean;
    Error?: string;
    StartedAt?: string;
    FinishedAt?: string;
    Health?: { Status?: string; Log?: { ExitCode?: number; Output?: string }[] | null } | null;
  };
  Config: { Image: string; Labels?: Record<string, string> | null };
  HostConfig?: {
    PortBindings?: PortMap | null;
    Memory?: number;
    NanoCpus?: number;
    RestartPolicy?: { Name?: string } | null;
  } | null;
  NetworkSettings?: { Ports?: PortMap | null; Networks?: Record<string, object> | null } | null;
};

export function containerFromWire(wire: ContainerWire): EngineContainer {
  const { State: wireState } = wire;
  const state = stateOf(wireState.Status);
  const ended = state === "exited" || state === "dead" || state === "restarting";
  return {
    id: wire.Id,
    name: wire.Name.replace(/^\//, ""),
    labels: wire.Config.Labels ?? {},
    image: wire.Config.Image,
    imageId: wire.Image,
    state,
    health: healthOf(wireState.Health?.Status),
    exitCode: ended ? wireState.ExitCode : undefined,
    oomKilled: wireState.OOMKilled ?? false,
    restartCount: wire.RestartCount ?? 0,
    startedAt: timeOf(wireState.StartedAt),
    finishedAt: timeOf(wireState.FinishedAt),
    ports: portsOf(wire),
    networks: Object.keys(wire.NetworkSettings?.Networks ?? {}),
    error: wireState.Error || undefined,
    healthOutput: failedCheck(wireState.Health?.Log ?? []),
    ...limitsOf(wire.HostConfig ?? {}),
  };
}

function failedCheck(log: readonly { ExitCode?: number; Output?: string }[]): string | undefined {
  const last = log.at(-1);
  return last?.ExitCode ? last.Output?.trim() || undefined : undefined;
}

function limitsOf({ Memory, NanoCpus, RestartPolicy }: NonNullable<ContainerWire["HostConfig"]>) {
  return {
    memoryMb: Memory ? Math.round(Memory / 1024 / 1024) : undefined,
    cpuCores: NanoCpus ? NanoCpus / 1e9 : undefined,
    restart: policyOf(RestartPolicy?.Name),
  };
}

function policyOf(name: string | undefined): EngineContainer["restart"] {
  return name === "always" || name === "on-failure" || name === "unless-stopped" ? name : "no";
}

/** What Podman calls by other names besides Docker's own. */
function stateOf(status: string): EngineContainer["state"] {
  switch (status) {
    case "running":
    case "restarting":
    case "paused":
    case "exited":
    case "dead":
      return status;
    case "removing":
      return "dead";
    case "stopping":
      return "running";
    case "stopped":
      return "exited";
    default:
      return "created";
  }
}

function healthOf(status: string | undefined): EngineContainer["health"] {
  return status === "starting" || status === "healthy" || status === "unhealthy" ? status : "none";
}

/** Engines say the year 1 for "never". */
function timeOf(text: string | undefined): Date | undefined {
  const time = new Date(text ?? "");
  return time.getTime() > 0 ? time : undefined;
}

/** What is bound while it runs, what it will bind otherwise. A port that the engine is to choose is left out. */
export function portsOf(wire: ContainerWire): EngineContainer["ports"] {
  const live = Object.values(wire.NetworkSettings?.Ports ?? {}).some((bindings) => bindings?.length);
  const map = (live ? wire.NetworkSettings?.Ports : wire.HostConfig?.PortBindings) ?? {};
  return Object.entries(map).flatMap(([key, bindings]) => {
    const [containerPort, protocol] = key.split("/");
    return (bindings ?? []).flatMap((binding) => {
      const hostPort = Number(binding.HostPort);
      if (!hostPort) return [];
      return {
        containerPort: Number(containerPort),
        protocol: protocol === "udp" ? ("udp" as const) : ("tcp" as const),
        hostIp: binding.HostIp || "0.0.0.0",
        hostPort,
      };
    });
  });
}

export function hostPortsOf(wire: ContainerWire): HostPort[] {
  return portsOf(wire).map(({ hostPort, protocol, hostIp }) => ({
    hostPort,
    protocol,
    hostIp,
    containerId: wire.Id,
  }));
}
