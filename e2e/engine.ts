import Docker from "dockerode";
import { freePort } from "./roadstead";

/** What really is on the engine, asked past Roadstead. */

const PROJECT = "io.roadstead.project";
const SERVICE = "io.roadstead.service";

export const docker = new Docker({
  socketPath: (process.env.DOCKER_HOST ?? "/var/run/docker.sock").replace(/^unix:\/\//, ""),
});

export type OnEngine = { containers: string[]; networks: string[]; volumes: string[] };

/** Names of everything that carries a project's label. */
export async function onEngine(projectId: string): Promise<OnEngine> {
  const filters = { label: [`${PROJECT}=${projectId}`] };
  const [containers, networks, { Volumes: volumes }] = await Promise.all([
    docker.listContainers({ all: true, filters }),
    docker.listNetworks({ filters }),
    docker.listVolumes({ filters }),
  ]);
  return {
    containers: containers.map(({ Names, Id }) => Names[0]?.slice(1) ?? Id).sort(),
    networks: networks.map(({ Name }) => Name).sort(),
    volumes: (volumes ?? []).map(({ Name }) => Name).sort(),
  };
}

/** Names of the images that were built for a project. */
export async function builtImages(projectId: string): Promise<string[]> {
  const images = await docker.listImages({ filters: { label: [`${PROJECT}=${projectId}`] } });
  return images.flatMap(({ RepoTags, Id }) => RepoTags ?? [Id]);
}

export const NOTHING: OnEngine = { containers: [], networks: [], volumes: [] };

/** The id of the container that runs a project's service; undefined when none runs. */
export async function runningContainer(projectId: string, service: string): Promise<string | undefined> {
  const [found] = await docker.listContainers({
    filters: { label: [`${PROJECT}=${projectId}`, `${SERVICE}=${service}`], status: ["running"] },
  });
  return found?.Id;
}

export async function removeVolume(name: string): Promise<void> {
  await docker.getVolume(name).remove();
}

/** A container of the spec's own, outside Roadstead. */
export type OwnContainer = {
  port: number;
  /** Stops it in order and starts it again, at the same port. */
  restart(): Promise<void>;
  remove(): Promise<void>;
};

/** Runs an image of the lab with one port of it on loopback; `env` as `NAME=value`. */
export async function givenContainer(image: string, port: number, env: string[]): Promise<OwnContainer> {
  const pull = await docker.pull(image);
  await new Promise((resolve, reject) =>
    docker.modem.followProgress(pull, (error) => (error ? reject(error) : resolve(undefined))),
  );
  const hostPort = await freePort();
  const container = await docker.createContainer({
    Image: image,
    Env: env,
    ExposedPorts: { [`${port}/tcp`]: {} },
    // Chosen here: the engine would choose another one at each start.
    HostConfig: { PortBindings: { [`${port}/tcp`]: [{ HostIp: "127.0.0.1", HostPort: String(hostPort) }] } },
  });
  await container.start();
  return {
    port: hostPort,
    restart: async () => void (await container.restart({ t: 10 })),
    remove: async () => void (await container.remove({ force: true, v: true })),
  };
}

/** Removes an image from the engine, so that the next installation must pull it. */
export async function forgetImage(reference: string): Promise<void> {
  await docker
    .getImage(reference)
    .remove({ force: true })
    .catch((error: { statusCode?: number }) => {
      if (error.statusCode !== 404) throw error;
    });
}
