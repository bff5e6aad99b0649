import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import Docker from "dockerode";
import { parseDefinition } from "@/lib/app-definition/parse";
import { median } from "./median";

/** Installing a two-service app through Roadstead against the same containers started by a bare script. */

const APP = "wordpress";
const RUNS = 7;
const PROBE_MS = 500;

type Containers = { id: string; name: string; test: string[] }[];

/** @returns medians in seconds over alternating runs, images present, and their ratio */
export async function measureInstall(url: string, cookie: string) {
  const docker = new Docker();
  const roadstead: number[] = [];
  const bare: number[] = [];
  // The first install pulls the images; it is not counted.
  const warm = await install(url, cookie, "Warm");
  await uninstall(url, cookie, warm.projectId);
  for (let number = 1; number <= RUNS; number++) {
    const { projectId, seconds } = await install(url, cookie, `Bench install ${number}`);
    roadstead.push(seconds);
    const copies = await describeContainers(docker, projectId);
    await uninstall(url, cookie, projectId);
    bare.push(await runBare(docker, copies, `bench-${number}`));
  }
  const [ours, theirs] = [median(roadstead), median(bare)];
  return {
    app: APP,
    roadsteadSeconds: ours,
    bareSeconds: theirs,
    ratio: Math.round((ours / theirs) * 1000) / 1000,
    runs: { roadstead, bare },
  };
}

async function install(url: string, cookie: string, name: string) {
  const headers = { cookie, "content-type": "application/json" };
  const began = performance.now();
  const answer = await fetch(`${url}/api/apps`, {
    method: "POST",
    headers,
    body: JSON.stringify({ appId: APP, name }),
  });
  if (answer.status !== 201) throw new Error(`install answered ${answer.status}: ${await answer.text()}`);
  const { projectId, deploymentId } = (await answer.json()) as { projectId: string; deploymentId: string };
  for (;;) {
    const deployment = await (await fetch(`${url}/api/deployments/${deploymentId}`, { headers })).json();
    if (deployment.state === "ready") return { projectId, seconds: (performance.now() - began) / 1000 };
    if (deployment.finishedAt) throw new Error(`the install ended ${deployment.state}: ${deployment.reason}`);
    await sleep(25);
  }
}

async function uninstall(url: string, cookie: string, projectId: string): Promise<void> {
  const headers = { cookie, "content-type": "application/json" };
  const { volumes } = await (await fetch(`${url}/api/projects/${projectId}`, { headers })).json();
  const deleteVolumes = volumes.map((volume: { name: string }) => volume.name);
  const answer = await fetch(`${url}/api/projects/${projectId}`, {
    method: "DELETE",
    headers,
    body: JSON.stringify({ deleteVolumes }),
  });
  if (!answer.ok) throw new Error(`uninstall answered ${answer.status}: ${await answer.text()}`);
}

/** What Roadstead made, as the engine tells it, so that the bare script makes exactly the same. */
async function describeContainers(docker: Docker, projectId: string) {
  const found = await docker.listContainers({
    all: true,
    filters: { label: [`io.roadstead.project=${projectId}`] },
  });
  const inspected = await Promise.all(found.map(({ Id }) => docker.getContainer(Id).inspect()));
  const parsed = parseDefinition(JSON.parse(await readFile(`catalog/${APP}.json`, "utf8")));
  if (!parsed.ok) throw new Error("the definition does not parse");
  const order = parsed.definition.services.map(({ name }) => name);
  const needs = new Map(parsed.definition.services.map(({ name, dependsOn }) => [name, dependsOn ?? []]));
  const copies = inspected.map((container) => ({
    container,
    service: container.Config.Labels["io.roadstead.service"] ?? "",
  }));
  return copies.sort(
    (a, b) =>
      (needs.get(a.service)?.length ?? 0) - (needs.get(b.service)?.length ?? 0) ||
      order.indexOf(a.service) - order.indexOf(b.service),
  );
}

type Copies = Awaited<ReturnType<typeof describeContainers>>;

async function runBare(docker: Docker, copies: Copies, name: string): Promise<number> {
  const made: Containers = [];
  const volumes = new Set<string>();
  const began = performance.now();
  const network = await docker.createNetwork({ Name: name, Driver: "bridge" });
  try {
    for (const { container, service } of copies) {
      const binds = (container.Mounts ?? [])
        .filter(({ Type }) => Type === "volume")
        .map(({ Name, Destination }) => ({ volume: `${name}_${Name}`, Destination }));
      for (const { volume } of binds) volumes.add(volume);
      const created = await docker.createContainer({
        name: `${name}-${service}`,
        Image: container.Image,
        Env: container.Config.Env,
        Cmd: container.Config.Cmd,
        Entrypoint: container.Config.Entrypoint as string[],
        Healthcheck: container.Config.Healthcheck,
        HostConfig: {
          Binds: binds.map(({ volume, Destination }) => `${volume}:${Destination}`),
          PortBindings: container.HostConfig.PortBindings,
        },
        NetworkingConfig: { EndpointsConfig: { [name]: { Aliases: [service] } } },
      });
      made.push({ id: created.id, name: service, test: container.Config.Healthcheck?.Test ?? [] });
      await created.start();
      await untilHealthy(docker, created.id, container.Config.Healthcheck?.Test ?? []);
    }
    return (performance.now() - began) / 1000;
  } finally {
    for (const { id } of made) await docker.getContainer(id).remove({ force: true, v: true });
    for (const volume of volumes) await docker.getVolume(volume).remove();
    await network.remove();
  }
}

async function untilHealthy(docker: Docker, id: string, test: string[]): Promise<void> {
  const [kind, ...rest] = test;
  if (!kind || kind === "NONE") return;
  const Cmd = kind === "CMD-SHELL" ? ["/bin/sh", "-c", ...rest] : rest;
  for (;;) {
    const exec = await docker.getContainer(id).exec({ Cmd, AttachStdout: true, AttachStderr: true });
    const stream = await exec.start({});
    stream.resume();
    await new Promise((resolve) => stream.once("end", resolve));
    if ((await exec.inspect()).ExitCode === 0) return;
    await sleep(PROBE_MS);
  }
}
