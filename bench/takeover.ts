import { setTimeout as sleep } from "node:timers/promises";
import { askEdge, loadEdge } from "@/lib/edge/asking/testing";
import { discard, freePort, signInByApi, startRoadstead } from "../e2e/roadstead";
import { apiCaller, deploymentReady } from "./calling";

/** Updates of a service without volumes, reached by a domain, while it is asked again and again. */

const PER_SECOND = 50;
const VERSIONS = ["1.0.1", "1.1.0", "2.0.0"];
const APP = "takeover";
const DOMAIN = "takeover.example.test";

/** @returns how many requests there were during so many updates, and how many of them failed */
export async function measureTakeover() {
  const [port, httpPort] = [await freePort(), await freePort()];
  const server = await startRoadstead({
    env: {
      ...{ ROADSTEAD_EDGE: "managed", ROADSTEAD_ACME_CA: "internal", ROADSTEAD_EDGE_ADDRESSES: "127.0.0.1" },
      ...{ ROADSTEAD_EDGE_HTTPS_PORT: String(port), ROADSTEAD_EDGE_HTTP_PORT: String(httpPort) },
    },
  });
  try {
    const call = apiCaller(server.url, await signInByApi(server));
    await call("POST", "/apps/custom", { definition: app("1.0.0") });
    const endpoints = [{ service: "web", port: 8080, mode: "domain", domain: DOMAIN }];
    const { projectId, deploymentId } = await call("POST", "/apps", { appId: APP, endpoints });
    await deploymentReady(call, deploymentId);
    await served(port);
    const stop = loadEdge({ port }, DOMAIN, PER_SECOND);
    for (const version of VERSIONS) {
      await call("PUT", `/apps/custom/${APP}`, { definition: app(version) });
      await deploymentReady(call, (await call("POST", `/updates/${projectId}/apply`, {})).deployment_id);
    }
    const { failures, count } = await stop();
    await call("DELETE", `/projects/${projectId}`, { deleteVolumes: [] });
    return {
      perSecond: PER_SECOND,
      updates: VERSIONS.length,
      requests: count,
      failed: failures.length,
      failures: failures.slice(0, 5),
    };
  } finally {
    await discard(server);
  }
}

function app(version: string) {
  return {
    ...{ id: APP, name: "Takeover", description: "Tells its version.", kind: "template", category: "other" },
    ...{ logo: APP, available: true },
    services: [
      { name: "web", image: `lab/web:${version}`, exposed: true, exposedPort: 8080, stopGracePeriod: "1s" },
    ],
  };
}

async function served(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if ((await askEdge({ port }, DOMAIN).catch(() => undefined))?.status === 200) return;
    await sleep(100);
  }
  throw new Error("The domain is not served.");
}
