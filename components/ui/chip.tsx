import type { ComponentProps } from "react";
import { cn } from "./cn";

type ChipProps = ComponentProps<"button"> & { pressed: boolean; count?: number; small?: boolean };

/** A filter that is on or off. */
export function Chip({ pressed, count, small, className, children, ...props }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={cn(
        "inline-flex shrink-0 items-center gap-1.5 border bg-card whitespace-nowrap text-muted-foreground transition-colors hover:bg-hover",
        "aria-pressed:border-foreground aria-pressed:bg-foreground aria-pressed:font-semibold aria-pressed:text-background",
        small
          ? "h-6 rounded-md px-[9px] text-xs max-md:h-7"
          : "h-[30px] rounded-full px-[11px] text-sm max-md:h-[34px]",
        className,
      )}
      {...props}
    >
      {children}
      {count !== undefined && (
        <span className={cn("text-xs font-normal", !pressed && "text-subtle-foreground")}>{count}</span>
      )}
    </button>
  );
}
