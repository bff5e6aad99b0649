import type { EngineInfo } from "../engine";
import type { Connection } from "./connect";
import { request } from "./request";

type Info = {
  Name?: string;
  OperatingSystem?: string;
  Architecture?: string;
  NCPU?: number;
  MemTotal?: number;
};
type Version = { Version?: string; Components?: { Name?: string; Version?: string }[] | null };

export async function readInfo(connection: Connection, signal?: AbortSignal): Promise<EngineInfo> {
  const doing = { what: "describe itself" };
  const [info, version] = await Promise.all([
    request<Info>(connection, { method: "GET", path: "/info", doing, signal }),
    request<Version>(connection, { method: "GET", path: "/version", doing, signal }),
  ]);
  const podman = version.Components?.find((component) => component.Name?.startsWith("Podman"));
  return {
    product: podman ? "Podman" : "Docker",
    version: podman?.Version ?? version.Version ?? "unknown",
    hostname: info.Name ?? "",
    operatingSystem: info.OperatingSystem ?? "",
    architecture: info.Architecture ?? "",
    cpuCores: info.NCPU ?? 0,
    memoryMb: Math.floor((info.MemTotal ?? 0) / 1024 / 1024),
    local: connection.local,
  };
}
