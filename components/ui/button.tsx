import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const button = cva(
  [
    "inline-flex shrink-0 items-center justify-center gap-[7px] rounded-md border border-border bg-card text-sm font-semibold",
    "whitespace-nowrap shadow-(--shadow-card) transition-colors hover:bg-hover",
    "disabled:cursor-not-allowed disabled:border-border disabled:bg-muted disabled:text-subtle-foreground disabled:shadow-none",
  ],
  {
    variants: {
      variant: {
        outline: "",
        primary: "border-primary bg-primary text-primary-foreground hover:bg-primary-hover",
        danger: "border-destructive bg-destructive text-destructive-foreground hover:bg-destructive/90",
        "danger-ghost": "text-fail",
        ghost:
          "border-transparent bg-transparent font-normal text-muted-foreground shadow-none hover:text-foreground disabled:bg-transparent",
      },
      size: {
        md: "h-[34px] px-[13px] max-md:h-10",
        sm: "h-7 gap-1.5 px-2.5 max-md:h-[34px]",
        lg: "h-10 px-4",
        icon: "size-[34px] p-0 max-md:size-10",
        "icon-sm": "size-7 p-0 max-md:size-[34px]",
      },
    },
    defaultVariants: { variant: "outline", size: "md" },
  },
);

type ButtonProps = ComponentProps<"button"> & VariantProps<typeof button> & { asChild?: boolean };

export function Button({ className, variant, size, asChild, type, ...props }: ButtonProps) {
  const Element = asChild ? Slot.Root : "button";
  return (
    <Element
      type={asChild ? type : (type ?? "button")}
      className={cn(button({ variant, size }), className)}
      {...props}
    />
  );
}
