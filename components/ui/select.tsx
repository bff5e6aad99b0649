"use client";

import { getNonce } from "get-nonce";
import { Check, ChevronsUpDown } from "lucide-react";
import { Select as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const Select = Primitive.Root;

export function SelectTrigger({
  className,
  placeholder,
  ...props
}: ComponentProps<typeof Primitive.Trigger> & { placeholder?: string }) {
  return (
    <Primitive.Trigger
      className={cn("field-box text-left data-[placeholder]:text-subtle-foreground", className)}
      {...props}
    >
      <span className="min-w-0 truncate">
        <Primitive.Value placeholder={placeholder} />
      </span>
      <ChevronsUpDown aria-hidden className="ml-auto text-subtle-foreground" />
    </Primitive.Trigger>
  );
}

export function SelectContent({ className, children, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        position="popper"
        sideOffset={4}
        className={cn(
          "z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-md border bg-popover p-1 shadow-(--shadow-pop)",
          className,
        )}
        {...props}
      >
        {/* It brings a style element, which the page's policy takes with the nonce only. */}
        <Primitive.Viewport nonce={getNonce()}>{children}</Primitive.Viewport>
      </Primitive.Content>
    </Primitive.Portal>
  );
}

export function SelectItem({ className, children, ...props }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className={cn(
        "relative flex min-h-8 items-center rounded-sm py-1 pr-8 pl-2 text-sm outline-none select-none data-[highlighted]:bg-hover max-md:min-h-10",
        className,
      )}
      {...props}
    >
      <Primitive.ItemText>{children}</Primitive.ItemText>
      <Primitive.ItemIndicator className="absolute right-2 text-primary-text">
        <Check aria-hidden className="size-3.5" />
      </Primitive.ItemIndicator>
    </Primitive.Item>
  );
}
