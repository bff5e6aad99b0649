import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const badge = cva(
  "inline-flex h-5 shrink-0 items-center gap-1 rounded-sm px-[7px] text-xs leading-5 font-normal whitespace-nowrap [&_.lucide]:size-3 [&_.lucide]:stroke-2",
  {
    variants: {
      variant: {
        plain: "bg-muted text-muted-foreground",
        ok: "bg-ok-soft text-ok",
        warn: "bg-warn-soft text-warn",
        fail: "bg-fail-soft text-fail",
        primary: "bg-primary-soft text-primary-text",
        line: "shadow-[inset_0_0_0_1px_var(--border)] text-muted-foreground",
      },
    },
    defaultVariants: { variant: "plain" },
  },
);

export function Badge({ className, variant, ...props }: ComponentProps<"span"> & VariantProps<typeof badge>) {
  return <span className={cn(badge({ variant }), className)} {...props} />;
}
