"use client";

import { AlertDialog as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { FLOATING, SCRIM } from "./dialog";

export const AlertDialog = Primitive.Root;
export const AlertDialogTrigger = Primitive.Trigger;
export const AlertDialogTitle = Primitive.Title;
export const AlertDialogDescription = Primitive.Description;
export const AlertDialogCancel = Primitive.Cancel;

export function AlertDialogContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={SCRIM} />
      <Primitive.Content
        className={cn(
          FLOATING,
          "top-1/2 max-h-[calc(100dvh-24px)] max-w-[480px] -translate-y-1/2 overflow-auto",
          className,
        )}
        {...props}
      />
    </Primitive.Portal>
  );
}
