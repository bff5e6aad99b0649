"use client";

import { Dialog as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const Dialog = Primitive.Root;
export const DialogTrigger = Primitive.Trigger;
export const DialogClose = Primitive.Close;
export const DialogTitle = Primitive.Title;
export const DialogDescription = Primitive.Description;

export const SCRIM =
  "fixed inset-0 z-50 bg-[light-dark(#0f1f2733,#00000066)] data-[state=open]:animate-in data-[state=open]:fade-in-0";
export const FLOATING =
  "fixed left-1/2 z-50 w-[calc(100vw-24px)] -translate-x-1/2 rounded-[12px] border bg-popover shadow-(--shadow-pop) outline-none data-[state=open]:animate-in data-[state=open]:fade-in-0";

export function DialogContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={SCRIM} />
      <Primitive.Content className={cn(FLOATING, "top-[12vh] max-w-[560px]", className)} {...props} />
    </Primitive.Portal>
  );
}
