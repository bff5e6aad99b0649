"use client";

import { RadioGroup as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

export function RadioGroup({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root className={cn("grid gap-2", className)} {...props} />;
}

/** A choice as a card: the whole card is the radio. */
export function RadioCard({
  label,
  help,
  className,
  ...props
}: Omit<ComponentProps<typeof Primitive.Item>, "children"> & { label: ReactNode; help?: ReactNode }) {
  return (
    <Primitive.Item
      className={cn(
        "group flex gap-2.5 rounded-md border border-border px-3 py-2.5 text-left transition-colors hover:border-primary-line data-[state=checked]:border-primary data-[state=checked]:bg-primary-soft disabled:cursor-not-allowed disabled:text-subtle-foreground",
        className,
      )}
      {...props}
    >
      <span
        aria-hidden
        className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border-[1.5px] border-input group-data-[state=checked]:border-primary"
      >
        <Primitive.Indicator className="size-2 rounded-full bg-primary" />
      </span>
      <span className="min-w-0">
        <span className="block text-sm font-semibold">{label}</span>
        {help && <span className="block text-xs text-muted-foreground">{help}</span>}
      </span>
    </Primitive.Item>
  );
}
