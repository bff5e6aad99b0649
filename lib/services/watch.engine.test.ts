import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { givenRealEngine } from "@/lib/deployments/run/testing";
import { deployments } from "@/lib/deployments/table";
import { givenProject, givenQueued } from "@/lib/deployments/testing";
import type { ContainerSpec } from "@/lib/engine/engine";
import { freezeProject } from "@/lib/projects/freeze";
import { projectStatuses } from "@/lib/projects/runtime";
import { useEngine as giveEngine, installationId, LABELS } from "@/lib/servers";
import { watchServices } from "./watch";

givenDatabase();
const engine = givenRealEngine();
const registry = process.env.LAB_REGISTRY ?? "127.0.0.1:5000";
const stop = new AbortController();
let watching: Promise<void>;

beforeAll(() => {
  giveEngine(engine);
  watching = watchServices(stop.signal, { find: async () => engine });
});
afterAll(async () => {
  stop.abort();
  await watching;
  giveEngine(undefined);
});

/** A container of a project's only service, as a deployment makes it. */
async function givenService(image: string, more: Partial<ContainerSpec> = {}) {
  const owner = await givenOwner();
  const reference = `${registry}/${image}`;
  const project = await givenProject(owner, [{ name: "web", image: reference }]);
  const deployment = await givenQueued(owner, project.id);
  const snapshot = { ...(await freezeProject(project.id)), images: {} };
  await db().update(deployments).set({ snapshot }).where(eq(deployments.id, deployment));
  const pulled = await engine.pullImage(reference, {
    signal: AbortSignal.timeout(60_000),
    onProgress: () => {},
  });
  const labels = {
    [LABELS.installation]: await installationId(),
    [LABELS.project]: project.id,
    [LABELS.deployment]: deployment,
    [LABELS.service]: "web",
  };
  await engine.ensureNetwork(`${project.slug}_default`, labels);
  const id = await engine.createContainer({
    ...{ name: `${project.slug}-web`, image: pulled.id, labels, env: {}, volumes: [], files: [], ports: [] },
    ...{ network: `${project.slug}_default`, aliases: [], restart: "unless-stopped", ...more },
  });
  await engine.startContainer(id).catch(() => {});
  const read = async () => (await projectStatuses([project])).get(project.id)?.services[0];
  return { id, read };
}

const SLOWLY = { timeout: 60_000, interval: 250 };

test("a program that keeps ending is a crash loop, told with its code", async () => {
  const { id, read } = await givenService("lab/crash:1", { env: { EXIT_CODE: "3" } });
  await expect.poll(read, SLOWLY).toMatchObject({
    state: "crash-loop",
    exitCode: 3,
    reason: expect.stringMatching(/^Restarted \d+ times in .+; exits with 3 (at once|after .+)$/),
  });
  await engine.removeContainer(id);
  await expect.poll(read, SLOWLY).toMatchObject({ state: "missing", containerId: null });
}, 90_000);

test("a program that wants too much memory was killed by the kernel, and that is said", async () => {
  const { read } = await givenService("lab/oom:1", { memoryMb: 32, restart: "no" });
  await expect.poll(read, SLOWLY).toMatchObject({
    state: "out-of-memory",
    reason: "Killed by the kernel: it wanted more than its 32 MB limit",
  });
}, 90_000);

test("a failing health check is told with what it wrote", async () => {
  const { id, read } = await givenService("lab/unhealthy:1");
  await expect.poll(read, SLOWLY).toMatchObject({
    state: "unhealthy",
    reason: expect.stringMatching(/^Its health check fails: .+50\d/),
  });
  await engine.stopContainer(id, 1_000);
  await expect
    .poll(read, SLOWLY)
    .toMatchObject({ state: "stopped", reason: "Stopped by hand on the engine" });
}, 90_000);
