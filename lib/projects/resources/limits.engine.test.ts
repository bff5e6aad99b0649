import { expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { LIMITS } from "@/lib/deployments/run/limits";
import { givenRealEngine } from "@/lib/deployments/run/testing";
import { givenProject, givenQueued, givenWorkers, untilEnded } from "@/lib/deployments/testing";
import { useEngine } from "@/lib/servers";
import { planChange } from "../plan/plan";
import { projectStatuses } from "../runtime";
import { changeResources } from "./resources";

givenDatabase();
const engine = givenRealEngine();
const givenWorker = givenWorkers();

test("limits reach the container with the next deployment, and leave it with the one after their removal", async () => {
  useEngine(engine);
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "lab/web:1.0.0" }]);
  const { id: projectId } = project;
  await givenWorker({ engine: async () => engine, limits: LIMITS });
  const deploy = async () => {
    const ended = await untilEnded(await givenQueued(owner, projectId, "settings"), 60_000);
    expect(ended).toMatchObject({ state: "ready", reason: null });
    const services = (await projectStatuses([project])).get(projectId)?.services;
    return services?.[0]?.containerId ?? "";
  };
  const memoryOf = async (id: string) => {
    for await (const sample of engine.stats(id, AbortSignal.timeout(10_000))) return sample.memoryLimitBytes;
    throw new Error("nothing was measured");
  };
  const processorsOf = async (id: string) => {
    const argv = [
      "sh",
      "-c",
      "cat /sys/fs/cgroup/cpu.max 2>/dev/null || cat /sys/fs/cgroup/cpu/cpu.cfs_quota_us",
    ];
    return (await engine.exec(id, argv, { timeoutMs: 5_000 })).stdout.trim();
  };
  const MB = 1024 * 1024;
  const free = await deploy();
  const all = await memoryOf(free);
  expect(all).toBeGreaterThan(64 * MB);
  const uncapped = await processorsOf(free);

  await changeResources(owner, { projectId, resources: { web: { memoryMb: 64, cpuCores: 0.5 } } });
  expect((await planChange(owner, { projectId })).services).toMatchObject([
    { name: "web", change: "recreated", why: ["limits"] },
  ]);
  expect(await memoryOf(free)).toBe(all);
  const capped = await deploy();
  expect(await memoryOf(capped)).toBe(64 * MB);
  expect(await processorsOf(capped)).toMatch(/^50000\b/);

  await changeResources(owner, { projectId, resources: { web: { memoryMb: null, cpuCores: null } } });
  const again = await deploy();
  expect(await memoryOf(again)).toBe(all);
  expect(await processorsOf(again)).toBe(uncapped);
});
