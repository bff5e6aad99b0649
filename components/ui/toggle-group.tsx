"use client";

import { ToggleGroup as Primitive } from "radix-ui";
import { cn } from "./cn";

type Choice<T extends string> = { value: T; label: React.ReactNode; disabled?: boolean };
type ToggleGroupProps<T extends string> = {
  label: string;
  value: T;
  choices: readonly Choice<T>[];
  onChange: (value: T) => void;
  small?: boolean;
};

/**
 * A few exclusive choices side by side; one is always chosen. They are radio buttons to assistive technology, so an arrow
 * key chooses as it moves (WAI-ARIA Authoring Practices, radio group).
 */
export function ToggleGroup<T extends string>({
  label,
  value,
  choices,
  onChange,
  small,
}: ToggleGroupProps<T>) {
  return (
    <Primitive.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => next && onChange(next as T)}
      className="inline-flex max-w-full min-w-0 gap-0.5 rounded-md bg-muted p-0.5"
    >
      {choices.map((choice) => (
        <Primitive.Item
          key={choice.value}
          value={choice.value}
          disabled={choice.disabled}
          onFocus={() => choice.value !== value && onChange(choice.value)}
          className={cn(
            "inline-flex min-w-0 items-center gap-1.5 rounded-[5px] px-2.5 text-sm whitespace-nowrap text-muted-foreground hover:text-foreground",
            "data-[state=on]:bg-card data-[state=on]:font-semibold data-[state=on]:text-foreground data-[state=on]:shadow-[0_0_0_1px_var(--border)]",
            "disabled:cursor-not-allowed disabled:text-subtle-foreground disabled:hover:text-subtle-foreground",
            small ? "h-[22px] max-md:h-8" : "h-[26px] max-md:h-8",
          )}
        >
          {typeof choice.label === "string" ? <span className="truncate">{choice.label}</span> : choice.label}
        </Primitive.Item>
      ))}
    </Primitive.Root>
  );
}
