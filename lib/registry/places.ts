import type { EngineRegistries } from "@/lib/engine/engine";

/** One address of a registry. */
export type Place = {
  origin: string;
  /** The engine's operator set it up: where it leads is not judged. */
  trusted: boolean;
};

/**
 * Where a registry's API is asked, in this order, as the engine would pull from it.
 * @param registry as `parseImage` completes it: `docker.io`, `ghcr.io`, `10.0.0.5:5000`
 */
export function placesOf(registry: string, { mirrors, insecure }: EngineRegistries): Place[] {
  if (registry === "docker.io") {
    const own = { origin: "https://registry-1.docker.io", trusted: false };
    return [...mirrors.map((origin) => ({ origin, trusted: true })), own];
  }
  const mirror = mirrors.find((origin) => new URL(origin).host === registry);
  if (mirror) return [{ origin: mirror, trusted: true }];
  if (!insecure.includes(registry)) return [{ origin: `https://${registry}`, trusted: false }];
  // As engines do: encrypted where that works, else not.
  return [`https://${registry}`, `http://${registry}`].map((origin) => ({ origin, trusted: true }));
}
