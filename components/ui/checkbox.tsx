"use client";

import { Check } from "lucide-react";
import { Checkbox as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export function Checkbox({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      className={cn(
        "grid size-4 shrink-0 place-items-center rounded-sm border-[1.5px] border-input bg-card data-[state=checked]:border-primary data-[state=checked]:bg-primary data-[state=checked]:text-primary-foreground",
        className,
      )}
      {...props}
    >
      <Primitive.Indicator>
        <Check aria-hidden className="size-3 stroke-3" />
      </Primitive.Indicator>
    </Primitive.Root>
  );
}
