import { megabytes } from "@/components/marks/words";
import type { ServiceSample, ServiceUsage } from "@/lib/projects/schema";
import type { SparklineProps } from "./sparkline";

/** The last two minutes of a service, at a sample a second. */
export const SAMPLES = 120;

/** vCPU, MB, and bytes a second both ways. */
export type Course = { cpu: number[]; memory: number[]; network: number[]; disk: number[]; limits: Limits };
type Limits = { memoryMb: number };

/** A course with one more sample. Rates are of the time between two samples, so the first has none. */
export function withSample(
  course: Course | undefined,
  last: ServiceSample | undefined,
  now: ServiceSample,
): Course {
  const seconds = last ? (Date.parse(now.at) - Date.parse(last.at)) / 1_000 : 0;
  const rate = (of: (sample: ServiceSample) => number) =>
    last && seconds > 0 ? [Math.max(0, (of(now) - of(last)) / seconds)] : [];
  const more = (before: readonly number[] | undefined, fresh: readonly number[]) =>
    [...(before ?? []), ...fresh].slice(-SAMPLES);
  return {
    cpu: more(course?.cpu, [now.cpu]),
    memory: more(course?.memory, [now.memoryBytes / 1024 / 1024]),
    network: more(
      course?.network,
      rate((sample) => sample.networkReceivedBytes + sample.networkSentBytes),
    ),
    disk: more(
      course?.disk,
      rate((sample) => sample.diskReadBytes + sample.diskWrittenBytes),
    ),
    limits: { memoryMb: now.memoryLimitBytes / 1024 / 1024 },
  };
}

/** The four charts of a service, live. */
export function liveCharts(course: Course | undefined): SparklineProps[] {
  const memoryMb = course?.limits.memoryMb;
  return [
    chart("CPU", course?.cpu ?? [], SAMPLES, percent, 0.1),
    chart("Memory", course?.memory ?? [], SAMPLES, megabytes, 8, memoryMb ? `of ${megabytes(memoryMb)}` : ""),
    chart("Network", course?.network ?? [], SAMPLES, perSecond, 1_024),
    chart("Disk", course?.disk ?? [], SAMPLES, perSecond, 1_024),
  ];
}

/** The same over the last day. */
export function dayCharts(usage: ServiceUsage | undefined, course: Course | undefined): SparklineProps[] {
  const room = usage?.cpu.values.length ?? 2;
  const memoryMb = course?.limits.memoryMb;
  const both = (
    a: keyof ServiceUsage & ("received" | "read"),
    b: keyof ServiceUsage & ("sent" | "written"),
  ) =>
    usage?.[a].values.map((value, at) => {
      const other = usage[b].values[at];
      return value === null || other === null || other === undefined ? null : value + other;
    }) ?? [];
  return [
    chart("CPU", usage?.cpu.values ?? [], room, percent, 0.1, "", usage?.cpu),
    chart(
      "Memory",
      usage?.memory.values ?? [],
      room,
      megabytes,
      8,
      memoryMb ? `of ${megabytes(memoryMb)}` : "",
      usage?.memory,
    ),
    chart("Network", both("received", "sent"), room, perSecond, 1_024),
    chart("Disk", both("read", "written"), room, perSecond, 1_024),
  ];
}

type Bounds = { lowest: number | null; highest: number | null };

function chart(
  label: string,
  values: readonly (number | null)[],
  room: number,
  say: (value: number) => string,
  atLeast: number,
  limit = "",
  bounds: Bounds = boundsOf(values),
): SparklineProps {
  const last = values.at(-1);
  const { lowest, highest } = bounds;
  const range = lowest === null || highest === null ? "" : rangeInWords(say(lowest), say(highest));
  const detail = [range, limit].filter(Boolean).join(", ");
  const words = last === null || last === undefined ? "–" : say(last);
  return { label, words, detail: detail || "No figures yet", values, room, atLeast };
}

function rangeInWords(lowest: string, highest: string): string {
  return lowest === highest ? `always ${lowest}` : `${lowest} to ${highest}`;
}

function boundsOf(values: readonly (number | null)[]): Bounds {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return { lowest: null, highest: null };
  return { lowest: Math.min(...known), highest: Math.max(...known) };
}

const percent = (cpu: number) => `${Math.round(cpu * 100)}%`;

/** `0 B/s`, `1.2 KB/s`, `3.4 MB/s`, 1024-based. */
function perSecond(bytes: number): string {
  if (bytes < 1_000) return `${Math.round(bytes)} B/s`;
  if (bytes < 1_000 * 1_024) return `${(bytes / 1024).toFixed(1)} KB/s`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB/s`;
}
