import type { ComponentProps } from "react";
import { cn } from "./cn";

export function Card({ className, ...props }: ComponentProps<"section">) {
  return (
    <section
      className={cn("min-w-0 rounded-lg border bg-card shadow-(--shadow-card)", className)}
      {...props}
    />
  );
}

export function CardHeader({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      className={cn(
        "flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b border-border-soft px-5 py-3.5 max-md:px-4 max-md:py-3",
        className,
      )}
      {...props}
    />
  );
}

export function CardBody({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("p-5 max-md:p-4", className)} {...props} />;
}

export function CardFooter({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      className={cn(
        "rounded-b-lg border-t border-border-soft bg-[color-mix(in_srgb,var(--background)_60%,var(--card))] px-5 py-3 max-md:px-4",
        className,
      )}
      {...props}
    />
  );
}
