"use client";

import { type ComponentProps, type SyntheticEvent, useState } from "react";
import { cn } from "@/components/ui/cn";

const PLACES = [0, 1, 2, 3, 4, 5] as const;

/**
 * Six boxes drawn under one real field, whose digits are spaced so that each falls into its box: autofill, paste,
 * screen readers and a page without its script meet an ordinary field. `--widest-pitch` lets them fill a wider column.
 */
export function DigitBoxes({ className, ...props }: Omit<ComponentProps<"input">, "onInput" | "onSelect">) {
  const [at, setAt] = useState<number>();
  const look = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) =>
    setAt(Math.min(currentTarget.selectionStart ?? 0, PLACES.length - 1));
  function clean(event: SyntheticEvent<HTMLInputElement>) {
    const field = event.currentTarget;
    const digits = field.value.normalize("NFKC").replace(/\D/g, "").slice(0, PLACES.length);
    if (digits !== field.value) field.value = digits;
    look(event);
  }
  return (
    <div className="@container">
      <div className="relative h-13 w-[calc(6*var(--pitch)-8px)] overflow-clip [--pitch:min(var(--widest-pitch,52px),calc((100cqw+8px)/6))] [overflow-clip-margin:3px]">
        {/* After the field in the page, so that what is wrong with it colours them; drawn below it. */}
        <input
          className={cn(
            "peer absolute inset-y-0 left-0 z-1 w-[calc(7*var(--pitch))] border-0 bg-transparent p-0 font-mono text-[22px] font-semibold outline-none [padding-left:calc((var(--pitch)-8px-1ch)/2)] [letter-spacing:calc(var(--pitch)-1ch)]",
            className,
          )}
          {...props}
          onInput={clean}
          onSelect={look}
          onBlur={() => setAt(undefined)}
        />
        {PLACES.map((place) => (
          <span
            key={place}
            aria-hidden
            style={{ left: `calc(${place} * var(--pitch))` }}
            className={cn(
              "absolute inset-y-0 w-[calc(var(--pitch)-8px)] rounded-md border border-input bg-card peer-focus-visible:border-ring peer-aria-invalid:border-fail",
              at === place && "outline-2 -outline-offset-1 outline-ring",
            )}
          />
        ))}
        <span
          aria-hidden
          className="absolute top-1/2 left-[calc(3*var(--pitch)-8px)] w-2 border-t border-input"
        />
      </div>
    </div>
  );
}
