import { connectDocker } from "./docker/docker-engine";
import { type Engine, EngineError } from "./engine";

/** Where to look; the caller reads the environment. */
export type EnginePlaces = {
  /** DOCKER_HOST as it is set. When it is, nothing else is tried. */
  dockerHost?: string;
  /** XDG_RUNTIME_DIR. */
  runtimeDir?: string;
  /** The user's home folder. */
  homeDir?: string;
};

export type FoundEngine = { engine: Engine; address: string };
export type EngineAttempt = { address: string; reason: string };

/** The addresses that are worth a try, in their order. */
export function engineAddresses({ dockerHost, runtimeDir, homeDir }: EnginePlaces): string[] {
  if (dockerHost?.trim()) return [dockerHost.trim()];
  const paths = [
    "/var/run/docker.sock",
    runtimeDir && `${runtimeDir}/docker.sock`,
    homeDir && `${homeDir}/.docker/run/docker.sock`,
    homeDir && `${homeDir}/.docker/desktop/docker.sock`,
    "/run/podman/podman.sock",
    runtimeDir && `${runtimeDir}/podman/podman.sock`,
    homeDir && `${homeDir}/.local/share/containers/podman/machine/podman.sock`,
  ];
  return paths.filter((path) => path !== undefined && path !== "").map((path) => `unix://${path}`);
}

/**
 * The first engine that answers; all are asked at once, and an earlier place wins. Takes at most some seconds.
 * @returns `found` undefined when none answered; `tried` says for each place that failed why, in a sentence
 */
export async function findEngine(
  places: EnginePlaces,
): Promise<{ found: FoundEngine | undefined; tried: EngineAttempt[] }> {
  const tried: EngineAttempt[] = [];
  const answers = await Promise.all(engineAddresses(places).map(tryAddress));
  for (const answer of answers) {
    if ("engine" in answer) return { found: answer, tried };
    tried.push(answer);
  }
  return { found: undefined, tried };
}

async function tryAddress(address: string): Promise<FoundEngine | EngineAttempt> {
  try {
    const engine = connectDocker(address);
    await engine.info();
    return { engine, address };
  } catch (error) {
    if (error instanceof EngineError) return { address, reason: error.message };
    throw error;
  }
}
