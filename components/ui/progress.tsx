import { cn } from "./cn";

type ProgressProps = { label: string; percent: number; className?: string };

/** How far something is; the words beside it carry the same, since a bar says little. */
export function Progress({ label, percent, className }: ProgressProps) {
  const value = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cn("relative h-1.5 overflow-hidden rounded-[3px] bg-muted", className)}
    >
      <div className="absolute inset-y-0 left-0 rounded-[3px] bg-chart-1" style={{ width: `${value}%` }} />
    </div>
  );
}
