import type { EngineRegistries } from "../engine";
import { type Connection, isLoopback } from "./connect";
import { request } from "./request";

type Index = { Mirrors?: string[] | null; Secure?: boolean };
/** Podman answers null: its registries are in files that only its own machine reads. */
type Info = { RegistryConfig?: { IndexConfigs?: Record<string, Index> | null } | null };

export async function readRegistries(
  connection: Connection,
  signal?: AbortSignal,
): Promise<EngineRegistries> {
  const doing = { what: "describe itself" };
  const info = await request<Info>(connection, { method: "GET", path: "/info", doing, signal });
  const indexes = Object.entries(info.RegistryConfig?.IndexConfigs ?? {});
  const mirrors = indexes.find(([host]) => host === "docker.io")?.[1].Mirrors ?? [];
  // The loopback of another machine is none of ours.
  const isOurs = (hostname: string) => connection.local || !isLoopback(hostname);
  return {
    mirrors: mirrors.flatMap((mirror) => {
      const url = URL.parse(mirror);
      return url && isOurs(url.hostname) ? [url.origin] : [];
    }),
    insecure: indexes.flatMap(([host, { Secure }]) => {
      const url = URL.parse(`http://${host}`);
      return Secure === false && url && isOurs(url.hostname) ? [host] : [];
    }),
  };
}
