import type { ComponentProps } from "react";
import { cn } from "./cn";

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea className={cn("field-box block resize-y py-2 leading-5", className)} {...props} />;
}
