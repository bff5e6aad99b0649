import type { EngineUsage } from "@/lib/engine/engine";

/** What a service used over a span, on average; memory as it was at its end. */
export type UsagePoint = {
  /** vCPU, and MB. */
  cpu: number;
  memory: number;
  /** Bytes a second. */
  received: number;
  sent: number;
  read: number;
  written: number;
};
export const FIGURES = ["cpu", "memory", "received", "sent", "read", "written"] as const;

/** The average between two looks at the same start of a container; undefined when it was started in between. Pure. */
export function usageBetween(before: EngineUsage, after: EngineUsage): UsagePoint | undefined {
  const seconds = (after.at.getTime() - before.at.getTime()) / 1_000;
  if (seconds <= 0 || after.cpuSeconds < before.cpuSeconds) return undefined;
  const rate = (figure: "networkReceivedBytes" | "networkSentBytes" | "diskReadBytes" | "diskWrittenBytes") =>
    Math.max(0, (after[figure] - before[figure]) / seconds);
  return {
    cpu: (after.cpuSeconds - before.cpuSeconds) / seconds,
    memory: after.memoryBytes / 1024 / 1024,
    received: rate("networkReceivedBytes"),
    sent: rate("networkSentBytes"),
    read: rate("diskReadBytes"),
    written: rate("diskWrittenBytes"),
  };
}

/** Minutes as fewer, equal spans: the average of each, null where nothing is known. Pure. */
export function inSpans(minutes: readonly (number | null)[], spans: number): (number | null)[] {
  const size = minutes.length / spans;
  return Array.from({ length: spans }, (_, at) => {
    const known = minutes
      .slice(Math.round(at * size), Math.round((at + 1) * size))
      .filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  });
}
