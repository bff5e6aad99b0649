import { checkName } from "../check";
import { EngineError, type EngineStats, type EngineUsage } from "../engine";
import type { Connection } from "./connect";
import { jsonLines } from "./framing";
import { quietly } from "./quietly";
import { request, stream } from "./request";

type CpuWire = { cpu_usage?: { total_usage?: number }; system_cpu_usage?: number; online_cpus?: number };

/** The parts that are read of one sample. Counters of time are nanoseconds since the container's start. */
export type StatsWire = {
  read?: string;
  cpu_stats?: CpuWire;
  memory_stats?: { usage?: number; limit?: number; stats?: Record<string, number> | null };
  networks?: Record<string, { rx_bytes?: number; tx_bytes?: number }> | null;
  blkio_stats?: { io_service_bytes_recursive?: { op: string; value: number }[] | null };
};

/** One sample a second, from the second one on: use of the CPU is a difference. Ends when the container stops. */
export function stats(connection: Connection, id: string, signal: AbortSignal): AsyncIterable<EngineStats> {
  const answer = stream(connection, {
    method: "GET",
    path: `/containers/${checkName("container", id)}/stats`,
    query: { stream: "true" },
    doing: { what: "measure", container: id },
    signal,
  });
  return quietly(samples(jsonLines<StatsWire>(answer)), signal);
}

async function* samples(source: AsyncIterable<StatsWire>): AsyncGenerator<EngineStats, void, undefined> {
  let last: StatsWire | undefined;
  for await (const wire of source) {
    // A container that does not run is measured at the year 1.
    if (!(Date.parse(wire.read ?? "") > 0)) return;
    if (last) yield statsFromWire(wire, last);
    last = wire;
  }
}

/** One look: the engine answers at once instead of measuring for a second. */
export async function usage(connection: Connection, id: string): Promise<EngineUsage | undefined> {
  try {
    const wire = await request<StatsWire>(connection, {
      method: "GET",
      path: `/containers/${checkName("container", id)}/stats`,
      query: { stream: "false", "one-shot": "true" },
      doing: { what: "measure", container: id },
    });
    if (!(Date.parse(wire.read ?? "") > 0)) return undefined;
    return { ...heldFromWire(wire), cpuSeconds: (wire.cpu_stats?.cpu_usage?.total_usage ?? 0) / 1e9 };
  } catch (error) {
    if (error instanceof EngineError && error.kind === "not-found") return undefined;
    throw error;
  }
}

export function statsFromWire(wire: StatsWire, last: StatsWire): EngineStats {
  return { ...heldFromWire(wire), cpu: cpuOf(wire, last) };
}

function heldFromWire(wire: StatsWire): Omit<EngineStats, "cpu"> {
  const networks = Object.values(wire.networks ?? {});
  const memory = wire.memory_stats ?? {};
  return {
    at: new Date(wire.read ?? 0),
    memoryBytes: memoryOf(memory),
    memoryLimitBytes: memory.limit ?? 0,
    networkReceivedBytes: networks.reduce((sum, card) => sum + (card.rx_bytes ?? 0), 0),
    networkSentBytes: networks.reduce((sum, card) => sum + (card.tx_bytes ?? 0), 0),
    diskReadBytes: diskOf(wire, "read"),
    diskWrittenBytes: diskOf(wire, "write"),
  };
}

/**
 * The Docker Engine API reference (GET /containers/{id}/stats) gives: used = container's delta / system's delta
 * × online CPUs. The system's counter sums over all CPUs, so this is in vCPU. Where it is missing, the same
 * over the time between the samples.
 */
function cpuOf(wire: StatsWire, last: StatsWire): number {
  const used = (wire.cpu_stats?.cpu_usage?.total_usage ?? 0) - (last.cpu_stats?.cpu_usage?.total_usage ?? 0);
  const system = (wire.cpu_stats?.system_cpu_usage ?? 0) - (last.cpu_stats?.system_cpu_usage ?? 0);
  const passed = (Date.parse(wire.read ?? "") - Date.parse(last.read ?? "")) * 1e6;
  if (used <= 0) return 0;
  if (system > 0) return (used / system) * (wire.cpu_stats?.online_cpus || 1);
  return passed > 0 ? used / passed : 0;
}

/** Without the page cache that the kernel gives back when asked, as the same reference says (cgroup v2, then v1). */
function memoryOf({ usage = 0, stats: detail }: NonNullable<StatsWire["memory_stats"]>): number {
  const cache = detail?.inactive_file ?? detail?.total_inactive_file ?? 0;
  return cache < usage ? usage - cache : usage;
}

function diskOf(wire: StatsWire, operation: "read" | "write"): number {
  const entries = wire.blkio_stats?.io_service_bytes_recursive ?? [];
  return entries.reduce((sum, { op, value }) => (op.toLowerCase() === operation ? sum + value : sum), 0);
}
