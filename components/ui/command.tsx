"use client";

import { Command as Primitive } from "cmdk";
import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export function Command({ className, ...props }: ComponentProps<typeof Primitive>) {
  return <Primitive className={cn("flex max-h-[min(560px,70dvh)] flex-col", className)} {...props} />;
}

export function CommandInput({ className, ...props }: ComponentProps<typeof Primitive.Input>) {
  return (
    <div className="flex h-12 shrink-0 items-center gap-2.5 border-b border-border-soft px-4">
      <Search aria-hidden className="text-subtle-foreground" />
      <Primitive.Input
        className={cn(
          "h-full min-w-0 flex-1 bg-transparent text-[15px] outline-none max-md:text-md",
          className,
        )}
        {...props}
      />
    </div>
  );
}

export function CommandList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  return <Primitive.List className={cn("overflow-auto overscroll-contain p-2", className)} {...props} />;
}

export function CommandEmpty(props: ComponentProps<typeof Primitive.Empty>) {
  return <Primitive.Empty className="px-3 py-8 text-center text-sm text-muted-foreground" {...props} />;
}

export function CommandGroup({ className, ...props }: ComponentProps<typeof Primitive.Group>) {
  return (
    <Primitive.Group
      className={cn(
        "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-subtle-foreground",
        className,
      )}
      {...props}
    />
  );
}

export function CommandItem({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className={cn(
        "flex min-h-9 items-center gap-2.5 rounded-md px-2 text-sm select-none data-[disabled=true]:text-subtle-foreground data-[selected=true]:bg-hover max-md:min-h-11",
        className,
      )}
      {...props}
    />
  );
}
