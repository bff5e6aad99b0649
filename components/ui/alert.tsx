import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const alert = cva("flex gap-2.5 rounded-md px-3.5 py-3 text-sm [&>.lucide]:mt-0.5", {
  variants: {
    variant: {
      plain: "bg-muted",
      primary: "bg-primary-soft [&>.lucide]:text-primary-text",
      ok: "bg-ok-soft [&>.lucide]:text-ok",
      warn: "bg-warn-soft [&>.lucide]:text-warn",
      fail: "bg-fail-soft [&>.lucide]:text-fail",
    },
  },
  defaultVariants: { variant: "plain" },
});

/** A note in the page. Give it role="alert" only when it appears after the page did. */
export function Alert({ className, variant, ...props }: ComponentProps<"div"> & VariantProps<typeof alert>) {
  return <div className={cn(alert({ variant }), className)} {...props} />;
}
