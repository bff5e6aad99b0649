import type { ComponentProps } from "react";
import { cn } from "./cn";

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return <input type={type} className={cn("field-box appearance-none", className)} {...props} />;
}

/** A field with more in it than text: the input is a direct child, beside icons, a unit or buttons. */
export function InputBox({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("field-box", className)} {...props} />;
}

/** A small button inside a field; always named. */
export function InputButton({ className, ...props }: ComponentProps<"button"> & { "aria-label": string }) {
  return (
    <button
      type="button"
      className={cn(
        "-mx-1 grid size-6 shrink-0 place-items-center rounded-sm text-muted-foreground hover:bg-hover hover:text-foreground disabled:opacity-50 max-md:size-8",
        className,
      )}
      {...props}
    />
  );
}
