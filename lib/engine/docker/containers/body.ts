import type { ContainerSpec } from "../../engine";
import { healthcheckToWire } from "../images";

// A noisy app must not fill the disk: 3 files of 10 MB each, then the oldest goes.
const LOG_LIMITS = { Type: "json-file", Config: { "max-size": "10m", "max-file": "3" } };

/** The Engine API's body for a checked spec. What is not said here cannot be had: no privileges, no host paths. */
export function createBody(spec: ContainerSpec): object {
  return {
    Image: spec.image,
    Labels: spec.labels,
    Env: Object.entries(spec.env).map(([key, value]) => `${key}=${value}`),
    Cmd: spec.command,
    Entrypoint: spec.entrypoint,
    User: spec.user,
    // Some apps (RabbitMQ) name their data after the host: it has to outlive the container.
    Hostname: spec.aliases.find((alias) => /^[A-Za-z0-9-]{1,63}$/.test(alias)),
    ExposedPorts: Object.fromEntries(spec.ports.map((port) => [portKey(port), {}])),
    Healthcheck: spec.healthcheck && healthcheckToWire(spec.healthcheck),
    StopTimeout: spec.stopGraceMs === undefined ? undefined : Math.ceil(spec.stopGraceMs / 1000),
    HostConfig: hostConfig(spec),
    NetworkingConfig: { EndpointsConfig: { [spec.network]: { Aliases: spec.aliases } } },
  };
}

function hostConfig(spec: ContainerSpec) {
  const memoryBytes = spec.memoryMb && Math.round(spec.memoryMb * 1024 * 1024);
  return {
    NetworkMode: spec.network,
    Mounts: spec.volumes.map(({ volume, target, readOnly }) => ({
      Type: "volume",
      Source: volume,
      Target: target,
      ReadOnly: readOnly,
    })),
    PortBindings: portBindings(spec.ports),
    RestartPolicy: { Name: spec.restart },
    Memory: memoryBytes,
    // As much as the memory: no swap on top, so that the limit means what it says.
    MemorySwap: memoryBytes,
    NanoCpus: spec.cpuCores && Math.round(spec.cpuCores * 1e9),
    ShmSize: spec.shmSizeMb && Math.round(spec.shmSizeMb * 1024 * 1024),
    LogConfig: LOG_LIMITS,
    // Images with an init of their own (s6) must be process 1; stubborn ones are killed after their grace instead.
    Init: false,
    Privileged: false,
    // A program cannot gain rights by a setuid file. Stepping down from root (gosu, su-exec) still works.
    SecurityOpt: ["no-new-privileges"],
  };
}

function portBindings(ports: ContainerSpec["ports"]) {
  const bindings: Record<string, { HostIp: string; HostPort: string }[]> = {};
  for (const port of ports) {
    bindings[portKey(port)] ??= [];
    bindings[portKey(port)]?.push({ HostIp: port.hostIp, HostPort: String(port.hostPort) });
  }
  return bindings;
}

function portKey({ containerPort, protocol }: { containerPort: number; protocol: string }) {
  return `${containerPort}/${protocol}`;
}
