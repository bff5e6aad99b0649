import type { AppDefinition } from "@/lib/app-definition/schema";
import type { HostFit } from "@/lib/apps/schema";
import { engineStatus } from "@/lib/servers";

type Needs = NonNullable<AppDefinition["minResources"]>;
type Capacity = HostFit["capacity"];
type Shortage = { needed: number; available: number };

// A machine sold as 4 GB reports a little less.
const TOLERANCE = 0.9;

/** How an app's needs compare with the machine its containers would run on. Unknown capacity lacks nothing. */
export async function measureFit(needs: Needs | undefined): Promise<HostFit> {
  const status = await engineStatus();
  const capacity: Capacity =
    status.state === "ready"
      ? {
          cpuCores: positive(status.info.cpuCores),
          memoryMb: positive(status.info.memoryMb),
          source: "engine",
        }
      : { cpuCores: null, memoryMb: null, source: "unknown" };
  return { minResources: needs ?? null, capacity, fit: fitOf(needs ?? {}, capacity) };
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
