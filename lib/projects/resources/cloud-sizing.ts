import type { ServiceResources } from "@/lib/app-definition/schema";
import { type Resources, resourcesOf } from "./profiles";

/** An amount of machine: vCPU, MB of memory, MB of disk. */
export type Capacity = { cpuCores: number; memoryMb: number; diskMb: number };
export type CapacityShortage = { figure: keyof Capacity; needed: number; available: number };
type Sized = { name: string; build?: unknown };

// For the container engine and the operating system.
const SYSTEM_MEMORY_MB = 512;
const LEAST_DISK_MB = 8 * 1024;
/** What a compiler needs to come to an end at all. */
const LEAST_BUILDER: Capacity = { cpuCores: 1, memoryMb: 2048, diskMb: 4096 };

/**
 * The one workspace that the services of an app share on cloud: the sum of their CPU limits in whole vCPU, at least
 * one; the sum of their memory limits and 512 MB; the largest disk request, at least 8 GB. A service without a limit
 * adds nothing.
 */
export function cloudWorkspace(services: readonly Sized[], resources: Resources): Capacity {
  const all = services.map(({ name }) => resourcesOf(resources, name));
  return {
    cpuCores: Math.max(1, Math.ceil(sum(all.map(({ cpuCores = 0 }) => cpuCores)))),
    memoryMb: sum(all.map(({ memoryMb = 0 }) => memoryMb)) + SYSTEM_MEMORY_MB,
    diskMb: Math.max(LEAST_DISK_MB, ...all.map(({ diskMb = 0 }) => diskMb)),
  };
}

/**
 * What building from source reserves beside the workspace: all that the pool has left, within the saved caps, and never
 * less than a build needs. An app of ready images reserves nothing.
 * @param pool what the infrastructure provider reports for the organization; a missing figure is unknown
 */
export function sourceBuilder(
  services: readonly Sized[],
  workspace: Capacity,
  pool: Partial<Capacity> = {},
  caps: ServiceResources = {},
): Capacity | null {
  if (!services.some(({ build }) => build !== undefined)) return null;
  const share = (figure: keyof Capacity) => {
    const cap = caps[figure] ?? Number.POSITIVE_INFINITY;
    const least = Math.min(LEAST_BUILDER[figure], cap);
    const left = pool[figure] === undefined ? undefined : pool[figure] - workspace[figure];
    return left === undefined ? (caps[figure] ?? least) : Math.max(least, Math.min(left, cap));
  };
  return { cpuCores: share("cpuCores"), memoryMb: share("memoryMb"), diskMb: share("diskMb") };
}

/**
 * What an organization's plan lacks for a workspace and its builder; empty when they fit. What the plan does not tell
 * is never short.
 */
export function cloudShortages(
  needs: readonly (Capacity | null)[],
  plan: Partial<Capacity>,
): CapacityShortage[] {
  return (["cpuCores", "memoryMb", "diskMb"] as const).flatMap((figure) => {
    const needed = sum(needs.map((one) => one?.[figure] ?? 0));
    const available = plan[figure];
    return available === undefined || needed <= available ? [] : [{ figure, needed, available }];
  });
}

/** In thousandths, since 0.1 + 0.2 must not round up to a vCPU more. */
function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + Math.round(figure * 1000), 0) / 1000;
}
