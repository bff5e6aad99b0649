import type { AppDefinition } from "@/lib/app-definition/schema";
import type { HostFit } from "@/lib/apps/schema";
import { engineStatus } from "@/lib/servers";
import { settings } from "@/lib/settings";
import { cloudWorkspace } from "./resources/cloud-sizing";
import type { Resources } from "./resources/profiles";

type Needs = NonNullable<AppDefinition["minResources"]>;
type Capacity = HostFit["capacity"];
type Sized = Pick<AppDefinition, "minResources" | "services">;
type Shortage = { needed: number; available: number };

// A machine sold as 4 GB reports a little less.
const TOLERANCE = 0.9;

/**
 * How an app's needs compare with the machine its containers would run on. Unknown capacity lacks nothing. On cloud no
 * machine is compared; there the answer tells the workspace that its services would share.
 * @param resources limits by service, as saved: a machine below one of them cannot grant it
 */
export async function measureFit(definition: Sized, resources: Resources = {}): Promise<HostFit> {
  return compareFit(definition, resources, await measureCapacity());
}

/** The same against a capacity that is known. */
export function compareFit(
  { minResources, services }: Sized,
  resources: Resources,
  capacity: Capacity,
): HostFit {
  const isCloud = settings().deployMode === "cloud";
  return {
    minResources: minResources ?? null,
    capacity,
    fit: fitOf(needsOf(minResources, resources), capacity),
    ...(isCloud && { workspace: cloudWorkspace(services, resources) }),
  };
}

/** What the machine has that containers run on; null where it is not known, as on cloud. */
export async function measureCapacity(): Promise<Capacity> {
  const isCloud = settings().deployMode === "cloud";
  const status = isCloud ? undefined : await engineStatus();
  if (status?.state !== "ready") return { cpuCores: null, memoryMb: null, source: "unknown" };
  const { cpuCores, memoryMb } = status.info;
  return { cpuCores: positive(cpuCores), memoryMb: positive(memoryMb), source: "engine" };
}

/** The author's minimum, or the largest limit that was saved for a service when that is more. */
function needsOf(minimum: Needs = {}, resources: Resources): Needs {
  const largest = (figure: "cpuCores" | "memoryMb") => {
    const figures = Object.values(resources).flatMap((one) => one[figure] ?? []);
    return Math.max(0, minimum[figure] ?? 0, ...figures) || undefined;
  };
  return { cpuCores: largest("cpuCores"), memoryMb: largest("memoryMb") };
}

/** What is lacking, with 10% tolerance; `memory` (MB) and `cpu` (vCPU) are set only where something is. */
export function fitOf(needs: Needs, capacity: Pick<Capacity, "cpuCores" | "memoryMb">): HostFit["fit"] {
  const memory = shortage(needs.memoryMb, capacity.memoryMb);
  const cpu = shortage(needs.cpuCores, capacity.cpuCores);
  return { ok: !memory && !cpu, ...(memory && { memory }), ...(cpu && { cpu }) };
}

/** What is lacking, in one sentence with both figures; undefined when it fits. */
export function shortageInWords(appName: string, { fit }: HostFit): string | undefined {
  const lacks = [
    fit.memory && `${fit.memory.needed} MB of memory, and this machine has ${fit.memory.available} MB`,
    fit.cpu && `${fit.cpu.needed} processor cores, and this machine has ${fit.cpu.available}`,
  ].filter(Boolean);
  return lacks.length > 0 ? `${appName} needs ${lacks.join("; it needs ")}.` : undefined;
}

function shortage(needed: number | undefined, available: number | null): Shortage | undefined {
  if (needed === undefined || available === null || available >= needed * TOLERANCE) return undefined;
  return { needed, available };
}

function positive(figure: number): number | null {
  return Number.isFinite(figure) && figure > 0 ? figure : null;
}
