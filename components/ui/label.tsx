import { Label as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export function Label({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root className={cn("flex items-center gap-1.5 text-sm font-semibold", className)} {...props} />
  );
}
