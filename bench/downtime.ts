import { setTimeout as sleep } from "node:timers/promises";
import Docker from "dockerode";
import { apiCaller, deploymentReady } from "./calling";
import { median } from "./median";

/** How long a service with a volume is away while it is updated, against a bare stop and start of the same container. */

const APP = "downtime";
const VERSIONS = ["1.0.1", "1.1.0", "2.0.0"];
const LOOK_MS = 10;

/** @returns medians in seconds over alternating runs, and their ratio */
export async function measureDowntime(url: string, cookie: string) {
  const docker = new Docker();
  const call = apiCaller(url, cookie);
  await call("POST", "/apps/custom", { definition: app("1.0.0") });
  const { projectId = "", deploymentId } = await call("POST", "/apps", { appId: APP });
  await deploymentReady(call, deploymentId);
  const { openUrl = "" } = await call("GET", `/projects/${projectId}`);
  const updates: number[] = [];
  const bare: number[] = [];
  for (const version of VERSIONS) {
    await call("PUT", `/apps/custom/${APP}`, { definition: app(version) });
    updates.push(
      await away(openUrl, async () => {
        const { deployment_id } = await call("POST", `/updates/${projectId}/apply`, {});
        await deploymentReady(call, deployment_id);
      }),
    );
    const filters = { label: [`io.roadstead.project=${projectId}`] };
    const [found] = await docker.listContainers({ filters });
    const container = docker.getContainer(found?.Id ?? "");
    bare.push(
      await away(openUrl, async () => {
        await container.stop({ t: 10 });
        await container.start();
      }),
    );
  }
  const { volumes } = (await call("GET", `/projects/${projectId}`)) as unknown as {
    volumes: { name: string }[];
  };
  await call("DELETE", `/projects/${projectId}`, { deleteVolumes: volumes.map(({ name }) => name) });
  const [ours, theirs] = [median(updates), median(bare)];
  return {
    updateSeconds: ours,
    bareSeconds: theirs,
    ratio: Math.round((ours / theirs) * 100) / 100,
    runs: { updates, bare },
  };
}

function app(version: string) {
  return {
    ...{ id: APP, name: "Downtime", description: "Tells its version.", kind: "template", category: "other" },
    ...{ logo: APP, available: true },
    services: [
      { name: "web", image: `lab/web:${version}`, exposed: true, exposedPort: 8080, volumes: ["data:/data"] },
    ],
  };
}

/** @returns the seconds during which it did not answer, from its last answer before to its first one after */
async function away(url: string, act: () => Promise<void>): Promise<number> {
  let isOver = false;
  let last = performance.now();
  let longest = 0;
  const watching = (async () => {
    while (!isOver) {
      const answered = await fetch(url, {
        signal: AbortSignal.timeout(1_000),
        headers: { connection: "close" },
      })
        .then(({ ok }) => ok)
        .catch(() => false);
      const now = performance.now();
      if (answered) {
        longest = Math.max(longest, now - last);
        last = now;
      }
      await sleep(LOOK_MS);
    }
  })();
  await act();
  // Until it answers again.
  while (performance.now() - last > 200) await sleep(20);
  isOver = true;
  await watching;
  return Math.round(longest) / 1000;
}
