"use client";

import { cn } from "@/components/ui/cn";
import { useBehind } from "./live";

/** How many projects are behind, beside the way to them. */
export function BehindCount({ className }: { className?: string }) {
  const behind = useBehind();
  if (behind === 0) return null;
  return (
    <span
      className={cn(
        "grid h-[18px] min-w-[18px] place-content-center rounded-full bg-primary px-[5px] text-[11px] leading-none font-semibold text-primary-foreground",
        className,
      )}
    >
      <span aria-hidden>{behind > 99 ? "99+" : behind}</span>
      <span className="sr-only">, {behind} behind</span>
    </span>
  );
}
