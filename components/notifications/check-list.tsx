"use client";

import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";

type CheckListProps = {
  label: string;
  items: readonly { id: string; label: string; help?: string }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: string;
};

/** Several things to choose from, each with a box; long lists scroll. */
export function CheckList({ label, items, value, onChange, error }: CheckListProps) {
  const id = useId();
  return (
    <fieldset className="grid gap-1.5" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="grid max-h-[264px] overflow-y-auto rounded-md border sm:grid-cols-2">
        {items.map((item) => (
          <label
            key={item.id}
            htmlFor={`${id}-${item.id}`}
            className="flex min-h-10 items-start gap-2.5 px-3 py-2 text-sm hover:bg-hover"
          >
            <Checkbox
              id={`${id}-${item.id}`}
              className="mt-0.5"
              checked={value.includes(item.id)}
              onCheckedChange={(on) =>
                onChange(on ? [...value, item.id] : value.filter((one) => one !== item.id))
              }
            />
            <span className="min-w-0">
              <span className="block break-words">{item.label}</span>
              {item.help && (
                <span className="block text-xs break-words text-muted-foreground">{item.help}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="text-xs text-fail">
          {error}
        </p>
      )}
    </fieldset>
  );
}
