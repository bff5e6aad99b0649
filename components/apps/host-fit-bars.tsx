import { megabytes } from "@/components/marks/words";
import type { HostFit } from "@/lib/apps/schema";

/** What an app asks for, against what the machine has: a bar for memory, a bar for processors. */
export function HostFitBars({ fit, appName }: { fit: HostFit; appName: string }) {
  const { minResources, capacity } = fit;
  if (!minResources?.memoryMb && !minResources?.cpuCores) {
    return <p className="text-sm text-muted-foreground">{appName} names no minimum. Any machine may try.</p>;
  }
  return (
    <div className="grid gap-[18px]">
      {minResources.memoryMb !== undefined && (
        <Bar
          label="Memory"
          needed={minResources.memoryMb}
          total={capacity.memoryMb}
          short={fit.fit.memory !== undefined && !fit.fit.ok && isShort(fit.fit.memory)}
          words={megabytes}
        />
      )}
      {minResources.cpuCores !== undefined && (
        <Bar
          label="Processor"
          needed={minResources.cpuCores}
          total={capacity.cpuCores}
          short={fit.fit.cpu !== undefined && !fit.fit.ok && isShort(fit.fit.cpu)}
          words={(cores) => `${cores} vCPU`}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5 text-xs text-muted-foreground">
        <Key className="bg-chart-1">{appName} asks for</Key>
        <Key className="bg-muted shadow-[inset_0_0_0_1px_var(--border)]">The rest of the machine</Key>
      </div>
    </div>
  );
}

const TOLERANCE = 0.9;

function isShort({ needed, available }: { needed: number; available: number }): boolean {
  return available < needed * TOLERANCE;
}

type BarProps = {
  label: string;
  needed: number;
  total: number | null;
  short: boolean;
  words: (amount: number) => string;
};

function Bar({ label, needed, total, short, words }: BarProps) {
  const sentence =
    total === null ? `${words(needed)}, of an unknown size` : `${words(needed)} of ${words(total)}`;
  const width = total ? Math.min(100, (needed / total) * 100) : 0;
  return (
    <div>
      <div className="mb-1.5 flex items-center justify-between gap-3 text-sm">
        <b>{label}</b>
        <span className={short ? "font-semibold text-fail" : "text-muted-foreground"}>{sentence}</span>
      </div>
      <div role="img" aria-label={`${label}: ${sentence}`} className="draught">
        <div
          className={`absolute inset-y-0 left-0 ${short ? "bg-fail-mark" : "bg-chart-1"}`}
          style={{ width: `${width}%` }}
        />
      </div>
    </div>
  );
}

function Key({ className, children }: { className: string; children: React.ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      <i aria-hidden className={`inline-block size-2.5 rounded-[2px] ${className}`} />
      {children}
    </span>
  );
}

/** The verdict in a word, for a mark beside the heading. */
export function fitWords({ fit, capacity }: HostFit): { tone: "ok" | "warn" | "off"; word: string } {
  if (capacity.source === "unknown") return { tone: "off", word: "Not measured" };
  return fit.ok ? { tone: "ok", word: "Fits" } : { tone: "warn", word: "Too small" };
}
